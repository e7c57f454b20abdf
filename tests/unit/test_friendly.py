"""Friendly's ideas, one at a time, on boards small enough to check by hand."""

import numpy as np

from bot.board.board import torus
from experiments.opponents.friendly import Friendship, edges, navigation
from experiments.opponents.land import Land

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
