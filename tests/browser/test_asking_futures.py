"""Play on from here and margins, computed in the page of a game: equal questions have the answers of the laboratory."""

from dataclasses import replace

import numpy as np
import pytest

from bot import changed, preset
from engine import generate
from engine.replay import read, write
from experiments.arena.arena import Arena
from experiments.watch import futures as laboratory
from experiments.watch.margins import margins
from experiments.watch.question import Question
from experiments.watch.watched import Watched
from tests.browser.conftest import GAME, new_tab
from tests.support.pages import written

TURN, SEAT = 80, 1
V26 = preset("v26")
ALPHA = {"alpha": 0.4}
SEEDS = 5

ANSWERED = """
new Promise((done) => {
  const look = () => (viewer.thinking.asking?.isKnown(viewer.turn) ? done() : setTimeout(look, 5));
  look();
})
"""

FUTURE = """viewer.thinking.asking.service.future(it, {told: () => {}, signal: new AbortController().signal})"""


@pytest.fixture(scope="module")
def replay():
    """A golden game of v26 against v17."""
    return read(GAME)


@pytest.fixture(scope="module")
def kept(browser, game_page):
    """Its page with the panel open."""
    tab = new_tab(browser).goto(game_page)
    tab.js(f"viewer.seek({TURN}), null")
    tab.page.click(".ask-button")
    tab.js(ANSWERED)
    yield tab
    tab.page.context.close()
    tab.check()


@pytest.fixture
def asked(kept):
    """The page as it was opened."""
    kept.js(
        f"(viewer.thinking.shown.closeBeside(), viewer.thinking.shown.openGame(viewer.thinking.shown.first),"
        f"viewer.select(null), viewer.seek({TURN}), viewer.thinking.asking.put({SEAT}, 'v26', {{}}), null)"
    )
    kept.js(ANSWERED)
    return kept


def question(usual=V26, **changes):
    """The laboratory's question about that frame."""
    return Question(TURN, SEAT, usual, changed(usual, changes))


def type_into(tab, name, value):
    """Write a value into a parameter's field."""
    tab.page.locator(f"#knob-{name}").fill(str(value))
    tab.page.keyboard.press("Tab")
    tab.js(ANSWERED)


def test_a_future_is_judged_as_the_laboratory_judges_it(asked, replay):
    """Verdict, places, curves with their intervals and the first difference: the members that Python computes."""
    asking = {"turn": TURN, "player": SEAT, "preset": "v26", "parameters": ALPHA, "seeds": SEEDS}
    found = asked.js(f"(({{kept, note, ...future}}) => future)(await {FUTURE})", asking)
    expected = laboratory.futures(Watched(replay), question(**ALPHA), SEEDS)
    del expected["games"]
    for side in ("unchanged", "changed"):
        for name in ("mean", "low", "high"):
            ours, theirs = (np.array(future[side].pop(name), np.float64) for future in (found, expected))
            np.testing.assert_allclose(ours, theirs, rtol=1e-12, err_msg=f"{side} {name}")
    assert found["parting"]
    assert _close(found) == _close(expected)


def _close(value):
    """The same with numbers that compare as equal when they nearly are."""
    if isinstance(value, dict):
        return {name: _close(member) for name, member in value.items()}
    if isinstance(value, list | tuple):
        return [_close(member) for member in value]
    return pytest.approx(value) if isinstance(value, float) else value


def test_a_champion_searches_in_a_future(asked, replay):
    """Its fights are searched, as the laboratory does without the stages that are not compiled; the page says so."""
    asking = {"turn": TURN, "player": SEAT, "preset": "champion", "parameters": ALPHA, "seeds": 1}
    found = asked.js(f"(({{note, changed}}) => ({{note, mean: changed.mean}}))(await {FUTURE})", asking)
    searching = changed(preset("champion"), {"opening_search": 0, "campaign_search": 0, "war_every": 0})
    expected = laboratory.futures(Watched(replay), question(searching, **ALPHA), 1)
    assert found["mean"] == expected["changed"]["mean"]
    assert found["note"] == "The champion plays without the opening plan, the campaign, the council."


def test_margins_are_the_laboratorys(asked, replay):
    """For every square and all three parameters the nearest values below and above, and the move there."""
    asking = {"turn": TURN, "player": SEAT, "preset": "v26", "parameters": ALPHA}
    found = asked.js("viewer.thinking.asking.service.margin(it)", asking)
    expected = margins(Watched(replay), question(**ALPHA))
    assert found["squares"] == expected["squares"]
    for name, knob in expected["knobs"].items():
        assert [knob["value"], knob["low"], knob["high"]] == [
            found["knobs"][name][key] for key in ("value", "low", "high")
        ]
        for way in ("down", "up"):
            assert any(knob[way])
            assert found["knobs"][name][way] == [pair and [*pair] for pair in knob[way]], (name, way)


def test_both_futures_are_watched_side_by_side_and_the_recorded_game_comes_back(asked, replay):
    """On the frame from which they come; the question stays, the list has all three games."""
    type_into(asked, "alpha", 0.4)
    asked.page.locator(".panel.future select").select_option("1")
    asked.page.get_by_role("button", name=f"Play on from turn {TURN}").click()
    asked.page.wait_for_selector(".future-result .gain")
    asked.page.get_by_role("button", name="both futures").click()
    asked.js(ANSWERED)
    names = [f"v26 from turn {TURN}", f"v26?alpha=0.4 from turn {TURN}"]
    assert asked.page.locator(".versus .name").all_inner_texts() == names
    assert asked.js("[viewer.turn, viewer.thinking.asking.changes]") == [TURN, ALPHA]
    assert asked.page.locator(".future-result .gain").count() == 1
    before = asked.js(f"[...viewer.session.game.owner.subarray(0, {TURN * replay.production.size})]")
    np.testing.assert_array_equal(before, replay.owner[:TURN].ravel())
    asked.page.locator(".games select").first.select_option("game 1")
    asked.js(ANSWERED)
    assert asked.js("viewer.session.game === first.game")
    assert asked.page.locator(".versus").is_hidden()
    assert asked.page.locator(".games select").first.locator("option").count() == 4


