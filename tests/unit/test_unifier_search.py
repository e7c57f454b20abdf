"""The search of the school `unifier`: fronts against brute force by the referee's rules."""

import itertools

import numpy as np
import pytest

from bot.stages import fronts
from engine import State
from engine.rules import step
from experiments.opponents.unifier import Unifying, retaliation
from experiments.opponents.unifier.play import Unifier
from tests.support.unifying import asked, bare, drawn

PURE = {
    "openings": 0, "detour": 1.0, "retaliation": 0.0, "manoeuvre": 0.0, "retreat": 0.0, "guide": 0.0, "slope": 0.0,
    "land": 0.0,
}  # fmt: skip
"""Nothing but the strike."""

UNANSWERED = {"answer": 0.0}
DECIDED = (
    ("retaliation", 19, {}), ("retaliation", 66, {}), ("riposte", 60, {}), ("manoeuvre", 110, {}),
    ("manoeuvre", 41, UNANSWERED), ("answer", 4, {}), ("retreat", 4, UNANSWERED), ("guide", 16, {}), ("slope", 5, {}),
)  # fmt: skip
"""A term of the sum, a board on which it decides, and what else is changed there."""

WEST = 4


def afterwards(mover, view, moves):
    """The states after these moves of ours and each of the replies, by the referee's own rules."""
    state = State(view.owner, view.strength, view.production)
    for reply in mover.front.reply:
        orders = np.where(view.owner == 1, moves.reshape(view.owner.shape), reply.reshape(view.owner.shape))
        yield step(state, np.where(view.owner > 0, orders, 0).astype(np.int32))


def value(mover, view, moves):
    """The twin of a front's score: our survivors less theirs over the samples."""
    total, worth = 0, mover.front.squares["worth"].reshape(view.owner.shape)
    for after in afterwards(mover, view, moves):
        counts = after.strength.astype(int) + worth
        total += counts[after.owner == 1].sum() - counts[after.owner == 2].sum()
    return total / fronts.SAMPLES


def every_joint_move(mover):
    """All that the search may choose from, as whole boards of moves."""
    free, usual = mover.front.free[: mover.free], mover.field_moves.ravel()
    choices = [np.flatnonzero(mover.front.squares["bonus"][c] > -np.inf) for c in free]
    for options in itertools.product(*choices):
        moves = usual.copy()
        moves[free] = options
        yield moves


