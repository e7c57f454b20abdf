"""The form "Copy as position": a frame of a game becomes a file that `tags` reads."""

import numpy as np
import pytest

from bot import View
from engine.replay import read as read_game
from experiments.positions.position import OWNERS, Square, read
from experiments.recordings.watched import Watched
from tests.browser.conftest import GAME
from tests.support.pages import expect

TURN = 120
HIDDEN = "document.querySelector('.position').hidden"


@pytest.fixture(scope="module")
def watched():
    """The recorded game."""
    return Watched(read_game(GAME))


def select_piece(tab, watched, turn=TURN):
    """The strongest piece of player 2 on this turn, selected."""
    frame = watched.replay.state(turn)
    y, x = divmod(int(np.where(frame.owner == 2, frame.strength, 0).argmax()), frame.width)
    tab.js("(viewer.seek(it[0]), viewer.select({x: it[1], y: it[2]}))", [turn, x, y])
    return x, y


def test_a_saved_position_is_the_frame_with_its_marks_and_what_everybody_remembers(tab, watched, tmp_path):
    x, y = select_piece(tab, watched)
    tab.page.locator(".position summary").click()
    form = tab.page.locator(".position")
    form.get_by_role("button", name="EAST").click()
    form.get_by_role("button", name="NORTH").dblclick()
    form.get_by_role("button", name="SOUTH").click(click_count=3)  # round to neither
    form.get_by_label("theme").fill("dodge")
    form.get_by_label("note").fill('He said "no"\\ü')
    with tab.page.expect_download() as saved:
        form.get_by_role("button", name="Save it").click()
    assert saved.value.suggested_filename == f"dodge-{TURN}-{x}-{y}.toml"
    saved.value.save_as(tmp_path / "mine.toml")
    position, frame = read(tmp_path / "mine.toml"), watched.replay.state(TURN)
    assert position.square == (Square(x, y, right=("EAST",), wrong=("NORTH",)),)
    assert (position.theme, position.note, position.turn) == ("dodge", 'He said "no"\\ü', TURN)
    assert (position.player, position.source.players) == (OWNERS[2], watched.replay.player_names)
    for layer in ("owner", "strength", "production"):
        assert np.array_equal(getattr(position.state, layer), getattr(frame, layer))
    players = range(1, len(watched.replay.player_names) + 1)
    assert position.memories == tuple(watched.memory(TURN, seat) for seat in players)
    assert any(memory.met for memory in position.memories)
    assert isinstance(position.view, View)


def test_the_form_says_what_is_missing_and_forgets_marks_on_another_turn(tab, watched):
    select_piece(tab, watched)
    tab.js("document.querySelector('.position').open = true")
    form = tab.page.locator(".position")
    form.get_by_role("button", name="Copy as position").click()
    form.get_by_text("Call a move right or wrong first").wait_for()
    form.get_by_role("button", name="STILL").click()
    expect(form.get_by_role("button", name="STILL")).to_contain_text("✓")
    select_piece(tab, watched, TURN + 1)
    expect(form.get_by_role("button", name="STILL")).to_have_text("STILL")


def test_the_text_is_on_the_clipboard_or_the_form_advises_a_file(tab, watched):
    select_piece(tab, watched)
    tab.js("document.querySelector('.position').open = true")
    form = tab.page.locator(".position")
    form.get_by_label("theme").fill("")
    form.get_by_role("button", name="WEST").click()
    for clipboard, sentence in (
        ("{writeText: async (text) => (window.written = text)}", "The position is on the clipboard."),
        ("null", "This browser allows no clipboard here: save the file."),
    ):
        tab.js(f"(Object.defineProperty(navigator, 'clipboard', {{configurable: true, value: {clipboard}}}))")
        form.get_by_role("button", name="Copy as position").click()
        form.get_by_text(sentence).wait_for()
    tab.js("delete navigator.clipboard")
    assert tab.js("window.written").startswith('theme = "untitled"\n')


def test_the_form_is_there_for_pieces_that_move(tab, watched):
    """Not without a square, on a neutral square, on a square without strength, and on the last frame."""
    assert tab.js(HIDDEN)
    x, y = select_piece(tab, watched)
    assert not tab.js(HIDDEN)
    frame = watched.replay.state(TURN)
    for squares in (frame.owner == 0, (frame.owner > 0) & (frame.strength == 0)):
        row, column = map(int, np.argwhere(squares)[0])
        tab.js("viewer.select({x: it[0], y: it[1]})", [column, row])
        assert tab.js(HIDDEN)
    tab.js("(viewer.select({x: it[0], y: it[1]}), viewer.seek(viewer.session.lastTurn))", [x, y])
    assert tab.js(HIDDEN)
