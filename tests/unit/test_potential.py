"""The potential field on corridors short enough to compute by hand."""

from math import inf

import numpy as np
import pytest

from bot import PRESETS, changed
from bot.greedy.potential import price
from tests.support.drawings import explained, strip


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


def test_a_price_leaks_through_our_land():
    """.90 is 0.9 * 9 + 0.1 * 90 = 17.1 when the price of .9 comes out of our land on its far side, and not 90;
    the way it came is carried along as its distance.
    """
    value, distance, potential = field("# .9 a9 .90 #")
    assert value[1:4] == pytest.approx([9, 9, 17.1])
    assert distance[1:4] == [0, 1, 1]
    assert potential[3] == pytest.approx(17.1 + 0.2)


def test_v12_rounds_as_v12_did():
    """alpha * (S / P), where its successors have (alpha * S) / P: 0.1 * (3 / 7) and 0.3 / 7 differ in the last bit."""
    for name, share in (("v12", 0.1 * (3 / 7)), ("v17", (0.1 * 3) / 7)):
        value, _, _ = field("# .3/7 .0 b0 #", name, alpha=0.1)
        assert value[1] == (1 - 0.1) * value[2] + share
    assert 0.1 * (3 / 7) != (0.1 * 3) / 7
