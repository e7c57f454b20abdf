"""Release and kill score, and the resolution: the moves that maximise the sum of all scores without collisions.

In Halite III two ships must not meet. Here stacks may meet, up to 255. So every square has slots: the first takes any
stack that fits, the second takes those that fit twice, the third those that fit three times. Scipy's assignment fills
the slots; where more than 255 would still meet, the weakest newcomer loses that direction, and the rest is matched
again.
"""

import time
from typing import Any

import numpy as np

from experiments.opponents.compiled import COUNTED, compiler

compiled = compiler(__file__)
counted = compiler(__file__, **COUNTED)

DELAY = 4.0  # the account adds it to the way home: a stack beside the front is not worth infinitely much there
CAP = 255
SLOTS = 3
ROUNDS = 6  # matchings a turn; stacks that still collide after the last one stay
FORBIDDEN = -1e9


def release_scores(land: Any, ratio: float, war: float, release: Any) -> None:
    """Write the release score, (N, 5): strength that the field's greedy moves send on, by the turns to the front.

    Args:
        ratio, war: the account's magic ratio; war where the way leads to an enemy
    """
    release[:] = 0.0
    stacks = np.flatnonzero((land.owner == land.me) & (land.strength > 0))
    way = land.advice[stacks]
    turns = land.distance[land.near[stacks, way]] + 1 + DELAY
    release[stacks, way] = np.where(land.price[stacks] > 0, ratio, war) * land.strength[stacks] / turns


@compiled
def kills(land: Any, goes: Any, weight: float, kill: Any) -> None:
    """Write the kill score of every direction of our stacks, (N, 5): what it destroys beyond what it can lose.

    Halite deals every piece's full strength to each enemy on its own square and beside it. Strength against strength is
    even, so what counts is who may come within one step of where the move ends. `goes` is (N,) the square to which an
    enemy's stack is expected to go; -1 elsewhere.
    """
    for c in range(land.owner.size):
        for d in range(5):
            kill[c, d] = 0.0
            t = land.near[c, d]
            if land.owner[c] == land.me and land.strength[c] > 0:
                force = land.strength[c] + (land.production[c] if d == 0 else 0)
                if land.owner[t] == 0:
                    force -= land.strength[t]
                done, suffered = exchange(t, max(force, 0), land, goes)
                kill[c, d] = weight * max(0.0, done - suffered)


@compiled
def exchange(square: int, force: float, land: Any, goes: Any) -> tuple[float, float]:
    """Return the damage that a stack of this strength can expect to do from this square, and to suffer there."""
    done = suffered = 0.0
    for d in range(5):
        y = land.near[square, d]
        for k in range(5):
            x = land.near[y, k]
            if goes[x] == y:
                done += min(force, land.strength[x])
                suffered += land.strength[x]
    return done, min(force, suffered)


def resolve(land: Any, net: Any, deadline: float) -> Any:
    """Return the direction of every square, (N,) int64; net (N, 5): of every direction."""
    moves, barred = np.zeros(len(net), np.int64), np.zeros((len(net), 5), np.bool_)
    movers = np.flatnonzero((land.owner == land.me) & (land.strength > 0) & (net[:, 1:].max(axis=1) > net[:, 0]))
    for _ in range(ROUNDS):
        if not len(movers) or time.monotonic() > deadline:
            break
        moves[movers] = _match(land, net, barred, movers)
        if bar_collisions(land, net, movers, moves, barred) == 0:
            break
    moves[movers[barred[movers, moves[movers]]]] = 0  # what collided in the last round stays
    return moves


def _match(land: Any, net: Any, barred: Any, movers: Any) -> Any:
    """Return the directions of the movers that maximise the sum of their scores, given the slots of the squares."""
    slot_of = np.full(land.owner.size, -1)
    goals = np.unique(land.near[movers, 1:])
    slot_of[goals] = np.arange(len(goals)) * SLOTS
    weights = np.full((len(movers), len(movers) + len(goals) * SLOTS), FORBIDDEN)
    direction = np.zeros(weights.shape, np.int8)
    fill(land, net, barred, movers, slot_of, weights, direction)
    from scipy.optimize import linear_sum_assignment  # here, because it loads slowly

    rows, columns = linear_sum_assignment(weights, maximize=True)
    return direction[rows, columns]


@counted
def fill(land: Any, net: Any, barred: Any, movers: Any, slot_of: Any, weights: Any, direction: Any) -> None:
    """Write what a mover is worth in every slot, and its direction; the first columns are for staying, always open."""
    room = np.full(land.owner.size, CAP, np.int64)
    for c in range(land.owner.size):
        if land.owner[c] == land.me:
            room[c] = max(0, CAP - land.strength[c] - land.production[c])
    for i in range(movers.size):
        room[movers[i]] = CAP
    for i in range(movers.size):
        c = movers[i]
        weights[i, i] = net[c, 0]
        for d in range(1, 5):
            n = land.near[c, d]
            for k in range(SLOTS):
                fits = land.strength[c] * (k + 1) <= room[n]
                if fits and not barred[c, d] and net[c, d] > net[c, 0]:
                    weights[i, movers.size + slot_of[n] + k] = net[c, d]
                    direction[i, movers.size + slot_of[n] + k] = d


@counted
def bar_collisions(land: Any, net: Any, movers: Any, moves: Any, barred: Any) -> int:
    """Bar the weakest newcomer on every square of ours where strength beyond the cap would meet; return how many."""
    load, weakest = np.zeros(land.owner.size, np.int64), np.full(land.owner.size, -1, np.int64)
    for c in range(land.owner.size):
        if land.owner[c] == land.me and land.strength[c] > 0:
            grown = land.strength[c] + (land.production[c] if moves[c] == 0 else 0)
            load[land.near[c, moves[c]]] += min(grown, CAP)
    for i in range(movers.size):
        c = movers[i]
        t = land.near[c, moves[c]]
        if moves[c] != 0 and (weakest[t] < 0 or _gain(c, net, moves) < _gain(weakest[t], net, moves)):
            weakest[t] = c
    count = 0
    for t in range(land.owner.size):
        c = weakest[t]
        if c >= 0 and load[t] > CAP and land.owner[t] == land.me and not barred[c, moves[c]]:
            barred[c, moves[c]] = True
            count += 1
    return count


@compiled
def _gain(c: int, net: Any, moves: Any) -> Any:
    """Return the score of moving beyond that of staying."""
    return net[c, moves[c]] - net[c, 0]
