"""Red-green trees small enough to count by hand: which squares go now and which wait."""

import numpy as np
import pytest

from bot import PRESETS, changed
from bot.greedy.trees import FREE, GREEN, RED, roots
from tests.support.drawings import explained, strip

NAMES = {FREE: "-", RED: "r", GREEN: "g"}


def lights(text):
    """The lights of the board, row by row; - where there is none."""
    light = explained(text, changed(PRESETS["v26"], {"ties": "fixed"})).light
    return [" ".join(NAMES[value] for value in row) for row in light.tolist()]


@pytest.mark.parametrize(
    ("squares", "expected"),
    [
        ("# a10 .9 #", "- g - -"),  # stronger than the root: goes
        ("# a9 .9 #", "- r - -"),  # equal is not enough: the capture would leave nothing
        ("# a5 .9 a5 #", "- g - g -"),  # each too weak, together enough
        ("# a5 .9 a4 #", "- r - r -"),
        ("# a20 .9 a5 #", "- g - - -"),  # the weaker one is not needed, and free
        ("# a9 .9 a20 #", "- - - g -"),
        ("# a0 .9 a10 #", "- - - g -"),  # a square without strength never helps
        ("# a7 a2 .9 #", "- g r - -"),  # level 2 brings 7, level 1 waits: 2 + 1 (its production) = 10
        ("# a6 a2 .9 #", "- r r - -"),  # 9 are not more than 9
        ("# a6 a2/2 .9 #", "- g r - -"),  # production while waiting counts
        ("# a5 a0 a2 .9 #", "- g r r - -"),  # two turns of waiting: 2 + 1, then 0 + 1 + 1, then 5: 10
        ("# a4 a0 a2 .9 #", "- r r r - -"),
        ("# a20 a9 .9 #", "- - r - -"),  # 9 and one more turn are enough: level 2 is not asked
        ("# a9 a5 a4/6 .9 #", "- - - r - -"),
        ("# a20 a8 .9 #", "- g r - -"),  # 8 and one more turn are 9, not more than 9
        ("# a50 .0 #", "- - - -"),  # an empty square is no root
        ("# a50 #", "- r -"),  # rock is one
    ],
)
def test_a_corridor_is_lit(squares, expected):
    """Nearest level first: red while all that came so far are not enough, green once they are."""
    assert lights(strip(squares))[0] == expected


def test_a_tree_branches_and_of_equal_squares_those_to_the_west_go_then_those_to_the_north():
    """Level 1, to which both of level 2 look, waits; equals go by column, then row, as in the original."""
    fork = """
        # #  #  #  #
        # a5 a1 .9 #
        # #  a4 #  #
        # #  #  #  #
    """
    assert lights(fork)[1:3] == ["- g r - -", "- - g - -"]
    cross = """
        #  #  #  #  #
        #  #  a5 #  #
        #  a5 .9 a5 #
        #  #  a5 #  #
    """
    assert lights(cross) == ["- - - - -", "- - g - -", "- g - - -", "- - - - -"]


def test_roots_are_where_trees_stand_and_are_explained():
    """Followed over any number of steps; squares that look in a circle have none."""
    assert roots({1: 2, 2: 3, 4: 3, 3: 9, 5: 6, 6: 5, 7: 5}) == {1: 9, 2: 9, 3: 9, 4: 9}
    why = explained(strip("# a20 a9 .9 #"), PRESETS["v26"])
    np.testing.assert_array_equal(why.root[0], [-1, 3, 3, -1, -1])


def test_every_square_on_the_way_to_a_root_is_left_once():
    """Also in a circle, into which several ways lead: explaining a full board took half a second instead of 0.04 s."""

    class Counting(dict):
        steps = 0

        def __getitem__(self, square):
            self.steps += 1
            return super().__getitem__(square)

    ways = Counting({square: max(square - 1, 0) for square in range(2500)} | {0: 1})
    assert roots(ways) == {}
    assert ways.steps == 2500
