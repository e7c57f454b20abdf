"""Names of players as the page shows them."""

from dataclasses import replace

import numpy as np
import pytest

from engine.names import shown as shown_by_the_engine
from engine.replay import as_bytes, read
from tests.browser.conftest import GAME
from tests.support import hostile
from tests.support.pages import resize

UNLIKE = ("half a letter", "latin-1")
"""Bytes that are no UTF-8: a browser's text has U+FFFD for them, the engine knows which they were."""


@pytest.mark.parametrize("start", range(0, len(hostile.NAMES), 6))
def test_a_page_shows_names_as_the_engine_does(tab, start):
    """No sign steers the line, nothing is markup, and a name of 100,000 letters is cut."""
    names = dict(list(hostile.NAMES.items())[start : start + 6])
    assert tab.open(as_bytes(hostile.game(*names.values())), "names.hlt")
    shown_names = dict(zip(names, tab.js("viewer.session.game.players"), strict=False))
    expected = {what: shown_by_the_engine(name) for what, name in names.items()}
    for what in set(UNLIKE) & set(names):
        expected[what] = names[what].encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    assert shown_names == expected
    tab.js("(viewer.seek(1), viewer.select({x: 1, y: 1}), viewer.board.draw())")
    assert tab.js("document.querySelectorAll('img[src=x]').length") == 0


def test_a_name_of_ten_megabytes_and_half_a_pair_are_shown(tab):
    """The page once laid out every letter."""
    assert tab.open(hostile.edited(player_names=f'["{"n" * 10_000_000}",{hostile.LONE}]'), "long.hlt")
    assert tab.js("viewer.session.game.players.map((name) => name.length)") == [200, 6]


@pytest.mark.parametrize("width", [390, 1200])
def test_a_name_without_blanks_makes_no_panel_wider(tab, width):
    """Thirty bytes of W were cut off in the story, and pushed the numbers of a square out of its panel."""
    resize(tab.page, width, 800)
    assert tab.open(as_bytes(replace(read(GAME), player_names=("W" * 30, "M" * 30))), "wide.hlt")
    tab.page.wait_for_function("() => viewer.session.story.length > 0")
    y, x = np.argwhere(read(GAME).owner[0] == 1)[0].tolist()
    tab.js("viewer.select(it)", {"x": x, "y": y})
    assert tab.js("document.querySelector('h1').offsetHeight") < 30, "Halite in one line; not there on a phone"
    tops = tab.js("[...document.querySelectorAll('header.top > button')].map((button) => button.offsetTop)")
    assert max(tops) - min(tops) < 20, "all buttons in one line"
    wider = "[document.documentElement, ...document.querySelectorAll('.side, .happenings, .top, .inspector')]"
    assert tab.js(f"{wider}.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.className)") == []
    resize(tab.page, 1280, 800)
