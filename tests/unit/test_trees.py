"""Red-green trees small enough to count by hand: which squares go now and which wait."""

import numpy as np

from bot import PRESETS
from bot.greedy.trees import roots
from tests.support.drawings import explained, strip


def test_roots_are_where_trees_stand_and_are_explained():
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
