"""The viewer as a part of other pages: brief in a frame, and mounted any number of times."""

import gzip
import json
import re
from base64 import b64encode
from dataclasses import replace

import numpy as np
import pytest

from bot import Memory, decide, preset
from engine import Replay
from engine.replay import read
from experiments.recordings.watched import Watched
from tests.browser.conftest import GAME
from tests.support.pages import expect, new_tab, opened
from viewer import script, style
from viewer.planes import board_link

# The brief page, which other pages show in a frame; and the way from a slider to the games that judge it.


LINK = "#20x20&seed=3&a=v26&b=v17&turn=40&layers=potential"
ASKING = "&player=2&as=v17&alpha=0.2&enemy_ROI=-2"
RUN = "viewer.laboratory.panels.sweep.run"
STOP = f"{RUN}.stop()"


@pytest.fixture
def at(browser, stranger_page):
    tabs = []

    def show(address, **options):
        tab = new_tab(browser)
        tabs.append(tab)
        tab.page.emulate_media(**options)
        tab.page.goto(f"{stranger_page.as_uri()}{address}")
        tab.js("viewer.ready")
        return tab

    yield show
    for tab in tabs:
        tab.page.context.close()
        tab.check()


def test_a_brief_page_has_the_board_and_three_numbers(at):
    """Other panels and buttons are not in sight; the address stays that of a brief page."""
    tab = at(f"{LINK}&as=v26&view=brief")
    shown = tab.page.locator(".parameter:visible")
    assert [each.get_attribute("data-parameter") for each in shown.all()] == [
        "alpha",
        "potential_degradation_step",
        "enemy_ROI",
    ]
    expect(tab.page.locator(":is(.side, .tools, .future):visible")).to_have_count(0)
    tab.wait_for("viewer.session.isPlaying", False)
    tab.js("viewer.writeAddress()")
    assert tab.js("location.hash").endswith("&view=brief")


def test_the_whole_page_shows_the_same_moment(at):
    """The link stops the game and leads to the frame on screen, with all panels."""
    tab = at(f"{LINK}&as=v26&alpha=0.3&view=brief&play=on")
    tab.page.wait_for_function("() => viewer.turn > 42")
    with tab.page.expect_popup() as opened:
        tab.page.get_by_role("link", name="Whole page").click()
    whole = opened.value
    whole.wait_for_function("() => window.viewer?.thinking.asking")
    assert whole.evaluate("viewer.turn") == tab.js("viewer.turn") > 42
    assert whole.evaluate("viewer.thinking.asking.changes") == {"alpha": 0.3}
    expect(whole.locator(".side")).to_be_visible()


def test_the_map_has_the_first_seed_and_a_bot_may_have_one_too(at):
    """The field of a game that was a link was that of `v26?seed=7`: seed 7 is the map's, and ties were broken by it."""
    at(f"{LINK}&as=v26").wait_for("viewer.thinking.asking.changes", {})
    tab = at(f"{LINK}&as=v26&seed=5")
    tab.wait_for("viewer.thinking.asking.changes", {"seed": 5})
    tab.js("viewer.writeAddress()")
    tab.wait_for("location.hash", f"{LINK}&player=1&as=v26&seed=5")


def test_nothing_moves_for_people_who_asked_for_that(at):
    tab = at(f"{LINK}&view=brief&play=on", reduced_motion="reduce")
    tab.wait_for("[viewer.session.isPlaying, viewer.turn]", [False, 40])


def test_a_wall_does_not_flatten_the_field(at):
    """Twelve squares of a wall, 2 % of the board, took the whole scale: all others were one yellow."""
    tab = at("#24x24&seed=7&a=v26&b=v17&turn=89&layers=potential&as=v26")
    tab.page.wait_for_function("() => viewer.session.thought")
    heights = [float(each) for each in tab.js("[...viewer.session.thought.potential].filter(Number.isFinite)")]
    ends = tab.page.locator(".legends .scale").inner_text().replace("−", "-")
    low, high = (float(each) for each in re.findall(r"-?[\d.]+", ends))
    coloured = [(height - low) / (high - low) for height in heights]
    assert sum(0.25 < share < 0.75 for share in coloured) > len(coloured) / 4


