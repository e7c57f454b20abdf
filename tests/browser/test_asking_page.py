"""The page of a game, opened from its file, asks any preset with any parameters; no server and no Python answers."""

from dataclasses import replace

import numpy as np
import pytest

from bot import Memory, changed, decide, preset
from engine.replay import as_bytes, read
from experiments.recordings import frames
from tests.browser.conftest import GAME, new_tab
from tests.support.pages import BYTES, as_text

ANSWERED = """
new Promise((done) => {
  const look = () => (viewer.thinking.asking?.isKnown(viewer.turn) ? done() : setTimeout(look, 5));
  look();
})
"""
"""Resolves when the shown frame is answered."""

TURN, SEAT = 110, 1


@pytest.fixture(scope="module")
def replay():
    """A golden game of v26 against v17."""
    return read(GAME)


@pytest.fixture
def asked(browser, explained_page):
    """Its page with what v26 thought, on a turn of its fight, with the panel open."""
    tab = new_tab(browser).goto(explained_page)
    tab.js(f"viewer.seek({TURN}), null")
    tab.page.click(".ask-button")
    tab.js(ANSWERED)
    yield tab
    tab.page.context.close()
    tab.check()


def thought(replay, turn, **changes):
    """What v26 with these changes decides there, having seen all frames before."""
    parameters, memory = changed(preset("v26"), changes), Memory()
    for before in range(turn):
        memory = decide(frames.view(replay, before, SEAT), memory, parameters).memory
    return decide(frames.view(replay, turn, SEAT), memory, parameters, explain=True).explanation


def test_a_dragged_slider_shows_the_field_and_moves_that_python_has(asked, replay):
    """Potential, reasons and moves with another alpha; squares that move differently from the preset are counted."""
    asked.page.locator(".knob[data-knob=alpha] input[type=number]").fill("0.4")
    asked.page.keyboard.press("Tab")
    asked.js(ANSWERED)
    expected, plain = thought(replay, TURN, alpha=0.4), thought(replay, TURN)
    for name in ("potential", "reason", "move", "light", "score"):
        there = np.array(asked.js(f"Array.from(viewer.session.thought.{name}, String)"), np.float64)
        np.testing.assert_array_equal(there, np.asarray(getattr(expected, name), np.float64).ravel(), err_msg=name)
    ours = frames.view(replay, TURN, SEAT).owner == SEAT
    differing = np.flatnonzero(ours & (expected.move != plain.move)).tolist()
    assert differing
    assert asked.js("viewer.thinking.asking.changedNow") == differing
    assert f"{len(differing)} moves differ from v26" in asked.page.locator(".ask .status").inner_text()
    assert len(asked.js("viewer.session.marks")) == len(differing)


def test_what_is_computed_here_and_what_was_written_are_told_apart(asked):
    """The panel's thoughts say so; closed again, the page shows what the explanation file holds, and no frames."""
    assert "computed on this page" in asked.page.locator(".side").inner_text()
    asked.page.click(".ask-button")
    assert asked.js("viewer.session.explanation === first.explanation")
    assert "computed on this page" not in asked.page.locator(".side").inner_text()
    assert asked.js("viewer.session.marks.length") == 0
    assert asked.page.locator(".ask").count() == 0


def test_the_champion_is_said_to_be_its_greedy_moves(asked):
    """Its opening plan, search, council and campaign are not computed here, and their parameters are not offered."""
    asked.page.locator(".ask .choices select").nth(1).select_option("champion")
    asked.js(ANSWERED)
    assert "are not" in asked.page.locator(".ask .choices + p").inner_text()
    assert asked.page.locator("[data-knob=combat_search], [data-knob=opening_search]").count() == 0


def test_another_replay_is_asked_about_as_soon_as_it_is_dropped(asked):
    """Of a game without an explanation every player can be asked."""
    assert asked.open((GAME.parent / "v17-v12-30x24-4302.hlt.gz").read_bytes(), "v17-v12.hlt.gz")
    asked.js("viewer.seek(40), null")
    asked.js(ANSWERED)
    asked.page.locator(".ask .choices select").first.select_option("2")
    asked.js(ANSWERED)
    assert asked.js("[viewer.session.explained, viewer.session.explanation.header.name]") == [2, "v12"]


def test_a_bot_named_as_a_member_of_every_object_is_asked_about_too(asked, replay):
    """A bot called `toString` was taken for a preset of that name: `in` finds what every object of JavaScript has."""
    named = replace(replay, player_names=("toString", "constructor"))
    asked.js(f"viewer.open({BYTES}, 'named.hlt')", {"content": as_text(as_bytes(named))})
    asked.js(ANSWERED)
    for player in (1, 2):
        asked.js(f"(viewer.thinking.asking.setPlayer({player}), null)")
        asked.js(ANSWERED)
        assert asked.js("viewer.thinking.asking.preset === viewer.thinking.asking.known.default")


def test_what_a_file_has_is_shown_again_after_another_game(asked):
    """The panel was closed on a second game, and showed the first one's thoughts on it."""
    assert asked.open((GAME.parent / "v17-v12-30x24-4302.hlt.gz").read_bytes(), "v17-v12.hlt.gz")
    asked.js(ANSWERED)
    asked.page.click(".ask-button")
    assert asked.js("viewer.session.explanations.length") == 0


def test_a_file_that_is_read_while_the_panel_is_open_waits_behind_it(asked, explanation):
    """It was shown in place of the answer, under the panel that says that the page computes it."""
    assert asked.open(explanation.read_bytes(), "again.explain.gz")
    asked.js(ANSWERED)
    assert asked.js("viewer.session.explanation.header.source") == "page"
    asked.page.click(".ask-button")
    assert asked.js("viewer.session.explanation.name") == "again.explain.gz"


def test_the_address_keeps_the_question(browser, explained_page):
    """A link opened again opens the panel and asks the same; words that make no question are passed over."""
    tab = new_tab(browser).goto(
        explained_page, "#turn=70&player=2&as=v17&alpha=0.3&dodge=off&as=v17&nonsense=3&hold_until=x"
    )
    tab.js(ANSWERED)
    asked = (
        "[viewer.turn, viewer.thinking.asking.player, viewer.thinking.asking.preset, viewer.thinking.asking.changes]"
    )
    assert tab.js(asked) == [70, 2, "v17", {"alpha": 0.3, "dodge": False}]
    assert tab.js("viewer.session.explanation.header.name") == "v17?alpha=0.3&dodge=off"
    tab.js("(viewer.thinking.asking.setValue('alpha', 0.2), viewer.seek(71), viewer.writeAddress())")
    assert tab.js("location.hash") == "#turn=71&layers=potential&player=2&as=v17&alpha=0.2&dodge=off"
    tab.page.click(".ask-button")
    tab.js("viewer.writeAddress()")
    assert "as=" not in tab.js("location.hash")
    tab.page.context.close()
    tab.check()


def test_a_browser_without_webassembly_says_so_and_shows_the_game(browser, game_page):
    """Nothing is promised that cannot be kept; the game can be watched."""
    tab = new_tab(browser)
    tab.page.add_init_script("delete window.WebAssembly")
    tab.goto(game_page)
    tab.page.click(".ask-button")
    tab.page.wait_for_selector(".message-bar:not([hidden])")
    assert "no WebAssembly" in tab.message
    tab.js("viewer.seek(5), null")
    assert tab.js("viewer.turn") == 5
    tab.check()
    tab.page.context.close()
