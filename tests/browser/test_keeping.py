"""Saving a moment of a game: its link, a picture."""

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from engine.replay import as_bytes, read
from tests.browser.conftest import GAME
from tests.support.pages import new_tab
from tests.support.recordings import GOLDEN

SELECTED = {"x": 6, "y": 2}
FOUR = GOLDEN / "decisions" / "v26-v17-v12-v26-30x30-4403.hlt.gz"
ABOVE = 86  # pixels of a picture's caption


def saved(tab, target):
    """The file that the key C gives."""
    with tab.page.expect_download() as download:
        tab.page.keyboard.press("c")
    download.value.save_as(target)
    return download.value.suggested_filename


def test_a_link_keeps_turn_square_and_layers(explained, browser):
    """Another tab shows the same picture."""
    explained.js(
        "(viewer.seek(84), viewer.select({x: 6, y: 2}), viewer.setLayer('potential'), viewer.setLayer('moves'))"
    )
    explained.page.wait_for_function("() => location.hash === '#turn=84&x=6&y=2&layers=potential,moves'")
    other = new_tab(browser)
    other.page.goto(explained.page.url)
    other.page.wait_for_function("() => window.viewer?.session.thought && viewer.turn === 84")
    other.wait_for("[[...viewer.session.layers], viewer.session.selected]", [["potential", "moves"], SELECTED])
    for tab in (explained, other):
        tab.page.mouse.move(5, 5)
        tab.js("viewer.setTheme('dark')")
    assert other.picture() == explained.picture()
    other.page.context.close()


def test_a_link_changed_by_hand_changes_the_layers(explained):
    """Exactly those it names; names that no layer has are passed over."""
    explained.js("(viewer.setLayer('moves'), (location.hash = '#turn=3&layers=trees,nonsense,wall'))")
    explained.page.wait_for_function("() => viewer.turn === 3")
    explained.wait_for("[...viewer.session.layers]", ["trees", "wall"])


def test_a_picture_has_the_board_and_everybodys_squares(tab, tmp_path):
    """Large enough to print, named after game and turn."""
    tab.js("viewer.seek(84)")
    assert saved(tab, tmp_path / "a.png") == "v26-v17-20x20-4100-turn-84.png"
    with Image.open(tmp_path / "a.png") as picture:
        pixels = np.array(picture.convert("RGB"))
    assert pixels.shape == (ABOVE + 1600, 1600, 3)
    owner, strength = read(GAME).owner[84], read(GAME).strength[84]
    colours = {1: (0x56, 0xB4, 0xE9), 2: (0xE6, 0x9F, 0x00)}
    for y, x in np.argwhere((owner > 0) & (strength > 150))[:6].tolist():
        assert tuple(pixels[ABOVE + 80 * y + 24, 80 * x + 24]) == colours[owner[y, x]], (
            "within the piece, beside its number"
        )
    for colour in colours.values():
        assert (pixels[:ABOVE] == colour).all(axis=2).any(), "the caption names both in their colours"


class TestTheCaptionWasCut:
    """On a narrow board the fourth player's squares lay beyond the edge; on a picture the letters were tiny."""

    @pytest.fixture
    def crowd(self, tab):
        """Four players with names of thirty letters."""
        four = read(FOUR)
        assert tab.open(as_bytes(replace(four, player_names=tuple(letter * 30 for letter in "WMNO"))), "four.hlt")
        tab.js("viewer.seek(40)")
        return tab

    def test_everybody_is_named_within_the_picture(self, crowd, tmp_path):
        """The letters are smaller."""
        saved(crowd, tmp_path / "a.png")
        with Image.open(tmp_path / "a.png") as picture:
            pixels = np.array(picture.convert("RGB"))
        caption = pixels[:ABOVE]
        assert (caption[:, -4:] == caption[0, 0]).all(), "nothing reaches the edge"
        starts = [left_of(caption == colour) for colour in colours(crowd)]
        assert starts == sorted(starts)
        assert len(set(starts)) == 4


def left_of(matches):
    """Where a player's mark begins, four columns wide at least: the rims of letters may have the same colours."""
    solid = matches.all(axis=2).sum(axis=0) >= 4
    return int(np.argmax(np.lib.stride_tricks.sliding_window_view(solid, 4).all(axis=1)))


def colours(tab):
    """Of the four players, as the page has them."""
    rgb = tab.js("viewer.board.colours.rgb")
    return [tuple(colour) for colour in rgb[1:5]]
