"""The pact: which squares are walls, against which players, and when it ends."""

import numpy as np
import pytest

from bot import PRESETS, Memory, changed, decide
from bot.greedy.nap import terms
from tests.support.drawings import board, drawn, strip

V26 = PRESETS["v26"]


def pact(text, met=(), **changes):
    """The terms on a drawn board."""
    return terms(board(text), Memory(met=frozenset(met)), changed(V26, changes))


def wall(text, *words, **changes):
    """Columns of the first row on which the wall stands."""
    return np.flatnonzero(pact(text, *words, **changes).wall[0]).tolist()


@pytest.mark.parametrize(
    ("squares", "expected"),
    [
        ("# a9 .5 b9 #", [2]),
        ("# a9 .5/0 b9 #", [2]),  # what it would yield does not matter
        ("# a9 .5 .5 b9 #", []),  # two squares between: neither is the last
        ("# a9 .5 .0 .5 b9 #", [2]),  # an empty square behind it counts like an enemy
        ("# a9 .0 b9 #", []),  # the front is open
        ("# a9 .5 a9 #", []),  # between ours
        ("# .5 b9 .5 c9 #", []),  # not ours to keep
    ],
)
def test_the_wall_is_the_last_square_between_us_and_an_enemy_or_an_open_front(squares, expected):
    """A neutral square with strength that touches us and, beyond, an enemy or an empty square."""
    assert wall(strip(squares)) == expected


def test_everybody_is_spared_by_v26_those_not_met_until_they_are_and_nobody_without_a_pact():
    """Also those we have met: the original has this slip. Without it, their walls are squares like any other."""
    assert wall(strip("# a9 .5 b9 #"), {2}) == [2]
    assert wall(strip("# a9 .5 .0 b9 #"), {2}, pact="until_met") == [2]
    assert wall(strip("# b9 .5 a9 .5 c9 #"), pact="off") == []
    board = strip("# b9 .5 a9 .5 c9 #")
    assert wall(board, {2}, pact="until_met") == [4]
    assert wall(board, {2, 3}, pact="until_met") == []
    assert wall(board, pact="until_met") == [2, 4]


def test_those_whom_we_fight_are_not_spared():
    """War opens the walls to this enemy, and the way through empty squares that touch no other player."""
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


@pytest.mark.parametrize("pact", ["everybody", "until_met"])
def test_heads_up_the_pact_can_end(pact):
    """With two players left only the opponent gains by our restraint; with three it holds either way."""
    two, three = strip("# a9 .5 b9 #"), strip("# a9 .5 b9 # c9 #")
    assert wall(two, pact=pact, pact_heads_up="on") == wall(three, pact=pact, pact_heads_up="on") == [2]
    assert wall(two, pact=pact, pact_heads_up="off") == []
    assert wall(three, pact=pact, pact_heads_up="off") == [2]
    assert wall(strip("# a9 .5 .5 b9 #"), pact=pact, pact_heads_up="off", pact_caution=True) == []


@pytest.mark.parametrize(
    ("squares", "expected"),
    [
        ("# a9 .5 b9 #", False),  # the wall is all there is
        ("# a9 .5 b9 # a9 .5 #", True),
        ("# a9 .5 b9 # a9 .5/0 #", False),  # a square that yields nothing is nothing to mine
        ("# a9 .5 b9 # a9 .0 #", True),  # an empty square is, so one open front is enough
        ("# a9 .5 b9 # .5 #", False),  # it must touch us
    ],
)
def test_mining_remains_while_something_productive_touches_us_that_is_no_wall(squares, expected):
    """As in v26; while it is so, stepping on a wall costs wall_penalty."""
    assert pact(strip(squares)).mining_remains is expected


def test_we_meet_players_that_touch_an_empty_square_beside_us_at_once():
    """A player once met stays met; two empty squares, or a wall, between us are no meeting."""
    memory = decide(drawn(strip("# b9 .0 a9 .0 .0 c9 .5 a9 #")), Memory(), V26).memory
    assert memory == Memory(starting_players=3, met=frozenset({2}))
    memory = decide(drawn(strip("# a9 .0 c9 #")), memory, V26).memory
    assert memory == Memory(starting_players=3, met=frozenset({2, 3}))
    board = strip("# a9 .5 b9 .0 a9 #")
    explanation = decide(drawn(board), Memory(), changed(V26, {"pact": "until_met"}), explain=True).explanation
    assert not explanation.wall.any()
