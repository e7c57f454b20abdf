"""What holds for one turn on any board: symmetry, bookkeeping, and the compiled twin."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import State, kernels, rules
from tests.support.boards import moves, states, turns

LAYERS = ("owner", "strength", "production")

# Where a direction points after a quarter turn to the left: north becomes west, east becomes north.
TURNED_LEFT = np.array([rules.STILL, rules.WEST, rules.NORTH, rules.EAST, rules.SOUTH, 5, 6])
MIRRORED = np.array([rules.STILL, rules.NORTH, rules.WEST, rules.SOUTH, rules.EAST, 5, 6])


def changed(state, change):
    """The state with the same change made to every layer."""
    return State(*(np.ascontiguousarray(change(getattr(state, layer))) for layer in LAYERS))


def assert_equal(one, other):
    """Same owner, strength and production everywhere."""
    for layer in LAYERS:
        np.testing.assert_array_equal(getattr(one, layer), getattr(other, layer), err_msg=layer)


@given(turns(), st.integers(0, 11), st.integers(0, 11))
def test_a_shifted_board_plays_the_same_turn_shifted(turn, down, right):
    """The torus has no edge."""
    state, orders, ejected = turn
    shifted = rules.step(
        changed(state, lambda layer: np.roll(layer, (down, right), (0, 1))),
        np.roll(orders, (down, right), (0, 1)),
        ejected,
    )
    assert_equal(shifted, changed(rules.step(*turn), lambda layer: np.roll(layer, (down, right), (0, 1))))


@given(turns())
def test_a_turned_board_plays_the_same_turn_turned(turn):
    """No direction is special."""
    state, orders, ejected = turn
    turned = rules.step(changed(state, np.rot90), TURNED_LEFT[np.rot90(orders)], ejected)
    assert_equal(turned, changed(rules.step(*turn), np.rot90))


@given(turns())
def test_a_mirrored_board_plays_the_same_turn_mirrored(turn):
    """Left and right are alike."""
    state, orders, ejected = turn
    mirrored = rules.step(changed(state, np.fliplr), MIRRORED[np.fliplr(orders)], ejected)
    assert_equal(mirrored, changed(rules.step(*turn), np.fliplr))


@given(turns(), st.permutations(range(1, 7)))
def test_players_can_swap_numbers(turn, numbers):
    """No number gives its player an advantage during a turn."""
    state, orders, ejected = turn
    renamed = np.array([0, *numbers], dtype=np.uint8)

    def rename(one):
        return State(renamed[one.owner], one.strength, one.production)

    assert_equal(
        rules.step(rename(state), orders, {numbers[player - 1] for player in ejected}), rename(rules.step(*turn))
    )


@given(turns())
def test_only_production_of_squares_that_stay_creates_strength(turn):
    """Moving, merging, fighting and ejecting can only lose strength."""
    state, orders, ejected = turn
    producing = (state.owner > 0) & ~np.isin(state.owner, list(ejected)) & (orders == rules.STILL)
    gained = int(state.production[producing].sum(dtype=int))
    assert rules.step(*turn).strength.sum(dtype=int) <= state.strength.sum(dtype=int) + gained


@given(turns())
def test_a_turn_leaves_a_consistent_board_and_its_input_alone(turn):
    """Pure: the same inputs give the same board, and nothing given is written to."""
    state, orders, _ = turn
    before = changed(state, np.copy), orders.copy()
    result = rules.step(*turn)
    result.check()
    assert_equal(state, before[0])
    np.testing.assert_array_equal(orders, before[1])
    assert_equal(result, rules.step(*turn))


@given(turns())
def test_an_ejected_player_owns_nothing_after_the_turn(turn):
    """Its squares are neutral before anything moves, so none of its pieces can survive."""
    _, _, ejected = turn
    assert not np.isin(rules.step(*turn).owner, list(ejected)).any()


@given(states(most_players=1))
def test_nothing_is_lost_when_no_piece_moves(state):
    """Every owned square gains its production up to the cap, neutral squares keep what they have."""
    result = rules.step(state, np.zeros(state.owner.shape, np.int32))
    grown = np.minimum(state.strength.astype(int) + state.production, rules.STRENGTH_CAP)
    np.testing.assert_array_equal(result.strength, np.where(state.owner > 0, grown, state.strength))
    np.testing.assert_array_equal(result.owner, state.owner)


@pytest.mark.parametrize("kind", [np.int32, np.uint8, np.int64])
@given(turn=turns())
def test_kernels_play_the_turn_that_the_rules_play(kind, turn):
    """The compiled turn is the same turn, on boards that no real game reaches too."""
    state, orders, ejected = turn
    owner, strength = state.owner.copy(), state.strength.copy()
    for player in ejected:
        kernels.eject(owner, player)
    kernels.step(owner, strength, state.production, orders.astype(kind), kernels.memory_for(*owner.shape))
    assert_equal(State(owner, strength, state.production), rules.step(*turn))


@given(st.data())
def test_kernels_gather_what_the_rules_apply(data):
    """A square obeys only its owner."""
    state = data.draw(states())
    orders = data.draw(moves((6, *state.owner.shape)))
    gathered = data.draw(moves(state.owner.shape))
    kernels.gather(state.owner, orders, gathered)
    own = np.take_along_axis(orders, np.maximum(state.owner, 1)[None].astype(int) - 1, axis=0)[0]
    np.testing.assert_array_equal(gathered, rules.applied(state, own))


@given(states())
def test_kernels_count_the_squares_that_the_state_counts(state):
    """Entry 0 holds the neutral squares, the others one player each."""
    squares = np.full(7, -1)
    kernels.territory(state.owner, squares)
    np.testing.assert_array_equal(squares[1:], state.territory(6))
    assert squares.sum() == state.owner.size