def test_sweep_it_plays_the_asked_player_against_the_others(at):
    """Its other changes are kept, the swept number's is not: that is what the sweep is about."""
    tab = at(f"{LINK}{ASKING}")
    row = tab.page.locator('[data-parameter="alpha"]')
    row.get_by_role("button", name="Sweep it").click()
    tab.page.wait_for_function("() => viewer.laboratory.panels?.sweep.run?.blocks > 0")
    tab.wait_for(
        f"[{RUN}.parameter, ...viewer.laboratory.panels.game.board().players]",
        [
            "alpha",
            "v17?enemy_ROI=-2",
            "v26",
        ],
    )
    tab.page.locator(".curve .point.usual[aria-label^='alpha = 0.1:']").wait_for()
    tab.js(STOP)


def test_another_sweep_takes_the_place_of_the_one_that_runs(at):
    """The games of the first are given up; the chart is the second's alone."""
    tab = at(f"{LINK}&as=v26")
    tab.page.locator('[data-parameter="alpha"]').get_by_role("button", name="Sweep it").click()
    tab.page.wait_for_function("() => viewer.laboratory.panels?.sweep.run?.blocks > 0")
    tab.page.get_by_role("button", name="Ask a bot").click()
    tab.page.locator('[data-parameter="enemy_ROI"]').get_by_role("button", name="Sweep it").click()
    tab.page.wait_for_function("() => viewer.laboratory.panels.sweep.run?.parameter === 'enemy_ROI'")
    tab.page.wait_for_function("() => viewer.laboratory.panels.sweep.run.blocks > 0")
    tab.page.locator(".curve .plot[aria-label*=enemy_ROI]").wait_for()
    tab.js(STOP)


class TestABoardIsALink:
    """A lesson's board is no game of two presets, and a page that was opened from a file may read no other file."""

    def test_its_field_is_pythons(self, at):
        """To the last bit; the address that the page writes keeps the board."""
        seen = replace(Watched(read(GAME)).view(96, 1), turn=0)  # the only frame of its game: ties are broken by turn
        fields = (seen.owner[None], seen.strength[None], seen.production, np.zeros((0, *seen.owner.shape), np.int32))
        address = board_link(Replay(*fields, ("one", "other")))
        tab = at(f"{address}&layers=potential&player=1&as=v26")
        tab.page.wait_for_function("() => viewer.session.thought && viewer.session.explanation.header.name === 'v26'")
        thought = decide(seen, Memory(), preset("v26"), explain=True).explanation
        found = tab.js("Array.from(viewer.session.thought.potential, String)")
        assert [float(each) for each in found] == thought.potential.ravel().tolist()
        tab.wait_for("[...viewer.session.thought.move]", thought.move.ravel().tolist())
        tab.js("viewer.writeAddress()")
        assert tab.js("location.hash").startswith(f"{address}&turn=0&layers=potential")

    def test_a_damaged_one_is_told(self, at):
        tab = at("#board=H4sIAAAA")
        tab.wait_for("viewer.session.game", None)
        expect(tab.page.locator(".message-bar")).to_contain_text("the board of this link")


FIRST = "#20x20&seed=3&a=v26&b=v17&turn=64&layers=potential&player=1&as=v26&view=brief"
SEEN = """new MutationObserver(() => {
    const words = document.querySelector(".words");
    if (words && !words.hidden) (window.seen ??= []).push(viewer.session.thought !== null && viewer.board.drawTime > 0);
}).observe(document.documentElement, {childList: true, subtree: true, attributes: true})"""


@pytest.mark.parametrize("width", [820, 390])
def test_the_first_screen_says_where_yellow_is_when_the_field_is_there(browser, stranger_page, width):
    """The sentence stood there before any yellow but a player's. Both players are named, on a phone too."""
    with opened(browser, width, 700) as tab:
        tab.page.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {SEEN} }})")
        tab.page.goto(f"{stranger_page.as_uri()}{FIRST}")
        tab.page.wait_for_selector(".words:visible")
        assert set(tab.js("seen")) == {True}
        expect(tab.page.locator(".players .name:visible")).to_have_text(["v26", "v17"])


# The viewer as a part of other pages: a notebook's cell, two boards side by side.


PAGE = """<!doctype html><style>{style} #a, #b {{ height: 600px; }}</style><div id="a"></div><div id="b"></div>
<script type="module">{script}
window.mount = mount;
window.bytes = Uint8Array.from(atob("{game}"), (letter) => letter.charCodeAt(0));
</script>"""

