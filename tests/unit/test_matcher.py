"""The matcher's ideas, one at a time, on boards small enough to check by hand."""

import numpy as np
import pytest

from bot.board.board import torus
from experiments.opponents.land import Land
from experiments.opponents.matcher import resolve, tiles

STILL, NORTH, EAST, SOUTH, WEST = range(5)


def land(owner, strength, production=2):
    owner, strength = np.array(owner).ravel(), np.array(strength)
    size, near = owner.size, np.array(torus(*strength.shape).around)
    return Land(
        1, near, owner, strength.ravel(), np.full(size, production), owner > 1, np.ones(size), np.ones(size),
        np.zeros(size, np.int64), np.zeros(size, bool), np.zeros(size, np.int64),
    )  # fmt: skip


def row(*squares):
    """A board of one row: (owner, strength) of each square."""
    return land([[owner for owner, _ in squares]], [[strength for _, strength in squares]])


def matched(board, worth):
    plan, terms = tiles.plan(board.owner.size), tiles.Terms(20, 4, 0.0, 0.0, 1.0)
    opens, desk = np.ones(board.owner.size, bool), tiles.desk(board.owner.size)
    tiles.match(board, np.array(worth, float), opens, terms, desk, plan)
    return plan


def test_stacks_take_a_tile_now_alone_or_together():
    """Strength 10 beside 5: one turn; 6 and 6 take 11 at once, one of them in four turns."""
    plan = matched(row((1, 10), (0, 5), (0, 200), (0, 200)), [0, 50, 50, 50])
    assert plan.target.tolist() == [1, -1, -1, -1]
    assert plan.due[1] == 1
    together = matched(row((1, 6), (0, 11), (1, 6), (0, 250), (0, 250)), [0, 80, 0, 0, 0])
    assert (together.due[1], together.target[0], together.target[2]) == (1, 1, 1)
    alone = matched(row((1, 6), (0, 11), (0, 250), (0, 250)), [0, 80, 0, 0])
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
