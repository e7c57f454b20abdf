"""Saving a moment of a game: its link, a picture, a film."""

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


def saved(tab, label, target):
    """The file that a button gives."""
    with tab.page.expect_download() as download:
        tab.page.get_by_role("button", name=label).click()
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
    assert other.js("[[...viewer.session.layers], viewer.session.selected]") == [["potential", "moves"], SELECTED]
    for tab in (explained, other):
        tab.page.mouse.move(5, 5)
        tab.js("viewer.setTheme('dark')")
    assert other.picture() == explained.picture()
    other.page.context.close()


def test_a_link_changed_by_hand_changes_the_layers(explained):
    """Exactly those it names; names that no layer has are passed over."""
    explained.js("(viewer.setLayer('moves'), (location.hash = '#turn=3&layers=trees,nonsense,wall'))")
    explained.page.wait_for_function("() => viewer.turn === 3")
    assert explained.js("[...viewer.session.layers]") == ["trees", "wall"]


def test_the_link_is_put_on_the_clipboard_or_shown(tab):
    """Where browsers allow no clipboard it can be copied by hand."""
    tab.js("(viewer.seek(33), (Object.defineProperty(navigator, 'clipboard', {configurable: true, value: null})))")
    tab.page.keyboard.press("c")
    tab.page.get_by_role("button", name="Copy the link").click()
    tab.page.wait_for_function("() => viewer.keeping.innerText.includes('#turn=33')")
    tab.js("delete navigator.clipboard")


def test_a_picture_has_the_board_and_everybodys_squares(tab, tmp_path):
    """Large enough to print, named after game and turn."""
    tab.js("viewer.seek(84)")
    tab.page.keyboard.press("c")
    assert saved(tab, "Save a picture (PNG)", tmp_path / "a.png") == "v26-v17-20x20-4100-turn-84.png"
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


def test_a_film_has_a_picture_a_turn(tab, tmp_path):
    """GIF, at the speed of the playback; the page stays where it was."""
    tab.js("(viewer.seek(80), viewer.session.setSpeed(10))")
    tab.page.keyboard.press("c")
    tab.page.get_by_label("last turn of the film").fill("84")
    assert saved(tab, "Save the film (GIF)", tmp_path / "a.gif") == "v26-v17-20x20-4100-turns-80-84.gif"
    with Image.open(tmp_path / "a.gif") as film:
        assert (film.n_frames, film.size, film.info["duration"]) == (5, (560, 590), 100)
        assert film.info["loop"] == 0
        owner, strength = read(GAME).owner, read(GAME).strength
        for number, turn in enumerate(range(80, 85)):
            film.seek(number)
            pixels = np.array(film.convert("RGB"))
            for y, x in np.argwhere((owner[turn] > 0) & (strength[turn] > 100))[:9].tolist():
                blue_or_orange = (0x56, 0xB4, 0xE9) if owner[turn, y, x] == 1 else (0xE6, 0x9F, 0x00)
                assert tuple(pixels[30 + 28 * y + 14, 28 * x + 14]) == blue_or_orange
    assert tab.js("viewer.turn") == 80


def recorded(tab, first, last, target):
    """The pictures of a film of these turns, and what is said of it."""
    tab.page.keyboard.press("c")
    tab.page.get_by_label("first turn of the film").fill(str(first))
    tab.page.get_by_label("last turn of the film").fill(str(last))
    saved(tab, "Save the film (GIF)", target)
    tab.page.wait_for_function("() => viewer.keeping.innerText.includes('is saved')")
    with Image.open(target) as film:
        pictures = []
        for number in range(film.n_frames):
            film.seek(number)
            pictures.append(np.array(film.convert("RGB"), int))
    return pictures, tab.page.locator(".keeping .hint").inner_text()


class TestTheCaptionWasCut:
    """On a narrow board the fourth player's squares lay beyond the edge; on a picture the letters were tiny."""

    @pytest.fixture
    def crowd(self, tab):
        """Four players with names of thirty letters."""
        four = read(FOUR)
        assert tab.open(as_bytes(replace(four, player_names=tuple(letter * 30 for letter in "WMNO"))), "four.hlt")
        tab.js("viewer.seek(40)")
        return tab

    @pytest.mark.parametrize(("label", "kind"), [("Save a picture (PNG)", "png"), ("Save the film (GIF)", "gif")])
    def test_everybody_is_named_within_the_picture(self, crowd, tmp_path, label, kind):
        """Long names are cut, and then the letters are smaller."""
        crowd.page.keyboard.press("c")
        crowd.page.get_by_label("last turn of the film").fill("40")
        saved(crowd, label, tmp_path / f"a.{kind}")
        with Image.open(tmp_path / f"a.{kind}") as picture:
            pixels = np.array(picture.convert("RGB"))
        caption = pixels[: round(30 * pixels.shape[0] / 590)]
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


def test_a_colour_means_the_same_number_in_the_whole_film(explained, tmp_path):
    """Each picture had a scale of its own, and a square that stayed as it was changed its colour."""
    explained.js("viewer.setLayer('potential')")
    first, last = 30, 60
    pictures, said = recorded(explained, first, last, tmp_path / "a.gif")
    assert said.endswith("is saved.")
    seen = []
    for turn in (first, last):
        potential = np.array(
            explained.js("[...viewer.session.explanation.turn(it).potential].map(String)", turn), float
        )
        for square in np.flatnonzero(np.isfinite(potential)).tolist():
            y, x = divmod(square, 20)
            seen.append((potential[square], turn, pictures[turn - first][30 + 28 * y + 7, 28 * x + 7]))
    alike = [
        (one, other)
        for one in seen
        for other in seen
        if one[1] < other[1] and abs(one[0] - other[0]) <= 1e-3 * abs(one[0])
    ]
    assert len(alike) > 10
    assert max(np.abs(one[2] - other[2]).max() for one, other in alike) <= 12, "but for the 256 colours of a GIF"


def test_a_film_says_where_layers_are_missing(explained, tmp_path):
    """On the last frame nothing is decided."""
    explained.js("viewer.setLayer('potential')")
    _, said = recorded(explained, 141, 143, tmp_path / "a.gif")
    assert "1 of its 3 turns" in said


@pytest.mark.parametrize(("first", "last"), [("5", "4"), ("0", "144"), ("", "3")])
def test_turns_that_are_no_stretch_are_refused_in_words(tab, first, last):
    """The game has turns 0 to 143."""
    tab.page.keyboard.press("c")
    tab.page.get_by_label("first turn of the film").fill(first)
    tab.page.get_by_label("last turn of the film").fill(last)
    tab.page.get_by_role("button", name="Save the film (GIF)").click()
    assert "two of 0 to 143" in tab.page.locator(".keeping").inner_text()