MOUNTED = """(async () => {
    window.told = [];
    const hooks = {};
    for (const name of ["onTurn", "onSelect", "onLayers", "onPlaying", "onError"]) {
        hooks[name] = (value) => told.push([name, value]);
    }
    window.a = mount(document.getElementById("a"), {replay: bytes, name: "a"}, hooks);
    window.b = mount(document.getElementById("b"), {replay: bytes, name: "b"});
    await Promise.all([a.ready, b.ready]);
    told.length = 0;
})()"""


@pytest.fixture
def two(blank, files):
    file = files / "two.html"
    game = b64encode(GAME.read_bytes()).decode()
    file.write_text(PAGE.format(style=style(), script=script("ui/app.js"), game=game), encoding="utf-8")
    blank.page.goto(file.as_uri())
    blank.page.wait_for_function("() => window.mount && window.bytes")
    blank.js(MOUNTED)
    return blank


def hook_values(page, hook):
    return [value for name, value in page.js("told") if name == hook]


def test_two_boards_on_a_page_do_not_know_each_other(two):
    two.js("(a.seek(50), a.select({x: 1, y: 2}), a.setLayer('moves'), a.setTheme('light'), b.setTheme('dark'))")
    two.wait_for("[b.turn, b.session.selected, b.session.layers.size, b.theme]", [0, None, 0, "dark"])
    two.js("b.seek(9)")
    two.wait_for("a.turn", 50)
    labels = two.js("[...document.querySelectorAll('section')].map((one) => one.getAttribute('aria-labelledby'))")
    assert len(labels) == len(set(labels)), "names that screen readers go by differ"


def test_a_board_has_its_keys_tells_its_hooks_shows_marks_and_leaves_nothing_behind(two):
    """What pages and notebooks use; keys belong to the board that has the focus."""
    two.page.locator("#b canvas.board").click()
    two.js("b.root.focus()")
    two.page.keyboard.press("ArrowRight")
    two.wait_for("[a.turn, b.turn]", [0, 1])
    two.js("(a.seek(5), a.select({x: 21, y: -1}), a.select(null), a.setLayer('moves'), a.play(), a.pause())")
    assert hook_values(two, "onTurn")[0] == 5
    assert hook_values(two, "onSelect") == [{"x": 1, "y": 19}, None], "squares lie on the torus"
    assert hook_values(two, "onLayers") == [["moves"]]
    assert hook_values(two, "onPlaying") == [True, False]
    two.js("a.open(new Uint8Array([1, 2, 3]), 'odd')")
    assert "odd" in hook_values(two, "onError")[0]
    two.js("a.setTheme('dark')")
    picture = "(it.board.draw(), it.canvas.toDataURL())".replace("it", "a")
    before = two.js(picture)
    two.js("a.mark([{x: 3, y: 4, color: '#ff00ff'}, {x: 5, y: 6}])")
    framed = two.js(picture)
    assert framed != before
    two.js("a.mark([{x: 3, y: 4, color: '#ff00ff', move: 1}, {x: 5, y: 6}])")
    assert two.js(picture) not in (before, framed), "a move is an arrow"
    two.js("a.mark([])")
    two.wait_for(picture, before)
    with two.page.expect_download():
        two.page.keyboard.press("c")
    expect(two.page.locator("#b .message-bar")).to_have_text(re.compile(r"^\w+-turn-1\.png is saved\.$"))  # no link
    two.js("(a.play(), a.destroy())")
    expect(two.page.locator("#a > *")).to_have_count(0)
    two.js("new Promise((then) => setTimeout(then, 100))")
    expect(two.page.locator("#b canvas.board")).to_have_count(1)


def test_a_program_can_give_other_thoughts_while_the_page_is_open(two, explanation):
    """A notebook sends a turn at a time, computed with what its sliders say."""
    header, first = gzip.decompress(explanation.read_bytes()).decode().splitlines()[:2]
    turn = json.loads(first)
    two.js("a.setExplanation(0, it.turn, it.header)", {"turn": turn, "header": json.loads(header)})
    square = turn["order"][0]
    two.js("a.select({x: it % 20, y: Math.floor(it / 20)})", square)
    expect(two.page.locator("#a .reason")).to_have_count(1)
    del turn["extra"]  # a program sends what it computed in full
    turn |= {"value": [1.5] * 400, "potential": [1.5] * 400, "score": [11, 12, 13, 14, 15] * len(turn["order"])}
    two.js("a.setExplanation(0, it)", turn)
    expect(two.page.locator("#a [data-option=EAST]")).to_have_text("13")
    two.wait_for("b.session.explanations", [])
