"""The pact: which squares are walls, against which players, and when it ends."""

import numpy as np
import pytest

from bot import PRESETS, Memory, changed, decide
from bot.greedy.nap import terms
from tests.support.drawings import board, drawn, strip

V26 = PRESETS["v26"]


def pact(text, met=(), **changes):
    return terms(board(text), Memory(met=frozenset(met)), changed(V26, changes))


def wall(text, *words, **changes):
    return np.flatnonzero(pact(text, *words, **changes).wall[0]).tolist()


def test_those_whom_we_fight_are_not_spared():
    fought = Memory(war=frozenset({2}))
    assert np.flatnonzero(terms(board(strip("# b9 .5 a9 .5 c9 #")), fought, V26).wall[0]).tolist() == [4]
    assert np.flatnonzero(terms(board(strip("# b9 .0 .5 a9 .5 .0 c9 #")), fought, V26).wall[0]).tolist() == [5]


@pytest.mark.parametrize(
    ("squares", "expected"),
    [
        ("# a9 .5 .5 b9 # c9 #", [2]),  # b could take the farther one this turn, and stand before us
        ("# a9 .5 .9 b9 # c9 #", []),  # it is too strong for b
        ("# a9 .5 .5 .5 b9 # c9 #", []),  # b is too far away
        ("# a9 .5 .5 a9 # # c9 #", []),  # ours
    ],
)
def test_caution_keeps_a_square_more_between_us_and_who_could_come(squares, expected):
    """Two who mine towards one another would otherwise meet without either having opened the wall."""
    assert wall(strip(squares), pact_caution=True) == expected
    assert wall(strip(squares)) == []
    fought = terms(board(strip(squares)), Memory(war=frozenset({2})), changed(V26, {"pact_caution": True}))
    assert not fought.wall.any(), "we want to meet those whom we fight"


def test_we_meet_players_that_touch_an_empty_square_beside_us_at_once():
    """A player once met stays met; two empty squares, or a wall, between us are no meeting."""
    memory = decide(drawn(strip("# b9 .0 a9 .0 .0 c9 .5 a9 #")), Memory(), V26).memory
    assert memory == Memory(starting_players=3, met=frozenset({2}))
    memory = decide(drawn(strip("# a9 .0 c9 #")), memory, V26).memory
    assert memory == Memory(starting_players=3, met=frozenset({2, 3}))
    board = strip("# a9 .5 b9 .0 a9 #")
    explanation = decide(drawn(board), Memory(), changed(V26, {"pact": "until_met"}), explain=True).explanation
    assert not explanation.wall.any()
