"""The combat search against the engine's rules and against all joint moves."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import override, preset
from bot.board.compiled import Grids
from bot.kernels import values
from bot.kernels.squares import CELL
from bot.search import combat, combat_zone, opponent_moves
from engine import State
from engine.rules import step
from tests.support.examples import examples

VALUES = values(preset("champion"))
ALONE = values(override(preset("champion"), {"search_pairs": 0}))
ME = 1


def board(seed, shape=(7, 8), players=3, density=0.7):
    dice = np.random.default_rng(seed)
    owner = dice.integers(0, players + 1, shape) * (dice.random(shape) < density)
    strength = np.where(dice.random(shape) < 0.15, 0, dice.integers(0, 256, shape))
    return State(owner.astype(np.uint8), strength.astype(np.uint8), dice.integers(1, 8, shape).astype(np.uint8))


def laid_out(state, seed, moves=None, answers=None):
    """A front on which every sample is a random reply, our moves are random, and everything is scored."""
    dice = np.random.default_rng(seed)
    front = combat_zone.front(*state.owner.shape)
    combat_zone.load(Grids(state.owner, state.strength, state.production), VALUES, front.squares)
    size = combat_zone.find_free(ME, VALUES, front.squares, front.zone, front.free)
    end = combat_zone.find_zone(size, front.squares, front.zone, front.free)
    front.reply[:] = dice.integers(0, 5, front.reply.shape) if answers is None else answers
    opponent_moves.evaluate_replies(ME, combat_zone.SAMPLES, end, front)
    moves = (dice.integers(0, 5, state.owner.shape) if moves is None else moves).astype(np.uint8)
    combat.place_pieces(ME, moves, end, front.squares, front.zone)
    combat.set_bonuses(moves, size, np.zeros(state.owner.size, CELL), VALUES, front.squares, front.free)
    front.dice[0] = seed
    return front, size, end, moves


def judged(state, front, end):
    """The score by the engine: every sample played as a turn, and what survives in the zone added up."""
    squares = front.squares
    zone = [c for c in front.zone[:end] if squares["near"][c] <= 2]
    total = 0
    for sample in range(combat_zone.SAMPLES):
        option = np.where(state.owner.ravel() == ME, squares["option"], front.reply[sample])
        after = step(state, option.reshape(state.owner.shape))
        owner, strength = after.owner.ravel()[zone], after.strength.ravel()[zone].astype(int)
        worth = strength + squares["worth"][zone]
        total += worth[owner == ME].sum() - VALUES["search_grudge"] * worth[(owner != ME) & (owner > 0)].sum()
    return total


@examples(60)
@given(seed=st.integers(0, 2**32 - 1), players=st.integers(2, 5), density=st.floats(0.2, 1))
def test_the_score_is_what_the_engine_leaves(seed, players, density):
    state = board(seed, players=players, density=density)
    front, size, end, _ = laid_out(state, seed)
    if size:
        assert combat.score(end, VALUES, front) == pytest.approx(judged(state, front, end))


@examples(40)
@given(seed=st.integers(0, 2**32 - 1), players=st.integers(2, 4))
def test_a_changed_option_is_scored_as_if_everything_were_scored_anew(seed, players):
    state = board(seed, players=players)
    front, size, end, _ = laid_out(state, seed)
    if not size:
        return
    before = combat.score(end, VALUES, front) + bonus(front, size)
    gain = combat.improve(size, 200, VALUES, front)
    cached = front.squares["ours"].copy(), front.squares["theirs"].copy()
    after = combat.score(end, VALUES, front) + bonus(front, size)
    assert after - before == pytest.approx(gain)
    np.testing.assert_array_equal(cached, (front.squares["ours"], front.squares["theirs"]))


def bonus(front, size):
    free = front.free[:size]
    return front.squares["bonus"][free, front.squares["option"][free]].sum()


@examples(40)
@given(seed=st.integers(0, 2**32 - 1), players=st.integers(2, 4))
def test_what_is_noted_as_vain_gains_nothing(seed, players):
    """The search does not score such a change again, so none may gain, whatever was changed meanwhile."""
    front, size, end, _ = laid_out(board(seed, players=players), seed)
    if not size:
        return
    combat.score(end, VALUES, front)
    combat.improve(size, 30 * size, VALUES, front)
    squares, noted = front.squares, 0
    for c in front.free[:size]:
        for option in np.flatnonzero(squares["vain"][c]):
            noted += 1
            assert (
                combat.attempt(c, option, combat.LEAST_GAIN, VALUES, squares, front.strike, front.foe, front.undo) == 0
            )
    assert noted > 0


@pytest.mark.parametrize(("gain", "is_made"), [(1e-10, False), (1e-6, True)])
def test_what_gains_no_more_than_a_sum_is_rounded_is_not_made(gain, is_made):
    """The search would change moves to and fro, and forget what gained nothing."""
    front, size, end, _ = laid_out(board(3), 3, moves=np.zeros((7, 8)))
    asked, squares = (VALUES, front.squares, front.strike, front.foe, front.undo), front.squares
    combat.score(end, VALUES, front)
    c, option = next((c, k) for c in front.free[:size] for k in range(1, 5) if np.isfinite(squares["bonus"][c, k]))
    changed = combat.attempt(c, option, combat.WHATEVER_IT_COSTS, *asked)
    combat.attempt(c, 0, combat.WHATEVER_IT_COSTS, *asked)
    squares["bonus"][c, option] += gain - changed
    assert (combat.attempt_alone(c, option, *asked) > 0) == is_made
    assert squares["option"][c] == (option if is_made else 0)


def test_where_the_field_is_infinite_nothing_is_downhill():
    state = board(3)
    front, size, _, moves = laid_out(state, 3, moves=np.zeros(state.owner.shape))
    cells = np.zeros(state.owner.size, CELL)
    cells["potential"] = np.inf
    combat.set_bonuses(moves, size, cells, VALUES, front.squares, front.free)
    free = front.free[:size]
    kept, others = front.squares["bonus"][free, 0], front.squares["bonus"][free, 1:]
    np.testing.assert_array_equal(kept, VALUES["search_keep"] * front.squares["strength"][free] * combat_zone.SAMPLES)
    assert set(others.ravel()) == {0.0, -np.inf}


def test_the_search_finds_the_best_of_all_joint_moves_on_small_fronts():
    """Changes of two squares reach the best where single ones stop; where it stops, no single one is better.

    Of the 584 fronts 579 with pairs, 541 without; of the first 145 three were missed, so fewer fronts say less.
    """
    alone, paired, fronts = 0, 0, 0
    for seed in range(800):
        state = small_front(seed)
        front, size, end, _ = laid_out(state, seed, moves=np.zeros(state.owner.shape))
        if not 2 <= size <= 4:
            continue
        fronts += 1
        scored = every_joint_move(front, size, end)
        best = max(scored.values()) - 1e-6
        alone += scored[found(ALONE, front, size, end, scored)] >= best
        paired += scored[found(VALUES, front, size, end, scored)] >= best
    assert fronts > 500
    assert paired >= 0.98 * fronts
    assert 0.95 * paired > alone >= 0.9 * fronts


def found(numbers, front, size, end, scored):
    """The joint move at which the search stops that starts where everybody stays; no single change betters it."""
    free = front.free[:size]
    put_all(front, free, front.squares["option"][free], (0,) * size)
    combat.score(end, numbers, front)
    combat.improve(size, 2000, numbers, front)
    chosen = tuple(front.squares["option"][free])
    assert all(scored[other] <= scored[chosen] + 1e-6 for other in one_change(chosen) if other in scored)
    return chosen


def small_front(seed):
    dice = np.random.default_rng(seed)
    owner = np.zeros((9, 9), np.uint8)
    owner[3:6, 2] = dice.random(3) < 0.7
    owner[3:6, 3] = dice.random(3) < 0.5
    owner[3:6, 5:7] = 2 * (dice.random((3, 2)) < 0.6)
    strength = np.where(owner > 0, dice.integers(1, 256, owner.shape), 0).astype(np.uint8)
    return State(owner, strength, np.full(owner.shape, 4, np.uint8))


def every_joint_move(front, size, end):
    free, scores = front.free[:size].tolist(), {}
    bonuses = front.squares["bonus"][free].tolist()
    allowed = [[option for option in range(5) if np.isfinite(each[option])] for each in bonuses]
    start = before = tuple(front.squares["option"][free].tolist())
    for options in itertools.product(*allowed):
        put_all(front, free, before, options)
        counted = sum(each[option] for each, option in zip(bonuses, options, strict=True))
        scores[options], before = combat.score(end, VALUES, front) + counted, options
    put_all(front, free, before, start)
    return scores


def put_all(front, free, before, options):
    for c, old, option in zip(free, before, options, strict=True):
        if old != option:
            combat.set_option(c, option, front.squares)


def one_change(options):
    """All joint moves in which one square does something else, forbidden ones left out by the caller's table."""
    for place in range(len(options)):
        for option in range(5):
            if option != options[place]:
                yield (*options[:place], option, *options[place + 1 :])
