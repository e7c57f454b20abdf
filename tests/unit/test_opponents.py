"""Searches of the opponents against brute force; recorded answers hold the rest."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from bot import View
from bot.kernels import Decider
from bot.search import combat_zone
from engine import State, generate
from engine.rules import step
from experiments.arena.players import player
from experiments.opponents.amortizer import OPPONENT, assignment
from experiments.opponents.amortizer.play import HABIT
from experiments.opponents.compiled import for_kernels
from experiments.opponents.planner import Planning, captures
from experiments.opponents.planner.captures import CAPTURES, GATHERS, UNDECIDED, desk, load
from experiments.opponents.planner.play import KernelSettings, Planner
from experiments.opponents.unifier import Unifying, minefield
from experiments.opponents.unifier.fronts import PLIES
from experiments.opponents.unifier.play import Unifier
from tests.support.opponents import battles

STILL, NORTH, EAST, SOUTH, WEST = range(5)


def laid(owner, strength, production):
    grids = [np.array(rows, np.uint8) for rows in (owner, strength, production)]
    table = desk(*grids[0].shape)
    load(*grids, table)
    return table


def row(owner, strength, production):
    width = len(owner)
    sea, dear, barren = [0] * width, [255] * width, [0] * width
    return laid([sea, owner, sea], [dear, strength, dear], [barren, production, barren])


def at(table, x):
    return table.owner.size // 3 + x


def scheduled(table, **changes):
    """The desk after captures were scheduled, with a pull that hardly fades."""
    known = for_kernels(KernelSettings, Planning(**{"step": 0.01, **changes}))
    captures.induce(0.0, table)
    captures.pull(1, known.step, table)
    captures.capture_all(1, known, table)
    return table


def test_squares_leave_so_that_they_arrive_together():
    board = ([1, 1, 0, 0, 0, 0], [15, 20, 30, 255, 255, 255], [1, 1, 5, 0, 0, 0])
    table = scheduled(row(*board))
    assert (table.move[at(table, 0)], table.move[at(table, 1)]) == (EAST, 0)
    assert (table.why[at(table, 0)], table.why[at(table, 1)]) == (CAPTURES, GATHERS)
    assert table.target[at(table, 1)] == at(table, 2)
    table = scheduled(row(*board), rings=1, patience=30)
    assert table.target[[at(table, 0), at(table, 1)]].tolist() == [-1, at(table, 2)]
    board = ([1, 0, 0, 0, 0, 0], [20, 30, 255, 255, 255, 255], [1, 5, 0, 0, 0, 0])
    assert scheduled(row(*board), patience=4).move[at(row(*board), 0)] == UNDECIDED
    assert scheduled(row(*board), patience=12).move[at(row(*board), 0)] == 0


@pytest.fixture(scope="module")
def start():
    state = generate(16, 16, 2, 4)
    return View(state.owner, state.strength, state.production, 1, 0)


def test_the_plan_is_never_worse_than_the_field_and_ends_where_the_board_is_not_as_foreseen(start):
    planner = Planner(Planning(plans=12), 16, 16)
    moves = planner.moves(start)
    plan = planner.plan
    assert plan.tried[0] == 1000
    assert plan.worth == max(plan.tried) >= 1000
    assert len(plan.tried) == 12
    assert np.array_equal(moves, plan.moves[0])
    other = start.strength.copy()
    other[start.owner == 1] += 1
    assert plan.at(View(start.owner, other, start.production, 1, 0)) is None
    near = start.owner.copy()
    y, x = np.argwhere(start.owner == 1)[0]
    near[y, (x + 3) % 16] = 2
    assert plan.at(View(near, start.strength, start.production, 1, 0)) is None
    hurried = Planner(Planning(plans=6), 16, 16)
    hurried.moves(start, 0.0)
    assert len(hurried.plan.tried) == 1, "without time it is the field"


HEIGHT, WIDTH = 9, 12


def seated(notation):
    return OPPONENT.open(player(notation).parameters, HEIGHT, WIDTH)


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


def front():
    """Our stack of 100 and one of 50 of the enemy with an empty square between them, land of each behind."""
    owner, strength = np.zeros((HEIGHT, WIDTH), np.uint8), np.full((HEIGHT, WIDTH), 60, np.uint8)
    owner[4, :4], owner[4, 5:9], strength[4, :9] = 1, 2, 2
    strength[4, 3:6] = 100, 0, 50
    return View(owner, strength, np.full((HEIGHT, WIDTH), 3, np.uint8), 1, 0)


def test_in_some_futures_enemies_play_a_known_strategy():
    mover, board = seated("amortizer?strategy=8"), front()
    mover.moves(board)
    known = Decider(HABIT, HEIGHT, WIDTH).moves(replace(board, me=2)).ravel()
    theirs = board.owner.ravel() == 2
    assert known[theirs].any()
    for reply in mover.exchange.front.reply:
        np.testing.assert_array_equal(reply[theirs], known[theirs])


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
