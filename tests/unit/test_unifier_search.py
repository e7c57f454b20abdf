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


def strikes(view, left, other, worth):
    """The twin of one side's retaliation: each stack's best step against the other side as it stands, summed."""
    height, width = view.owner.shape
    around = [(0, 0), (-1, 0), (0, 1), (1, 0), (0, -1)]
    total = 0
    for y, x in np.argwhere(left > 0):
        gains = [0]
        for down, right in around:
            ty, tx = (y + down) % height, (x + right) % width
            if (down or right) and view.owner[ty, tx] == 0 and view.strength[ty, tx] > 0:
                continue
            near = [other[(ty + a) % height, (tx + b) % width] for a, b in around]
            prize = sum(
                worth[(ty + a) % height, (tx + b) % width]
                for (a, b), victim in zip(around, near, strict=True)
                if 0 < victim <= left[y, x]
            )
            dealt = sum(min(left[y, x], victim) for victim in near)
            gains.append(dealt + prize - min(left[y, x], sum(near)))
        total += max(gains)
    return total


def retaliated(mover, view, moves):
    """The twin of what follows this turn: their strikes less ours, over the samples."""
    total, worth = 0, mover.front.squares["worth"].reshape(view.owner.shape)
    for after in afterwards(mover, view, moves):
        ours, theirs = (np.where(after.owner == side, after.strength, 0).astype(int) for side in (1, 2))
        total += strikes(view, theirs, ours, worth) - strikes(view, ours, theirs, worth)
    return total / fronts.SAMPLES


@pytest.mark.parametrize("seed", [0, 1, 4, 5, 6, 7])
def test_manoeuvre_strike_and_retaliation_are_weighed_in_one_sum(seed):
    """Brute force: with every idea on, and a pool as large as the front has joint moves, nothing is worth more."""
    view = drawn(seed, 2, height=7, width=7)
    # A board so small that all of it lies within two steps of the stacks; a weight that decides.
    mover = asked(view, reach=8, width=64, retaliation=1.0, manoeuvre=0.5)
    assert mover.fronts == 1, "another seed: these two stacks stand apart"

    def score(moves):
        bonus = sum(mover.front.squares["bonus"][c][moves[c]] for c in mover.front.free[: mover.free])
        return value(mover, view, moves) + bonus / fronts.SAMPLES - 0.95 * retaliated(mover, view, moves)

    best = max(score(moves) for moves in every_joint_move(mover))
    assert score(mover.chosen.ravel()) == pytest.approx(best)


def test_a_strike_between_two_is_worth_more_than_it_costs():
    """50 beside two of 30 deals 60 and takes 50; both die, each square being worth 4. Against one of 90: nothing."""
    view = bare([[0, 1, 0], [1, 0, 2], [0, 0, 0], [0, 0, 0]], [[9, 30, 9], [30, 0, 50], [9, 9, 9], [9, 9, 9]])
    mover = Unifier(Unifying(openings=0), 4, 3)
    mover.front.squares["owner"], mover.front.squares["strength"] = view.owner.ravel(), view.strength.ravel()
    mover.front.squares["worth"] = 4
    left = np.zeros(12, np.int64)
    left[[1, 3]] = 30
    assert retaliation.best_strike(5, 50, left, mover.front.squares) == 60 + 8 - 50
    left[:] = 0
    left[3] = 90
    assert retaliation.best_strike(5, 50, left, mover.front.squares) == 0


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