@pytest.mark.parametrize("stacks", [1, 2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_a_small_front_is_searched_exhaustively(seed, stacks):
    """Brute force by the referee's rules: no joint move is worth more, and the search knows what it gained."""
    view = drawn(seed, stacks)
    mover = asked(view, **PURE, reach=8)
    assert mover.free == stacks
    best = max(value(mover, view, moves) for moves in every_joint_move(mover))
    chosen, field = value(mover, view, mover.chosen), value(mover, view, mover.field_moves)
    if mover.fronts == 1:
        assert chosen == pytest.approx(best)
    assert mover.gain == pytest.approx(chosen - field)


@pytest.mark.parametrize("seed", range(4))
def test_a_climbed_front_ends_where_no_single_move_gains(seed):
    """And knows what it gained; a climb is no proof of the best, a kick seldom hurts."""
    view = drawn(seed, 8)
    mover = asked(view, **PURE, reach=8, exhaustive=0)
    field = value(mover, view, mover.field_moves)
    chosen = value(mover, view, mover.chosen)
    assert mover.gain == pytest.approx(chosen - field)
    assert mover.gain >= 0
    if mover.fronts > 1:
        return
    for c in mover.front.free[: mover.free]:
        for option in np.flatnonzero(mover.front.squares["bonus"][c] > -np.inf):
            other = mover.chosen.ravel().copy()
            other[c] = option
            assert value(mover, view, other) <= chosen + 1e-6


def around(square, shape):
    """The square itself and its neighbours, in the order of the directions."""
    return [tuple((np.array(square) + step) % shape) for step in ((0, 0), (-1, 0), (0, 1), (1, 0), (0, -1))]


def best_strike(view, square, strength, other, worth):
    """The twin of one stack's best strike on the other side as it stands: where it stands then; None: none gains."""
    best, most = None, 0
    for goal in around(square, view.owner.shape):
        if goal != tuple(square) and view.owner[goal] == 0 and view.strength[goal] > 0:
            continue
        near = around(goal, view.owner.shape)
        dealt = sum(min(strength, other[n]) + worth[n] * (strength >= other[n]) for n in near if other[n] > 0)
        gain = dealt - min(strength, sum(other[n] for n in near))
        if gain > most:
            best, most = goal, gain
    return best


def strikes(view, left, other, worth):
    """The twin of one side's retaliation: every stack makes its best strike at once; what they destroy counts once."""
    hit, lost = np.zeros_like(other), 0
    for square in np.argwhere(left > 0):
        strength = left[tuple(square)]
        goal = best_strike(view, square, strength, other, worth)
        if goal is not None:
            near = around(goal, view.owner.shape)
            lost += min(strength, sum(other[n] for n in near))
            for n in near:
                hit[n] += strength
    felled = (other > 0) & (hit >= other)
    return max(0, int(np.minimum(hit, other).sum() + worth[felled].sum() - lost))


def retaliated(mover, view, moves):
    """The twin of what follows this turn: their strikes less ours, over the samples, two steps around the stacks."""
    total, worth = 0, mover.front.squares["worth"].reshape(view.owner.shape)
    near = mover.front.squares["near"].reshape(view.owner.shape) <= retaliation.AROUND
    for after in afterwards(mover, view, moves):
        ours, theirs = (np.where(near & (after.owner == side), after.strength, 0).astype(int) for side in (1, 2))
        total += strikes(view, theirs, ours, worth) - strikes(view, ours, theirs, worth)
    return total / fronts.SAMPLES


def summed(mover, view):
    """The twin of the whole sum, as a function of a board of moves: strike, bonuses of the options and retaliation."""

    def score(moves):
        bonus = sum(mover.front.squares["bonus"][c][moves[c]] for c in mover.front.free[: mover.free])
        return value(mover, view, moves) + bonus / fronts.SAMPLES - 0.95 * retaliated(mover, view, moves)

    return score


CLOSE = {"height": 7, "width": 7, "gap": 1}
"""Fronts with one empty column between them."""


@pytest.mark.parametrize("seed", [1, 4, 19, 60, 66, 110])
def test_manoeuvre_strike_and_retaliation_are_weighed_in_one_sum(seed):
    """Brute force: by default, and with a pool as large as the front has joint moves, nothing is worth more."""
    view = drawn(seed, 2, **CLOSE)
    mover = asked(view, reach=8, width=64)
    assert mover.fronts == 1, "another seed: these two stacks stand apart"
    score = summed(mover, view)
    best = max(score(moves) for moves in every_joint_move(mover))
    assert score(mover.chosen.ravel()) == pytest.approx(best)


@pytest.mark.parametrize(("term", "seed", "changed"), DECIDED)
def test_each_term_of_the_sum_decides_somewhere(term, seed, changed):
    """Without it the same two stacks move to where the sum is less, so the test above notices that it is missing."""
    view = drawn(seed, 2, **CLOSE)
    whole, without = (asked(view, reach=8, width=64, **{**changed, **other}) for other in ({}, {term: 0.0}))
    score = summed(whole, view)
    assert score(without.chosen.ravel()) < score(whole.chosen.ravel()) - 1e-6


def test_a_strike_between_two_is_worth_more_than_it_costs_and_what_several_destroy_counts_once():
    """50 beside two of 30 deals 60 and takes 50, each square worth 4; against 90 nothing; two on one 10 gain 0."""
    mover, left = facing(50), np.zeros(12, np.int64)
    left[[1, 3]] = 30
    assert retaliation.best_strike(5, 50, left, mover.front.squares) == WEST
    assert struck(mover, {5: 50}, left) == 60 + 8 - 50
    left[:] = 0
    left[3] = 90
    assert retaliation.best_strike(5, 50, left, mover.front.squares) == retaliation.NONE
    assert struck(mover, {5: 50}, left) == 0
    mover, left = facing(50), np.zeros(12, np.int64)
    left[4] = 10
    assert struck(mover, {5: 50}, left) == 4
    assert struck(mover, {5: 50, 3: 50}, left) == 0


def facing(strength):
    """A player on a board of which every square that matters is passable and worth 4."""
    view = bare([[0, 1, 0], [1, 0, 2], [0, 0, 0], [0, 0, 0]], [[9, 30, 9], [30, 0, strength], [9, 9, 9], [9, 9, 9]])
    mover = Unifier(Unifying(openings=0), 4, 3)
    mover.front.squares["owner"], mover.front.squares["strength"] = view.owner.ravel(), view.strength.ravel()
    mover.front.squares["worth"] = 4
    return mover


def struck(mover, strikers, victims):
    """What these stacks gain together by their best strikes."""
    strength = np.zeros(12, np.int64)
    for square, has in strikers.items():
        strength[square] = has
    mover.desk.queue[:12] = np.arange(12)
    return retaliation.strikes(12, strength, victims, mover.front.squares, mover.desk)


def test_two_fronts_are_searched_apart_and_no_stack_twice():
    """Four rows without a stack between them; a front takes no more stacks than it may."""
    owner, strength = np.zeros((14, 8), np.uint8), np.full((14, 8), 250, np.uint8)
    for top in (1, 8):
        owner[top : top + 2, 1:3], owner[top : top + 2, 4:6] = 1, 2
        strength[top : top + 2, 1:6] = 40
        strength[top : top + 2, 3] = 0
    mover = asked(bare(owner, strength))
    assert (mover.fronts, mover.free) == (2, 8)
    assert sorted(mover.desk.members[:8]) == sorted(mover.front.free[:8])
    assert len(set(mover.desk.front.reshape(14, 8)[1:3, 1:3].ravel())) == 1
    assert asked(bare(owner, strength), stacks=3).fronts == 4
