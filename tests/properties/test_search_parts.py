"""The search from an enemy's seat, the next blows kept up to date as if counted anew, and the portable exponential."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import kernels, override, preset
from bot.board.compiled import Grids
from bot.kernels import values
from bot.search import combat, combat_zone, follow_up, opponent_model
from bot.search.opponent_model import Search
from bot.search.opponent_moves import exponential
from engine.rules import step
from tests.properties.test_combat_search import ME, VALUES, board, bonus, laid_out
from tests.support.examples import examples

DEFINITIONS = kernels.values(override(preset("champion"), {"rival_search": 400}))
HE = 2


def searched(state, seed):
    """His plan before and after the search, and his front; None where he is not near."""
    shape, dice = state.owner.shape, np.random.default_rng(seed)
    front, rival = combat_zone.front(*shape), combat_zone.front(*shape)
    ours = dice.integers(0, 5, shape).astype(np.uint8)
    grids = Grids(state.owner, state.strength, state.production)
    combat_zone.load(grids, DEFINITIONS, front.squares)
    size = combat_zone.find_free(ME, DEFINITIONS, front.squares, front.zone, front.free)
    combat_zone.find_zone(size, front.squares, front.zone, front.free)
    plan, rival.dice[0] = np.zeros(shape, np.uint8), seed
    greedy = plan.copy()
    scratch = kernels.scratch(*shape)  # a flat field: nothing counts but the combat and the greedy moves
    opponents = opponent_model.opponent_models(*shape)
    search = Search(scratch, front, rival, opponents, follow_up.next_blows(*shape))
    opponent_model.search_as_opponent(grids, HE, ME, ours, DEFINITIONS, search, plan)
    return greedy, plan, front, rival


def extent(front):
    near = front.squares["near"]
    return np.count_nonzero(near == 0), np.count_nonzero(near <= 5)


@examples(40)
@given(seed=st.integers(0, 2**32 - 1), players=st.integers(2, 5))
def test_his_search_never_costs_him_anything(seed, players):
    greedy, plan, front, rival = searched(board(seed, players=players), seed)
    moved = np.flatnonzero(plan != greedy)
    if not moved.size:
        return
    size, end = extent(rival)
    after = combat.score(end, DEFINITIONS, rival) + bonus(rival, size)
    combat.place_pieces(HE, greedy, end, rival.squares, rival.zone)
    assert after > combat.score(end, DEFINITIONS, rival) + bonus(rival, size)
    assert (front.squares["near"][moved] <= 4).all()


def test_squares_far_from_our_front_keep_their_plan():
    state = board(5, shape=(7, 40), players=3, density=0.9)
    state.owner[state.owner == ME] = 0
    state.owner[3, 3] = ME
    _, plan, front, _ = searched(state, 5)
    assert not plan.ravel()[front.squares["near"] > 4].any()
    assert plan.any()


UNITS = 2
EXPONENTS = [-math.inf, -745.2, -708.5, 0.0, *np.random.default_rng(1).uniform(-800.0, 0.0, 5000).tolist()]


def test_it_is_the_librarys_but_for_two_units_in_the_last_place_and_the_readable_one_to_the_last_bit():
    readable = exponential.py_func
    for x in EXPONENTS:
        expected = math.exp(x)
        assert abs(exponential(x) - expected) <= UNITS * math.ulp(expected)
        assert exponential(x).hex() == readable(x).hex()


ANSWERING = values(override(preset("champion"), {"search_answer": 0.5}))


def expecting(state, seed, moves=None, replies=None):
    front, size, end, _ = laid_out(state, seed, moves, replies)
    next_blows = follow_up.next_blows(*state.owner.shape)
    combat.score(end, VALUES, front)
    total = follow_up.evaluate(end, front, next_blows)
    return front, size, end, next_blows, total


def reconsidered(front, size, end, next_blows, weighed=ANSWERING):
    follow_up.evaluate(end, front, next_blows)
    place, unchanged, gain = 0, 0, 0.0
    while place < follow_up.SWEEPS * size:
        place, unchanged, more = follow_up.reconsider(place, unchanged, size, weighed, front, next_blows)
        gain += more
    return gain


@examples(40)
@given(seed=st.integers(0, 2**32 - 1), players=st.integers(2, 4), density=st.floats(0.2, 1))
def test_what_a_turn_leaves_is_what_the_engine_leaves(seed, players, density):
    state = board(seed, players=players, density=density)
    front, size, _, next_blows, _ = expecting(state, seed)
    if not size:
        return
    near = front.squares["near"]
    for sample in range(combat_zone.SAMPLES):
        option = np.where(state.owner.ravel() == ME, front.squares["option"], front.reply[sample])
        after = step(state, option.reshape(state.owner.shape))
        owner, strength = after.owner.ravel(), after.strength.ravel().astype(int)
        ours = np.where(owner == ME, strength, follow_up.NO_PIECE_LEFT)[near <= 2]
        theirs = np.where((owner != ME) & (owner > 0), strength, follow_up.NO_PIECE_LEFT)[near <= 2]
        np.testing.assert_array_equal(next_blows.ours[near <= 2, sample], ours)
        np.testing.assert_array_equal(next_blows.theirs[near <= 2, sample], theirs)


def best_blow(sample, c, squares, ours, theirs):
    """What the best next move of a piece takes, less what it costs, in plain words."""
    best = 0
    for t in squares["around"][c]:
        if squares["owner"][t] == 0 and squares["strength"][t] > 0:
            continue
        beside = [n for n in squares["around"][t] if theirs[n, sample] >= 0]
        left = [int(theirs[n, sample]) for n in beside]
        force = int(ours[c, sample])
        worth = sum(int(squares["worth"][n]) for n, each in zip(beside, left, strict=True) if force >= each)
        best = max(best, sum(min(force, each) for each in left) + worth - min(force, sum(left)))
    return best


@examples(30)
@given(seed=st.integers(0, 2**32 - 1), shape=st.sampled_from([(7, 8), (3, 4), (12, 11)]))
def test_no_blow_is_left_out(seed, shape):
    front, size, end, next_blows, _ = expecting(board(seed, shape), seed)
    for c in front.free[:size]:
        combat.set_option(c, seed % 5, front.squares)
    follow_up.evaluate(end, front, next_blows)
    ours, theirs = next_blows.ours, next_blows.theirs
    for c in front.zone[:end]:
        if front.squares["near"][c] <= combat_zone.WATCHED:
            blows = 0
            for k in range(combat_zone.SAMPLES):
                blows += best_blow(k, c, front.squares, ours, theirs) if ours[c, k] > 0 else 0
                blows -= best_blow(k, c, front.squares, theirs, ours) if theirs[c, k] > 0 else 0
            assert next_blows.blows[c] == blows


@examples(30)
@given(seed=st.integers(0, 2**32 - 1), players=st.integers(2, 4))
def test_the_score_and_the_blows_rise_together(seed, players):
    front, size, end, next_blows, total = expecting(board(seed, players=players), seed)

    def worth(blows):
        free = front.free[:size]
        bonus = front.squares["bonus"][free, front.squares["option"][free]].sum()
        return combat.score(end, VALUES, front) + bonus + 0.5 * blows

    before = worth(total)
    options = front.squares["option"].copy()
    gain = reconsidered(front, size, end, next_blows)
    kept_up_to_date = next_blows.blows.copy()
    after = worth(follow_up.evaluate(end, front, next_blows))
    assert after - before == pytest.approx(gain, abs=1e-6)
    assert (gain > 0) == (front.squares["option"] != options).any()
    np.testing.assert_array_equal(kept_up_to_date, next_blows.blows)


@examples(30)
@given(seed=st.integers(0, 2**32 - 1))
def test_no_change_costs_more_than_its_piece(seed):
    front, size, end, next_blows, _ = expecting(board(seed, (8, 8)), seed)
    weighed, free = values(override(preset("champion"), {"search_answer": 10})), front.free[:size]

    def worth():
        return combat.score(end, VALUES, front) + front.squares["bonus"][free, front.squares["option"][free]].sum()

    for c, option in itertools.product(free, range(5)):
        before = worth()
        if follow_up.change(c, option, weighed, front, next_blows):
            assert worth() - before > -combat_zone.SAMPLES * int(front.squares["strength"][c]) - 1e-6
