"""What holds for one turn on any board: symmetry, bookkeeping, and the compiled twin."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import State, kernels, mapgen, rules
from tests.support.boards import assert_same_squares, moves, states, turns

LAYERS = ("owner", "strength", "production")

# What is done to every layer, and where each direction points then.
CHANGES = {
    "shifted": (lambda layer: np.roll(layer, (5, 3), (0, 1)), range(7)),
    "turned left": (np.rot90, [rules.STILL, rules.WEST, rules.NORTH, rules.EAST, rules.SOUTH, 5, 6]),
    "mirrored": (np.fliplr, [rules.STILL, rules.NORTH, rules.WEST, rules.SOUTH, rules.EAST, 5, 6]),
}


def changed(state, change):
    return State(*(np.ascontiguousarray(change(getattr(state, layer))) for layer in LAYERS))


def assert_equal(one, other):
    for layer in LAYERS:
        assert_same_squares(getattr(one, layer), getattr(other, layer), layer)


@pytest.mark.parametrize("how", CHANGES)
@given(turn=turns())
def test_a_changed_board_plays_the_same_turn_changed(how, turn):
    (state, orders, ejected), (change, direction) = turn, CHANGES[how]
    after = rules.step(changed(state, change), np.array(direction)[change(orders)], ejected)
    assert_equal(after, changed(rules.step(*turn), change))


@given(turns(), st.permutations(range(1, 7)))
def test_players_can_swap_numbers(turn, numbers):
    state, orders, ejected = turn
    renamed = np.array([0, *numbers], dtype=np.uint8)

    def rename(one):
        return State(renamed[one.owner], one.strength, one.production)

    assert_equal(
        rules.step(rename(state), orders, {numbers[player - 1] for player in ejected}), rename(rules.step(*turn))
    )


@given(turns())
def test_a_turn_leaves_a_consistent_board_and_its_input_alone(turn):
    state, orders, ejected = turn
    before = changed(state, np.copy), orders.copy()
    result = rules.step(*turn)
    result.check()
    producing = (state.owner > 0) & ~np.isin(state.owner, list(ejected)) & (orders == rules.STILL)
    gained = int(state.production[producing].sum(dtype=int))
    assert result.strength.sum(dtype=int) <= state.strength.sum(dtype=int) + gained
    assert not np.isin(result.owner, list(ejected)).any()
    assert_equal(state, before[0])
    assert_same_squares(orders, before[1])
    assert_equal(result, rules.step(*turn))


@pytest.mark.parametrize("kind", [np.int32, np.uint8, np.int64])
@given(turn=turns())
def test_kernels_play_the_turn_that_the_rules_play(kind, turn):
    state, orders, ejected = turn
    owner, strength = rules.without(state.owner, ejected).copy(), state.strength.copy()
    kernels.step(owner, strength, state.production, orders.astype(kind), kernels.memory_for(*owner.shape))
    assert_equal(State(owner, strength, state.production), rules.step(*turn))


@given(st.data())
def test_kernels_gather_what_the_rules_apply(data):
    state = data.draw(states())
    orders = data.draw(moves((6, *state.owner.shape)))
    gathered = data.draw(moves(state.owner.shape))
    kernels.gather(state.owner, orders, gathered)
    own = np.take_along_axis(orders, np.maximum(state.owner, 1)[None].astype(int) - 1, axis=0)[0]
    assert_same_squares(gathered, rules.effective_orders(state, own))


@given(states())
def test_kernels_count_the_squares_that_the_state_counts(state):
    squares = np.full(7, -1)
    kernels.territory(state.owner, squares)
    np.testing.assert_array_equal(squares[1:], state.territory(6))
    assert squares.sum() == state.owner.size


def test_an_order_too_large_for_a_word_is_no_direction():
    """The kernels count in 16 bits, and 65537 is 1 there: the square would go north."""
    state = mapgen.generate(10, 8, 2, seed=1)
    owner, strength = state.owner.copy(), state.strength.copy()
    moves = np.full(owner.shape, 65537, np.int32)
    kernels.step(owner, strength, state.production, moves, kernels.memory_for(*owner.shape))
    np.testing.assert_array_equal(owner, state.owner)
    np.testing.assert_array_equal(strength, rules.step(state, moves).strength)
