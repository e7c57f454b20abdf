"""Saving a moment of a game: its link, a picture, a position."""

import numpy as np
import pytest
from PIL import Image

from bot import View
from engine.replay import read
from experiments.positions.position import OWNERS, Square
from experiments.positions.position import read as read_position
from experiments.recordings.watched import Watched
from tests.browser.conftest import GAME
from tests.support.pages import expect, new_tab

SELECTED = {"x": 6, "y": 2}


def test_a_link_keeps_turn_square_and_layers(explained, browser):
    """One that is changed by hand changes the layers to exactly those it names; names that none has are passed over."""
    explained.js("(viewer.session.seek(84), viewer.session.select(it))", SELECTED)
    explained.js("(viewer.session.setLayer('potential'), viewer.session.setLayer('moves'))")
    explained.wait_for("location.hash", "#turn=84&x=6&y=2&layers=potential,moves")
    other = new_tab(browser)
    other.page.goto(explained.page.url)
    other.until("window.viewer?.session.thought && viewer.session.turn === 84")
    other.wait_for("[[...viewer.session.layers], viewer.session.selected]", [["potential", "moves"], SELECTED])
    for tab in (explained, other):
        tab.page.mouse.move(5, 5)
        tab.js("viewer.setTheme('dark')")
    assert other.picture() == explained.picture()
    other.page.context.close()
    explained.js("(location.hash = '#turn=3&layers=trees,nonsense,wall')")
    explained.wait_for("[viewer.session.turn, ...viewer.session.layers]", [3, "trees", "wall"])


def test_a_picture_is_the_board_as_it_is_seen(tab, tmp_path):
    tab.js("viewer.session.seek(84)")
    tab.picture()
    height = round(tab.js("viewer.camera.area.height"))
    with tab.page.expect_download() as download:
        tab.page.keyboard.press("c")
    assert download.value.suggested_filename == "v26-v17-20x20-4100-turn-84.png"
    download.value.save_as(tmp_path / "a.png")
    with Image.open(tmp_path / "a.png") as picture:
        pixels = np.array(picture.convert("RGB"))
    assert pixels.shape == (height, height, 3)
    side = height / 20
    owner, strength = read(GAME).owner[84], read(GAME).strength[84]
    colours = {1: (0x56, 0xB4, 0xE9), 2: (0xE6, 0x9F, 0x00)}
    for y, x in np.argwhere((owner > 0) & (strength > 150))[:6].tolist():
        beside = tuple(pixels[int(side * (y + 0.3)), int(side * (x + 0.3))])  # within the piece, beside its number
        assert beside == colours[owner[y, x]]


# The form "Save as position": a frame of a game becomes a file that `tags` reads.


TURN = 120
HIDDEN = "document.querySelector('.position').hidden"


@pytest.fixture(scope="module")
def watched():
    return Watched(read(GAME))


def select_piece(tab, watched, turn=TURN):
    frame = watched.replay.state(turn)
    y, x = divmod(int(np.where(frame.owner == 2, frame.strength, 0).argmax()), frame.width)
    tab.js("(viewer.session.seek(it[0]), viewer.session.select({x: it[1], y: it[2]}))", [turn, x, y])
    tab.js("document.querySelector('.position').open = true")
    return x, y


def test_a_saved_position_is_the_frame_with_its_marks_and_what_everybody_remembers(tab, watched, tmp_path):
    x, y = select_piece(tab, watched)
    form = tab.page.locator(".position")
    form.get_by_role("button", name="EAST").click()
    form.get_by_role("button", name="NORTH").dblclick()
    form.get_by_role("button", name="SOUTH").click(click_count=3)  # round to neither
    form.get_by_label("theme").fill("dodge")
    form.get_by_label("note").fill('He said "no"\\ü')
    with tab.page.expect_download() as saved:
        form.get_by_role("button", name="Save the position").click()
    assert saved.value.suggested_filename == f"dodge-{TURN}-{x}-{y}.toml"
    saved.value.save_as(tmp_path / "mine.toml")
    position, frame = read_position(tmp_path / "mine.toml"), watched.replay.state(TURN)
    assert position.square == (Square(x, y, right=("EAST",), wrong=("NORTH",)),)
    assert (position.theme, position.note, position.turn) == ("dodge", 'He said "no"\\ü', TURN)
    assert (position.player, position.source.players) == (OWNERS[2], watched.replay.player_names)
    for layer in ("owner", "strength", "production"):
        assert np.array_equal(getattr(position.state, layer), getattr(frame, layer))
    players = range(1, len(watched.replay.player_names) + 1)
    assert position.memories == tuple(watched.memory(TURN, seat) for seat in players)
    assert any(memory.met for memory in position.memories)
    assert isinstance(position.view, View)


def test_the_form_says_what_is_missing_and_forgets_its_marks(tab, watched):
    select_piece(tab, watched)
    form = tab.page.locator(".position")
    save, still = (form.get_by_role("button", name=name) for name in ("Save the position", "STILL"))
    save.click()
    form.get_by_text("Call a move right or wrong first").wait_for()
    still.click()
    expect(still).to_contain_text("✓")
    select_piece(tab, watched, TURN + 1)
    expect(still).to_have_text("STILL")


def test_the_form_is_there_for_pieces_that_move(tab, watched):
    """Not without a square, on a neutral square, on a square without strength, and on the last frame."""
    assert tab.js(HIDDEN)
    x, y = select_piece(tab, watched)
    assert not tab.js(HIDDEN)
    frame = watched.replay.state(TURN)
    for squares in (frame.owner == 0, (frame.owner > 0) & (frame.strength == 0)):
        row, column = map(int, np.argwhere(squares)[0])
        tab.js("viewer.session.select({x: it[0], y: it[1]})", [column, row])
        assert tab.js(HIDDEN)
    tab.js("(viewer.session.select({x: it[0], y: it[1]}), viewer.session.seek(viewer.session.lastTurn))", [x, y])
    assert tab.js(HIDDEN)
