"""Searches of the opponents against brute force; recorded answers hold the rest."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from bot import View
from bot.search import combat_zone
from engine import State, generate
from engine.rules import step
from experiments.arena.players import player
from experiments.opponents.amortizer import OPPONENT, assignment
from experiments.opponents.planner import Planning
from experiments.opponents.planner.play import Planner
from experiments.opponents.unifier import Unifying
from experiments.opponents.unifier.play import Unifier
from tests.support.boards import assert_same_squares, view_of
from tests.support.opponents import battles


def test_the_plan_is_never_worse_than_the_field_and_ends_where_the_board_is_not_as_foreseen():
    start = view_of(generate(16, 16, 2, 4), 1)
    planner = Planner(Planning(plans=12), 16, 16)
    moves = planner.moves(start)
    plan = planner.plan
    assert plan.tried[0] == 1000
    assert plan.worth == max(plan.tried) >= 1000
    assert len(plan.tried) == 12
    assert_same_squares(moves, plan.moves[0])
    y, x = np.argwhere(start.owner == 1)[0]
    near = start.owner.copy()
    near[y, (x + 3) % 16] = 2
    assert plan.at(replace(start, strength=start.strength + (start.owner == 1))) is None
    assert plan.at(replace(start, owner=near)) is None
    hurried = Planner(Planning(plans=6), 16, 16)
    hurried.moves(start, 0.0)
    assert len(hurried.plan.tried) == 1, "without time it is the field"


def test_targets_that_are_passed_over_change_nothing():
    frames, weighed = battles(), 0
    mover = OPPONENT.open(player("amortizer").parameters, *frames[0].owner.shape)
    for board in frames:
        mover.moves(board)
        desk, common = mover.desk, (mover.stay, mover.weight, mover.parameters, mover.desk)
        for c in desk.rank[: mover.stacks].copy():
            worths = np.array([assignment.worth_of(c, number, *common) for number in range(mover.targets)])
            second, best = np.sort(np.append(worths, 0.0))[-2:]
            assert assignment.loss_of(c, mover.targets, *common) == best - second
            assert desk.value[c] == best
            assert best == 0 or worths[desk.goal[c]] == best
            weighed += 1
    assert weighed > 100


def random_view(seed, stacks):
    """A front of so many stacks of ours and three of the enemy, on land of both with two empty columns between."""
    dice, far = np.random.default_rng(seed), 5
    owner, strength = np.zeros((7, 8), np.uint8), np.full((7, 8), 250, np.uint8)
    owner[1:6, 1:3], owner[1:6, far : far + 2] = 1, 2
    strength[1:6, 1 : far + 2] = 0
    for side, columns, count in ((1, (1, 3), stacks), (2, (far, far + 2), 3)):
        for cell in dice.choice(10, count, replace=False):
            y, x = 1 + cell // 2, columns[0] + cell % 2
            assert owner[y, x] == side
            strength[y, x] = dice.integers(5, 120)
    return View(owner, strength, dice.integers(0, 8, owner.shape).astype(np.uint8), 1, 20)


def value(mover, view, moves):
    """The twin of a front's score: our survivors less theirs over the samples, by the referee's own rules."""
    total, worth = 0, mover.front.squares["worth"].reshape(view.owner.shape)
    state = State(view.owner, view.strength, view.production)
    for reply in mover.front.reply:
        orders = np.where(view.owner == 1, moves.reshape(view.owner.shape), reply.reshape(view.owner.shape))
        after = step(state, np.where(view.owner > 0, orders, 0).astype(np.int32))
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
    view = random_view(seed, stacks)
    mover = Unifier(Unifying(openings=0, retaliation=0.0, manoeuvre=0.0, reach=8), *view.owner.shape)
    mover.moves(view)
    assert mover.free == stacks
    best = max(value(mover, view, moves) for moves in every_joint_move(mover))
    chosen, field = value(mover, view, mover.chosen), value(mover, view, mover.field_moves)
    if mover.fronts == 1:
        assert chosen == pytest.approx(best)
    assert mover.gain == pytest.approx(chosen - field)
