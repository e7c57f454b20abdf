"""Pages left alone: one that is loaded again, frozen or without a store loses no game that was played."""

import json
import time

import pytest

from tests.browser.test_laboratory_page import ask, counted, ended, seated, until
from tests.support.background import BackgroundTab
from tests.support.pages import NOTHING_KEPT, new_tab
from tests.support.strangers import FEW, PLAYED, left, run_of, stranger


def test_a_page_that_is_loaded_again_goes_on_where_it_was(browser, stranger_page):
    """As one that its browser discarded: what was played is counted, not played again. What was stopped stays so."""
    tab = stranger(browser, stranger_page)
    tab.js("viewer.laboratory.toggle()")
    seated(tab, 20, "v26", "v17")
    ask(tab, "sweep", parameter="alpha", **{"from": 0.05, "to": 0.15}, values=3, maps=500)
    tab.page.get_by_role("button", name="Sweep").click()
    until(tab, "Object.values(sessionStorage).some((kept) => JSON.parse(kept).scored?.length > 4)")
    before = run_of(tab, "sweep")["scored"]
    tab.page.reload()
    tab.js("viewer.ready")
    until(tab, "viewer.laboratory.panels?.sweep.run?.blocks > 0")
    at_once = tab.js("viewer.laboratory.panels.sweep.run.scored")
    assert len(at_once) >= 4
    assert at_once[: len(before)] == before[: len(at_once)]
    until(tab, "viewer.laboratory.panels.sweep.run.blocks > 12")
    whole = run_of(tab, "sweep")["scored"]
    tab.page.get_by_role("button", name="Stop").click()
    for i, value in enumerate((0.05, 0.1, 0.15)):
        name = "v26" if value == 0.1 else f"v26?alpha={value}"
        counts = [0] * 5
        for places in whole[:12]:
            counts[places[i]] += 1
        assert counts == counted(name, "v17", side=20, first=0, blocks=12)
    ended(tab, "sweep")
    tab.page.reload()
    tab.js("viewer.ready")
    assert tab.js("viewer.laboratory.panels") is None
    left(tab)


KEPT = """([panel, text]) => {
    const module = document.getElementById("kernels-module").textContent;
    let hash = 0;
    for (let i = 0; i < module.length; i++) hash = (Math.imul(hash, 31) + module.charCodeAt(i)) | 0;
    sessionStorage.setItem(`halite ${panel} ${location.pathname} ${hash}`, text);
}"""


@pytest.fixture(scope="module")
def keeper(browser, stranger_page):
    """A tab without a game."""
    tab = stranger(browser, stranger_page)
    yield tab
    left(tab)


def again(tab, panel, record):
    """Load the page again where the tab has kept this."""
    tab.page.evaluate("sessionStorage.clear()")
    tab.page.evaluate(KEPT, [panel, record if isinstance(record, str) else json.dumps(record)])
    tab.page.reload()
    tab.js("viewer.ready")


class TestWhatATabKept:
    """A damaged record, or one of another version, ended the page's start each time; impossible scores were NaN."""

    @pytest.mark.parametrize(
        "record",
        ["{", "3", "{}", {"asked": None, "scored": []}, {"asked": {}, "scored": []}, {"asked": PLAYED, "scored": None}],
    )
    def test_what_is_no_record_is_left_alone(self, keeper, record):
        """The laboratory stays closed, as without one."""
        again(keeper, "match", record)
        assert keeper.js("viewer.laboratory.panels") is None

    def test_a_record_without_an_axis_ends_no_start(self, keeper):
        """A sweep whose record has no axis; the panel waits for its button."""
        again(keeper, "sweep", {"asked": PLAYED, "scored": []})
        assert keeper.js("[viewer.laboratory.isOpen, viewer.laboratory.panels.sweep.run]") == [True, None]

    def test_a_parameter_that_is_gone_gives_way_to_one_that_is_there(self, keeper):
        """It said `Cannot destructure property 'kind'`."""
        axis = {"parameter": "nothing_like_it", "from": 0.1, "to": 0.2, "count": 2}
        again(keeper, "sweep", {"asked": {**PLAYED, "axis": axis}, "scored": []})
        ended(keeper, "sweep")
        assert keeper.js("viewer.laboratory.panels.sweep.run.blocks") == PLAYED["blocks"]

    def test_scores_that_a_map_may_have_are_counted(self, keeper):
        """And nothing is played; without this the test below would pass where no record is ever read."""
        again(keeper, "match", {"asked": {**PLAYED, "test": "fixed"}, "scored": [[0], [2], [2], [1]]})
        ended(keeper, "match")
        assert run_of(keeper, "match")["tallies"] == [[1, 1, 2, 0, 0]]
        keeper.js("viewer.laboratory.panels.match.goOn(it)", {**PLAYED, "first": 40, "test": "fixed"})
        ended(keeper, "match")  # on other maps, of which nothing is kept
        assert run_of(keeper, "match")["tallies"] == [counted("v26", "v17", side=20, first=40, blocks=4)]

    @pytest.mark.parametrize("scored", [[[9]], [["x"]], [[-1]], [[None]], [[0, 1]], [3], [None], [[1.5]]])
    def test_scores_that_no_map_has_are_not_counted(self, keeper, scored):
        """The maps are played instead."""
        again(keeper, "match", {"asked": {**PLAYED, "test": "fixed"}, "scored": scored})
        ended(keeper, "match")
        assert run_of(keeper, "match")["tallies"] == [counted("v26", "v17", side=20, first=0, blocks=4)]


def test_a_browser_that_keeps_nothing_shows_the_page_all_the_same(browser, stranger_page):
    """The story: where cookies are blocked even a look at sessionStorage is an error."""
    tab = new_tab(browser)
    tab.page.add_init_script(NOTHING_KEPT)
    tab.page.goto(stranger_page.as_uri() + FEW)
    tab.js("viewer.ready")
    ended(tab, "match")
    assert run_of(tab, "match")["blocks"] == 6
    left(tab)


def test_a_frozen_page_and_a_silent_worker_lose_no_game(windowed, stranger_page):
    """Chromium freezes pages in the background, workers included, and may end a worker without a word."""
    with BackgroundTab(windowed, stranger_page) as tab:
        tab.js("viewer.ready.then(() => viewer.laboratory.toggle())")
        tab.js("for (const name of ['freeze', 'resume']) document.addEventListener(name, () => (window[name] = true))")
        asked = {"width": 20, "height": 20, "first": 0, "blocks": 2000, "players": ["v26", "v17"], "test": "fixed"}
        tab.js(f"void viewer.laboratory.panels.match.goOn({json.dumps(asked)})")
        tab.until("viewer.laboratory.panels.match.run?.blocks > 0")
        tab.hide()
        tab.become("frozen")
        tab.until("window.freeze")
        frozen = tab.js("viewer.laboratory.panels.match.run.blocks")
        time.sleep(1)
        assert tab.js("viewer.laboratory.panels.match.run.blocks") == frozen
        tab.become("active")
        tab.until("window.resume")
        tab.js(
            "(({ crew }) => { crew.workers.find(({ task }) => task).thread.terminate();"
            " for (let looks = 0; looks <= 6; looks++) crew.look(); })(viewer.laboratory.panels.match.run)"
        )
        blocks = frozen + 20
        tab.until(f"viewer.laboratory.panels.match.run.blocks >= {blocks}")
        scored = tab.js(f"viewer.laboratory.panels.match.run.scored.slice(0, {blocks}).flat()")
        assert [scored.count(place) for place in range(5)] == counted("v26", "v17", side=20, first=0, blocks=blocks)
