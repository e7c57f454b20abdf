"""Ideas of the opponents, a few each, on boards small enough to be counted by hand; recorded answers hold the rest."""

from dataclasses import replace

import numpy as np
import pytest

from bot import View
from bot.board.board import torus
from bot.kernels import Decider
from engine import generate
from experiments.arena.players import player
from experiments.opponents.amortizer import OPPONENT, assignment
from experiments.opponents.amortizer.play import HABIT
from experiments.opponents.compiled import for_kernels
from experiments.opponents.friendly import Friendship, edges, navigation
from experiments.opponents.land import Land
from experiments.opponents.matcher import resolve, tiles
from experiments.opponents.planner import Planning, captures
from experiments.opponents.planner.captures import CAPTURES, GATHERS, UNDECIDED, desk, load
from experiments.opponents.planner.play import KernelSettings, Planner
from tests.support.opponents import battles

STILL, NORTH, EAST, SOUTH, WEST = range(5)


def land(owner, strength, production=2):
    owner, strength = np.array(owner), np.array(strength)
    near, size = np.array(torus(*owner.shape).around), owner.size
    return Land(
        1, near, owner.ravel(), strength.ravel(), np.full(size, production), owner.ravel() > 1, np.ones(size),
        np.ones(size), np.zeros(size, np.int64), np.zeros(size, bool), np.zeros(size, np.int64),
    )  # fmt: skip


def settled(board, cost, swaps=200):
    movers = np.flatnonzero((board.owner == 1) & (board.strength > 0))
    movers = movers[np.argsort(-board.strength[movers], kind="stable")]
    option = np.zeros(board.owner.size, np.int64)
    navigation.settle(board, movers, cost, swaps, np.ones(1, np.uint64), option)
    return option


def closed(size):
    cost = np.full((size, 5), navigation.NEVER)
    cost[:, STILL] = 0
    return cost


def assigned(board, shape, stacks, goals, profit, **definitions):
    tasks = edges.assign(
        board, shape, np.array(stacks), np.array(goals), np.array(profit, float), Friendship(**definitions)
    )
    return tasks.target[stacks].tolist()


def test_the_best_edge_is_handed_out_first_and_within_a_tie_the_nearer_one():
    board = land([[1, 1, 0, 0, 0, 0, 0, 0]], [[50, 50, 10, 250, 250, 250, 250, 20]])
    assert assigned(board, (1, 8), [0, 1], [2, 7], [0, 0, 9, 0, 0, 0, 0, 4]) == [7, 2]
    board = land([[1, 0, 0, 1, 0, 0, 0, 0]], [[90, 80, 10, 90, 80, 80, 80, 80]])
    assert edges.distances(np.array([0, 3]), np.array([2]), (1, 8)).ravel().tolist() == [2, 1]
    assert assigned(board, (1, 8), [0, 3], [2], [5] * 8) == [-1, 2]


def test_stacks_do_not_meet_beyond_the_cap_and_a_swap_makes_room():
    """Two of 200 want one square: one stays, though both ways cost -30."""
    board = land([[1, 1, 1, 0]], [[200, 0, 200, 9]])
    cost = closed(4)
    cost[0, EAST] = cost[2, WEST] = -30
    assert sorted(settled(board, cost)[[0, 2]].tolist()) == [STILL, min(EAST, WEST)]
    board = land([[1, 1, 0, 0]], [[190, 200, 9, 9]])
    cost = closed(4)
    cost[1, WEST], cost[0, EAST] = 5, -60
    assert settled(board, cost, swaps=0)[:2].tolist() == [STILL, STILL]
    assert settled(board, cost)[:2].tolist() == [EAST, WEST]


def strip_of(*squares):
    """A board of one row: (owner, strength) of each square."""
    return land([[owner for owner, _ in squares]], [[strength for _, strength in squares]])


def matched(board, worth):
    plan, terms = tiles.plan(board.owner.size), tiles.Terms(20, 4, 0.0, 0.0, 1.0)
    opens, desk = np.ones(board.owner.size, bool), tiles.desk(board.owner.size)
    tiles.match(board, np.array(worth, float), opens, terms, desk, plan)
    return plan


def test_stacks_take_a_tile_now_alone_or_together():
    """Strength 10 beside 5: one turn; 6 and 6 take 11 at once, one of them in four turns."""
    plan = matched(strip_of((1, 10), (0, 5), (0, 200), (0, 200)), [0, 50, 50, 50])
    assert plan.target.tolist() == [1, -1, -1, -1]
    assert plan.due[1] == 1
    together = matched(strip_of((1, 6), (0, 11), (1, 6), (0, 250), (0, 250)), [0, 80, 0, 0, 0])
    assert (together.due[1], together.target[0], together.target[2]) == (1, 1, 1)
    alone = matched(strip_of((1, 6), (0, 11), (0, 250), (0, 250)), [0, 80, 0, 0])
    assert alone.due[1] == 4  # 6 + 3 turns of 2 = 12


def resolved(board, net):
    return resolve.resolve(board, np.array(net, float), np.inf)


def test_the_sum_of_the_scores_decides_and_not_the_greed_of_one():
    """The example of CowZow's account: both want the same square for 30; the second has a good alternative at 20."""
    board = land([[1, 1, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0]], [[200, 0, 200, 9], [9, 0, 9, 9], [9, 9, 9, 9]])
    net = np.zeros((12, 5))
    net[0, EAST], net[2, WEST], net[2, EAST] = 30, 30, 20
    moves = resolved(board, net)
    assert (moves[0], moves[2]) == (EAST, EAST)


@pytest.mark.parametrize(("strength", "meet"), [(80, True), (200, False)])
def test_stacks_meet_where_the_cap_allows_it(strength, meet):
    """Two of 80 fit on one square, two of 200 do not."""
    board = land([[1, 1, 1, 0]], [[strength, 0, strength, 9]])
    net = np.zeros((4, 5))
    net[0, EAST], net[2, WEST] = 30, 29
    moves = resolved(board, net)
    assert (moves[0] == EAST, moves[2] == WEST) == (True, meet)


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


def view(owner=(), strength=(), production=3, neutral=60, turn=0):
    """A board of neutral land with these squares, each as ((y, x), number)."""
    owners, strengths = np.zeros((HEIGHT, WIDTH), np.uint8), np.full((HEIGHT, WIDTH), neutral, np.uint8)
    for square, number in owner:
        owners[square] = number
    for square, number in strength:
        strengths[square] = number
    return View(owners, strengths, np.full((HEIGHT, WIDTH), production, np.uint8), 1, turn)


def seated(notation="amortizer"):
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


def front(ours, theirs, turn=0):
    """Our stack and one of the enemy with an empty square between them, land of each behind."""
    squares = [((4, x), 1) for x in range(4)] + [((4, x), 2) for x in range(5, 9)]
    return view(squares, [((4, x), 2) for x in range(9)] + [((4, 3), ours), ((4, 4), 0), ((4, 5), theirs)], turn=turn)


def test_in_some_futures_enemies_play_a_known_strategy():
    mover, board = seated("amortizer?strategy=8"), front(100, 50)
    mover.moves(board)
    known = Decider(HABIT, HEIGHT, WIDTH).moves(replace(board, me=2)).ravel()
    theirs = board.owner.ravel() == 2
    assert known[theirs].any()
    for reply in mover.exchange.front.reply:
        np.testing.assert_array_equal(reply[theirs], known[theirs])
