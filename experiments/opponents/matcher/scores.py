"""The five scores of every direction of every stack: tile, release, influence, kill, and the net of them."""

from typing import Any

import numpy as np

from experiments.opponents.compiled import compiler

from . import tiles

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
        is_free = plan.due[goal] == 0 and desk.soonest[goal] < tiles.NEVER and terms.choice > 0
        if plan.due[goal] == 0 and not is_free:
            continue
        size = tiles.gather(goal, land, tiles.RADIUS, desk)
        for i in range(size):
            steps[desk.crew[i]] = desk.steps[i]
        steps[goal] = 0
        for i in range(size):
            c = desk.crew[i]
            if land.owner[c] != land.me:
                continue
            if plan.target[c] == goal:
                _serve(c, goal, plan.steps[c] < plan.due[goal], plan.rate[goal], steps, land, desk, tile)
            elif is_free:
                rate, turn = tiles.alone(c, steps[c], goal, worth[goal], terms, land, desk)
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


def release_scores(land: Any, advice: Any, settings: Any, release: Any) -> None:
    """Write the release score, (N, 5), by the settings; strength follows `advice`, greedy moves, if `guide` is on."""
    if settings.guide:
        release[:] = 0.0
        stacks = np.flatnonzero((land.owner == land.me) & (land.strength > 0))
        way = advice[stacks]
        weight = np.where(land.price[stacks] > 0, settings.ratio, settings.war)
        turns = land.distance[land.near[stacks, way]] + 1 + DELAY
        release[stacks, way] = weight * land.strength[stacks] / turns
    else:
        write_release(land, settings.ratio, settings.war, settings.calm, settings.battle, release)


@kernel
def write_release(land: Any, ratio: float, war: float, calm: float, battle: float, release: Any) -> None:
    """Write the release score, (N, 5): strength that is worth more at the front flows there.

    ratio, war     the account's magic ratio, war where the way leads to an enemy
    calm, battle   turns of its own production that a stack keeps back, battle beside a square that is empty

    The score is the strength beyond that, divided by the turns to the front and DELAY. The steepest way down the field
    has all of it, other ways down their share.
    """
    release[:] = 0.0
    for c in range(land.owner.size):
        if land.owner[c] != land.me or land.strength[c] == 0:
            continue
        drop, hold = 0.0, calm
        for d in range(1, 5):
            n = land.near[c, d]
            if land.owner[n] == 0 and land.strength[n] == 0:
                hold = battle
            if is_way(n, land):
                drop = max(drop, land.potential[c] - land.potential[n])
        beyond = land.strength[c] - hold * land.production[c]
        if beyond <= 0 or drop <= 0:
            continue
        for d in range(1, 5):
            n = land.near[c, d]
            if is_way(n, land) and land.potential[n] < land.potential[c]:
                share = (land.potential[c] - land.potential[n]) / drop if np.isfinite(drop) else 1.0
                weight = ratio if land.price[c] > 0 else war
                release[c, d] = share * weight * beyond / (land.distance[n] + 1 + DELAY)


@kernel
def is_way(c: int, land: Any) -> bool:
    """Return whether strength may walk there without paying for it: our land and empty squares."""
    return land.owner[c] == land.me or (land.owner[c] == 0 and land.strength[c] == 0 and not land.closed[c])


@kernel
def net_scores(tile: Any, release: Any, influence: Any, kill: Any, net: Any) -> None:
    """Write max(tile, release) + influence + kill, (N, 5)."""
    for c in range(net.shape[0]):
        for d in range(5):
            net[c, d] = max(tile[c, d], release[c, d]) + influence[c, d] + kill[c, d]
