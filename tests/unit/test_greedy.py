"""The greedy strategy's parts on boards counted by hand: view, ties, field, trees and pact."""

from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import PRESETS, Memory, View, changed, decide
from bot.greedy import tie_break
from bot.greedy.nap import terms
from bot.greedy.potential import price
from bot.greedy.trees import roots
from tests.support.drawings import board, explained, sketch, strip


def test_players_are_those_who_own_a_square_of_layers_of_one_shape():
    assert board("a1 b0 .9 f1").players == 3
    assert board(".9 .0").players == 0
    wide, high = np.zeros((2, 3), np.uint8), np.zeros((3, 2), np.uint8)
    with pytest.raises(ValueError, match=r"should be one \(H, W\); they are \[\(2, 3\), \(3, 2\)\]"):
        View(wide, high, wide, me=1, turn=0)
    with pytest.raises(ValueError, match=r"should be one \(H, W\)"):
        View(*[np.zeros(6, np.uint8)] * 3, me=1, turn=0)


V26 = PRESETS["v26"]


@given(st.integers(0, 2**64 - 1), st.integers(1, 40))
def test_the_queue_draws_for_all_squares_what_draw_draws_for_one(beginning, squares):
    """Two ways to the same numbers, also where they run over 64 bits."""
    one_by_one = [tie_break.draw(beginning, square, tie_break.QUEUE) for square in range(squares)]
    assert tie_break.queue_draws(beginning, squares).tolist() == one_by_one


def test_no_two_options_of_a_game_draw_the_same_number_and_fixed_ties_draw_none():
    """Squares, options, the queue and turns count apart; mixed as the program of splitmix64's authors does from 0."""
    beginnings = [tie_break.base(V26, turn) for turn in (0, 1, 499)]
    drawn = [tie_break.draw(start, square, option) for start in beginnings for square in (0, 1, 2499)
             for option in range(tie_break.DRAWS)]  # fmt: skip
    assert len(set(drawn)) == len(drawn)
    assert tie_break.base(changed(V26, {"ties": "fixed"}), 7) is None
    assert tie_break.draw(None, 3, 4) == 0
    np.testing.assert_array_equal(tie_break.queue_draws(None, 3), [0, 0, 0])
    published = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert [tie_break.splitmix64(n * tie_break.GOLDEN & (2**64 - 1)) for n in range(3)] == published


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
    ways = {int(decide(sketch(CROSSROADS, turn=turn), Memory(), changed(settings, {"seed": seed})).moves[2, 2])
            for seed in range(8) for turn in range(8)}  # fmt: skip
    assert ways == {1, 2, 3, 4}
    fixed = changed(settings, {"ties": "fixed"})
    assert {int(decide(sketch(CROSSROADS, turn=turn), Memory(), fixed).moves[2, 2]) for turn in range(8)} == {1}


def field(squares, name="v26", **changes):
    """Value, distance and potential of the corridor's squares; alpha and step are 0.1 and 0.2 but for v12's."""
    why = explained(strip(squares), changed(PRESETS[name], {"ties": "fixed", **changes}))
    return why.value[0].tolist(), why.distance[0].tolist(), why.potential[0].tolist()


def test_price_is_the_turns_a_square_needs_to_repay_itself_and_an_empty_one_costs_nothing():
    strength, production = np.array([[20, 0, 7, 0]]), np.array([[4, 3, 0, 0]])
    assert price(strength, production).tolist() == [[5, 0, inf, inf]]
    value, _, _ = field("# .0 # .0 b9 # b9 .0 c9 #")
    assert [value[1], value[3], value[7]] == [0, -0.5, -1]


def test_a_square_behind_the_border_weighs_alpha_and_rich_land_makes_its_border_worth_more():
    """.50 is 50 turns by itself; through .9 it is 0.9 * 9 + 0.1 * 50 = 13.1."""
    value, distance, _ = field("# .9 .50 # #")
    assert value[1:3] == pytest.approx([9, 13.1])
    assert distance[1:3] == [0, 0]
    value, _, _ = field("# a9 .50 .1/2 #")
    assert value[2] == pytest.approx(0.9 * 0.5 + 0.1 * 50)


def test_our_land_keeps_the_value_and_fades_with_the_square_of_the_distance():
    value, distance, potential = field("# a1 a1 a1 .9 #")
    assert value[1:5] == pytest.approx([9, 9, 9, 9])
    assert distance[1:5] == [3, 2, 1, 0]
    assert potential[1:5] == pytest.approx([10.8, 9.8, 9.2, 9])


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


def wall(squares, **changes):
    """Where the pact forbids us to open a corridor of which we fight player 2."""
    fought = Memory(war=frozenset({2}))
    return np.flatnonzero(terms(board(strip(squares)), fought, changed(V26, changes)).wall[0]).tolist()


def test_those_whom_we_fight_are_not_spared():
    assert wall("# b9 .5 a9 .5 c9 #") == [4]
    assert wall("# b9 .0 .5 a9 .5 .0 c9 #") == [5]
    assert wall("# a9 .5 .5 b9 # c9 #", pact_caution=True) == [], "we want to meet them"


def test_we_meet_players_that_touch_an_empty_square_beside_us_at_once():
    """A player once met stays met; two empty squares, or a wall, between us are no meeting."""
    memory = decide(sketch(strip("# b9 .0 a9 .0 .0 c9 .5 a9 #")), Memory(), V26).memory
    assert memory == Memory(starting_players=3, met=frozenset({2}))
    memory = decide(sketch(strip("# a9 .0 c9 #")), memory, V26).memory
    assert memory == Memory(starting_players=3, met=frozenset({2, 3}))
    board = strip("# a9 .5 b9 .0 a9 #")
    explanation = decide(sketch(board), Memory(), changed(V26, {"pact": "until_met"}), explain=True).explanation
    assert not explanation.wall.any()
