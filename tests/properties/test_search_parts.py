"""The search from an enemy's seat, and the portable exponential."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bot import changed, kernels, preset
from bot.board.arrays import Grids
from bot.search import combat, combat_zone, follow_up, opponent_model
from bot.search.opponent_model import Search
from bot.search.opponent_moves import exponential
from tests.properties.test_combat_search import board, bonus, every_joint_move, one_change, small_front
from tests.support.examples import examples

DEFINITIONS = kernels.values(changed(preset("champion"), {"rival_search": 400}))
ME, HE = 1, 2


def searched(state, seed):
    """His plan before and after the search, and his front; None where he is not near."""
    shape, dice = state.owner.shape, np.random.default_rng(seed)
    front, rival = combat_zone.front(*shape), combat_zone.front(*shape)
    ours = dice.integers(0, 5, shape).astype(np.uint8)
    grids = Grids(state.owner, state.strength, state.production)
    combat_zone.load(grids, DEFINITIONS, front.squares)
    size = combat_zone.find(ME, DEFINITIONS, front.squares, front.zone, front.free)
    combat_zone.surround(size, front.squares, front.zone, front.free)
    plan, rival.dice[0] = np.zeros(shape, np.uint8), seed
    greedy = plan.copy()
    scratch = kernels.scratch(*shape)  # a flat field: nothing counts but the combat and the greedy moves
    beliefs = opponent_model.beliefs(*shape, opponent_model.MODELS.values())
    search = Search(scratch, front, rival, beliefs, follow_up.outlook(*shape))
    opponent_model.search_as_opponent(grids, HE, ME, ours, DEFINITIONS, search, plan)
    return greedy, plan, front, rival


def extent(front):
    """How many squares were free to change, and how many lie within five steps of them."""
    near = front.squares["near"]
    return np.count_nonzero(near == 0), np.count_nonzero(near <= 5)


def test_he_finds_the_best_of_all_joint_moves_on_small_fronts():
    reached, fronts = 0, 0
    for seed in range(150):
        state = small_front(seed)
        _, plan, _, rival = searched(state, seed)
        size, end = extent(rival)
        if not 2 <= size <= 4:
            continue
        free = rival.free[:size]
        chosen = tuple(rival.squares["option"][free])
        assert list(chosen) == plan.ravel()[free].tolist()
        scored = every_joint_move(rival, size, end)
        assert all(scored[other] <= scored[chosen] + 1e-6 for other in one_change(chosen) if other in scored)
        reached += scored[chosen] >= max(scored.values()) - 1e-6
        fronts += 1
    assert fronts > 20
    assert reached >= 0.9 * fronts


@examples(40)
@given(seed=st.integers(0, 2**32 - 1), players=st.integers(2, 5))
def test_his_search_never_costs_him_anything(seed, players):
    greedy, plan, front, rival = searched(board(seed, players=players), seed)
    moved = np.flatnonzero(plan != greedy)
    if not moved.size:
        return
    size, end = extent(rival)
    after = combat.score(end, DEFINITIONS, rival) + bonus(rival, size)
    combat.stand(HE, greedy, end, rival.squares, rival.zone)
    assert after > combat.score(end, DEFINITIONS, rival) + bonus(rival, size)
    assert (front.squares["near"][moved] <= 4).all()


@given(seed=st.integers(0, 2**32 - 1))
@examples(10)
def test_the_same_dice_find_the_same_plan(seed):
    first, second = (searched(board(seed), seed)[1] for _ in range(2))
    np.testing.assert_array_equal(first, second)


def test_squares_far_from_our_front_keep_their_plan():
    state = board(5, shape=(7, 40), players=3, density=0.9)
    state.owner[state.owner == ME] = 0
    state.owner[3, 3] = ME
    _, plan, front, _ = searched(state, 5)
    assert not plan.ravel()[front.squares["near"] > 4].any()
    assert plan.any()


UNITS = 2
VALUES = [-math.inf, -745.2, -708.5, 0.0, *np.random.default_rng(1).uniform(-800.0, 0.0, 5000).tolist()]


def test_it_is_the_librarys_but_for_two_units_in_the_last_place_and_the_readable_one_to_the_last_bit():
    readable = exponential.py_func
    for x in VALUES:
        expected = math.exp(x)
        assert abs(exponential(x) - expected) <= UNITS * math.ulp(expected)
        assert exponential(x).hex() == readable(x).hex()
