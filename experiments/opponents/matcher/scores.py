"""The five scores of every direction of every stack: tile, release, influence, kill, and the net of them."""

from typing import Any

import numpy as np

from experiments.opponents.compiled import compiler

from . import tiles
from .terrain import RADIUS

kernel = compiler(__file__)

DELAY = 4.0  # the account adds it to the way home: a stack beside the front is not worth infinitely much there


@kernel
def tile_scores(land: Any, worth: Any, terms: Any, plan: Any, desk: Any, tile: Any) -> None:
    """Write the tile score, (N, 5): the best rate of a tile that a direction serves.

    A stack that must leave now to arrive in time has it on each shortest way to the tile; one that may wait, on STILL.
    Tiles are those that the stack is matched with, and those within RADIUS steps that no match takes, as if alone.
    """
    tile[:] = 0.0
    steps = np.zeros(land.owner.size, np.int64)
    desk.busy[:] = False
    for goal in range(land.owner.size):
        is_free = plan.due[goal] == 0 and desk.is_tile[goal] and terms.choice > 0
        if plan.due[goal] == 0 and not is_free:
            continue
        size = tiles.gather(goal, land, RADIUS, desk)
        for i in range(size):
            steps[desk.crew[i]] = desk.steps[i]
        steps[goal] = 0
        for i in range(size):
            c = desk.crew[i]
            if plan.target[c] == goal:
                _serve(c, goal, plan.steps[c] < plan.due[goal], plan.rate[goal], steps, land, desk, tile)
            elif is_free:
                rate, turn = tiles.alone(c, steps[c], goal, worth[goal], terms, land)
                _serve(c, goal, steps[c] < turn, terms.choice * rate, steps, land, desk, tile)


@kernel
def _serve(c: int, goal: int, waits: bool, rate: float, steps: Any, land: Any, desk: Any, tile: Any) -> None:
    """Raise the scores of the directions by which a stack serves a tile, as gathered last, to this rate."""
    if waits:
        tile[c, 0] = max(tile[c, 0], rate)
        return
    for d in range(1, 5):
        n = land.near[c, d]
        if desk.seen[n] == desk.clock[0] and steps[n] == steps[c] - 1:
            tile[c, d] = max(tile[c, d], rate)


def release_scores(land: Any, advice: Any, ratio: float, war: float, release: Any) -> None:
    """Write the release score, (N, 5): strength that the field's greedy moves send on, by the turns to the front.

    ratio, war   the account's magic ratio; war where the way leads to an enemy
    """
    release[:] = 0.0
    stacks = np.flatnonzero((land.owner == land.me) & (land.strength > 0))
    way = advice[stacks]
    turns = land.distance[land.near[stacks, way]] + 1 + DELAY
    release[stacks, way] = np.where(land.price[stacks] > 0, ratio, war) * land.strength[stacks] / turns


@kernel
def net_scores(tile: Any, release: Any, influence: Any, kill: Any, net: Any) -> None:
    """Write max(tile, release) + influence + kill, (N, 5)."""
    for c in range(net.shape[0]):
        for d in range(5):
            net[c, d] = max(tile[c, d], release[c, d]) + influence[c, d] + kill[c, d]
