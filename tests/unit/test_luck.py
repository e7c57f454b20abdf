"""Ties: a seeded number for every square and option, or the fixed order."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import PRESETS, Memory, changed, decide
from bot.greedy import luck
from tests.support.drawings import drawn

V26 = PRESETS["v26"]


@given(st.integers(0, 2**64 - 1), st.integers(1, 40))
def test_the_queue_draws_for_all_squares_what_draw_draws_for_one(beginning, squares):
    """Two ways to the same numbers, also where they run over 64 bits."""
    one_by_one = [luck.draw(beginning, square, luck.QUEUE) for square in range(squares)]
    assert luck.queue(beginning, squares).tolist() == one_by_one


def test_no_two_options_of_a_game_draw_the_same_number_and_fixed_ties_draw_none():
    """Squares, options, the queue and turns count apart; mixed as the program of splitmix64's authors does from 0."""
    beginnings = [luck.start(V26, turn) for turn in (0, 1, 499)]
    drawn = [luck.draw(start, square, option) for start in beginnings for square in (0, 1, 2499)
             for option in range(luck.DRAWS)]  # fmt: skip
    assert len(set(drawn)) == len(drawn)
    assert luck.start(changed(V26, {"ties": "fixed"}), 7) is None
    assert luck.draw(None, 3, 4) == 0
    np.testing.assert_array_equal(luck.queue(None, 3), [0, 0, 0])
    published = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert [luck.mixed(n * luck.GOLDEN & (2**64 - 1)) for n in range(3)] == published


CROSSROADS = """
    #  #   .5 #   #
    #  #   a1 #   #
    .5 a1  A9 a1 .5
    #  #   a1 #   #
    #  #   .5 #   #
"""


@pytest.mark.parametrize("name", PRESETS)
def test_another_seed_or_turn_takes_another_way_where_all_are_equal(name):
    settings = changed(PRESETS[name], {"hold_until": 0, "red_green": False})
    ways = {int(decide(drawn(CROSSROADS, turn=turn), Memory(), changed(settings, {"seed": seed})).moves[2, 2])
            for seed in range(8) for turn in range(8)}  # fmt: skip
    assert ways == {1, 2, 3, 4}
    fixed = changed(settings, {"ties": "fixed"})
    assert {int(decide(drawn(CROSSROADS, turn=turn), Memory(), fixed).moves[2, 2]) for turn in range(8)} == {1}
