"""Names of players as the page shows them."""

import pytest

from engine.names import shown as shown_by_the_engine
from engine.replay import as_bytes
from tests import hostile

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