def test_a_changed_question_ends_the_futures_under_way(asked):
    """They would answer what is not asked any more; another press plays them."""
    asked.page.locator(".panel.future select").select_option("32")
    asked.page.get_by_role("button", name=f"Play on from turn {TURN}").click()
    asked.page.wait_for_function("() => document.querySelector('.future-result').innerText.includes(' played …')")
    type_into(asked, "alpha", 0.3)
    asked.page.wait_for_function(
        "() => document.querySelector('.future-result').innerText.includes('The question has changed')"
    )
    assert asked.page.locator(".panel.future .primary").is_enabled()


def test_margins_are_shown_for_a_square_and_as_a_layer(asked, replay):
    """The inspector lists the nearest values; the legend has the ends of the scale."""
    asked.page.locator(".panel.margin select").select_option("alpha")
    asked.page.wait_for_function(
        "() => /smallest change of alpha/.test(document.querySelector('.legends').textContent)"
    )
    x, y = (int(place) for place in np.argwhere(replay.owner[TURN] == SEAT)[0][::-1])
    asked.js("viewer.select(it), null", {"x": x, "y": y})
    asked.page.wait_for_selector(".flips")
    assert asked.page.locator(".flips tbody tr").count() == 3


def test_another_replay_that_is_dropped_while_futures_are_played_is_asked_about(asked):
    """Their worker was ended without a word, and what waited for its answer waited for ever."""
    asked.page.locator(".panel.future select").select_option("32")
    asked.page.get_by_role("button", name=f"Play on from turn {TURN}").click()
    asked.js("(viewer.seek(90), null)")
    assert asked.open((GAME.parent / "v17-v12-30x24-4302.hlt.gz").read_bytes(), "v17-v12.hlt.gz")
    asked.js(ANSWERED)
    assert asked.page.locator(".future-result").inner_text() == ""
    assert asked.page.locator(".panel.future .primary").is_enabled()
    assert asked.js("viewer.open(it.bytes, it.name)", {"bytes": None, "name": "gone.hlt"}) is False
    asked.js("(viewer.session.load(first.game), viewer.session.say(null), null)")
    asked.js(ANSWERED)


@pytest.mark.parametrize(("width", "height"), [(1600, 1000), (1280, 800), (1000, 700), (800, 900), (390, 844)])
def test_the_open_panel_is_not_wider_than_the_page(asked, width, height):
    """On a desktop, a tablet and a phone, with a result and both futures on screen."""
    type_into(asked, "alpha", 0.4)
    asked.page.locator(".panel.future select").select_option("1")
    asked.page.get_by_role("button", name=f"Play on from turn {TURN}").click()
    asked.page.wait_for_selector(".future-result .gain")
    asked.page.get_by_role("button", name="both futures").click()
    asked.page.set_viewport_size({"width": width, "height": height})
    try:
        asked.page.wait_for_function("(width) => viewer.root.clientWidth === width", arg=width)
        assert asked.js("document.documentElement.scrollWidth") <= width
        parts = "[...document.querySelectorAll('.live, .side, .transport')]"
        assert asked.js(f"{parts}.every((one) => one.scrollWidth <= one.clientWidth)")
        boards = asked.js(
            "[...document.querySelectorAll('canvas.board')].map((one) => one.getBoundingClientRect().width)"
        )
        assert len(boards) == 2
        assert abs(boards[0] - boards[1]) <= 1
    finally:
        asked.page.set_viewport_size({"width": 1280, "height": 800})


def test_six_players_on_the_largest_board_are_played_on(browser, files):
    """50 x 50 squares: one pair to the end, as the laboratory plays it; the page answers meanwhile."""
    state = generate(50, 50, 6, 3)
    height, width = state.owner.shape
    game = Arena(height, width).play([V26] * 6, state, record=True, most=30).replay
    write(replace(game, player_names=("v26",) * 6), files / "six.hlt")
    tab = new_tab(browser).goto(written(files / "six.html", files / "six.hlt"))
    tab.js("viewer.seek(20), null")
    tab.page.click(".ask-button")
    tab.js(ANSWERED)
    asking = {"turn": 20, "player": 4, "preset": "v26", "parameters": ALPHA, "seeds": 1}
    tab.js(f"(window.future = {FUTURE}, null)", asking)
    tab.js("(viewer.seek(21), null)")
    tab.js(ANSWERED)
    expected = laboratory.futures(Watched(read(files / "six.hlt")), Question(20, 4, V26, changed(V26, ALPHA)), 1)
    assert tab.js("(await window.future).changed.mean") == expected["changed"]["mean"]
    tab.page.context.close()
    tab.check()


def test_a_worker_that_an_error_ended_is_followed_by_another(asked):
    """What was asked is refused in words; the next question is answered."""
    asking = {"turn": TURN, "player": SEAT, "preset": "v26", "parameters": ALPHA}
    said = asked.js(
        "(async () => { const {service} = viewer.thinking.asking;"
        "const open = service.margin(it).catch(({message}) => message);"
        "service.worker('margins').worker.onerror({preventDefault() {}, message: 'out of memory'}); return open; })()",
        asking,
    )
    assert said == "thinking failed: out of memory"
    assert asked.js("(await viewer.thinking.asking.service.margin(it)).turn", asking) == TURN
