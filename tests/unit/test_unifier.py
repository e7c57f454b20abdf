"""The unifier: fronts against brute force by the referee's rules, the minefield against every way through it."""

import itertools

import numpy as np
import pytest

from bot import View
from bot.search import combat_zone
from engine import State
from engine.rules import step
from experiments.opponents.unifier import Unifying, minefield
from experiments.opponents.unifier.fronts import PLIES
from experiments.opponents.unifier.play import Unifier

PURE = {"openings": 0, "retaliation": 0.0, "manoeuvre": 0.0}
"""Nothing but the strike."""


def asked(view, **definitions):
    mover = Unifier(Unifying(**{"openings": 0, **definitions}), *view.owner.shape)
    mover.moves(view)
    return mover


def drawn(seed, stacks=3, height=7, width=8, gap=2):
    """A front of so many stacks of ours and three of the enemy, on land of both with empty columns between."""
    dice = np.random.default_rng(seed)
    owner, strength = np.zeros((height, width), np.uint8), np.full((height, width), 250, np.uint8)
    far = 3 + gap
    owner[1:6, 1:3], owner[1:6, far : far + 2] = 1, 2
    strength[1:6, 1 : far + 2] = 0
    for side, columns, count in ((1, (1, 3), stacks), (2, (far, far + 2), 3)):
        for cell in dice.choice(10, count, replace=False):
            y, x = 1 + cell // 2, columns[0] + cell % 2
            assert owner[y, x] == side
            strength[y, x] = dice.integers(5, 120)
    return View(owner, strength, dice.integers(0, 8, owner.shape).astype(np.uint8), 1, 20)


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
    return total / combat_zone.SAMPLES


def every_joint_move(mover):
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


def around(square, shape):
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
    near = mover.front.squares["near"].reshape(view.owner.shape) <= minefield.AROUND
    for after in afterwards(mover, view, moves):
        ours, theirs = (np.where(near & (after.owner == side), after.strength, 0).astype(int) for side in (1, 2))
        total += strikes(view, theirs, ours, worth) - strikes(view, ours, theirs, worth)
    return total / combat_zone.SAMPLES


def summed(mover, view):
    """The twin of the whole sum, as a function of a board of moves: strike, bonuses of the options and retaliation."""

    def score(moves):
        bonus = sum(mover.front.squares["bonus"][c][moves[c]] for c in mover.front.free[: mover.free])
        return value(mover, view, moves) + bonus / combat_zone.SAMPLES - 0.95 * retaliated(mover, view, moves)

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


def cheapest(mover, view, square, ply):
    """The twin: every way of four more steps from `square` after ply `ply` - 1, walked one by one."""
    if ply > PLIES:
        return 0.0
    owner, strength, production = (layer.ravel() for layer in (view.owner, view.strength, view.production))
    height, width = view.owner.shape
    y, x = divmod(square, width)
    best, worth = np.inf, mover.settings.discount ** (ply - 1)
    for down, right in ((0, 0), (-1, 0), (0, 1), (1, 0), (0, -1)):
        n = (y + down) % height * width + (x + right) % width
        if n != square and owner[n] == 0 and strength[n] > 0:
            continue
        cost = worth * min(mover.desk.mine[ply, n], mover.size_of_stack)
        cost += worth * production[square] if n != square else 0
        best = min(best, cost + cheapest(mover, view, n, ply + 1))
    return best


@pytest.mark.parametrize("seed", range(3))
def test_the_way_through_the_minefield_is_the_cheapest_of_all(seed):
    """Brute force: five to the power of four ways from every place where a stack can be after this turn."""
    view = drawn(seed)
    mover = asked(view)
    for c in mover.front.free[: mover.free]:
        mover.size_of_stack = int(mover.front.squares["strength"][c])
        for option, n in enumerate(mover.front.squares["around"][c]):
            cost = min(cheapest(mover, view, int(n), 2), mover.size_of_stack)
            assert mover.desk.future[c, option] == pytest.approx(cost)
