"""Regions: where the opening goes, and in which order.

The squares to which no enemy is much nearer are cut into regions of similar worth. The next region is always the one
that promises the fastest growth: what it yields, with the way there, against the turns that it takes.
"""

from typing import Any

import numpy as np

from .captures import NEVER, WAYS, PlannerDesk, compiled, counted

SMALLEST = 10  # squares of a region; what is smaller belongs to no region and only lies on the way
FREE, OUTSIDE = 0, -1
USED = 2 / 3  # share of the production that is taken to go into captures


@counted
def steps_from(start: int, desk: PlannerDesk) -> Any:
    """Return (N,) steps from a square, over everything."""
    away = np.full(desk.owner.size, desk.owner.size, np.int32)
    away[start], desk.queue[0] = 0, start
    size, at = 1, 0
    while at < size:
        c = desk.queue[at]
        at += 1
        for way in range(1, WAYS):
            n = desk.around[c, way]
            if away[n] > away[c] + 1:
                away[n], desk.queue[size] = away[c] + 1, n
                size += 1
    return away


@counted
def usable(me: int, desk: PlannerDesk) -> Any:
    """Return (N,) steps from our start; -1 where enemies who are nearer have too much of a lead."""
    size = desk.owner.size
    ours, lead = np.zeros(size, np.int32), np.zeros(size, np.int32)
    for start in range(size):
        if desk.owner[start] == me:
            ours = steps_from(start, desk)
    for start in range(size):
        if desk.owner[start] > 0 and desk.owner[start] != me:
            lead += np.maximum(ours - steps_from(start, desk), 0)
    return np.where((2 * lead < ours) | (lead == 0), ours, OUTSIDE)


@counted
def cut(away: Any, reach: float, percent: float, desk: PlannerDesk) -> Any:
    """Return (N,) the region of every square, from 1, and how many there are; FREE: on no region, OUTSIDE: not usable.

    Args:
        reach: steps at which a square is worth nothing any more
        percent: a region takes neighbours that are worth at least this share of its first square
    """
    size = desk.owner.size
    worth, region = np.zeros(size), np.zeros(size, np.int32)
    for c in range(size):
        region[c] = FREE if away[c] >= 0 and desk.owner[c] == 0 else OUTSIDE
        worth[c] = desk.production[c] / (desk.strength[c] + 1) * (1 - away[c] / reach)
    count = 0
    tried = region == OUTSIDE
    for seed in np.argsort(-worth, kind="mergesort"):
        if tried[seed] or worth[seed] <= 0:
            continue
        end = _grow(seed, worth, worth[seed] * percent / 100, tried, desk)
        if end >= SMALLEST:
            count += 1
            for i in range(end):
                region[desk.queue[i]] = count
    return region, count


@compiled
def _grow(seed: int, worth: Any, least: float, tried: Any, desk: PlannerDesk) -> int:
    """Write the squares around `seed` that are worth enough into `queue`; return how many."""
    desk.queue[0], tried[seed] = seed, True
    size, at = 1, 0
    while at < size:
        c = desk.queue[at]
        at += 1
        for way in range(1, WAYS):
            n = desk.around[c, way]
            if not tried[n] and worth[n] >= least:
                tried[n], desk.queue[size] = True, n
                size += 1
    return size


@counted
def rank(me: int, region: Any, count: int, most: int, desk: PlannerDesk) -> None:
    """Give the squares of the fastest growing regions, at most `most`, and of the ways there, their place in `rank`."""
    desk.rank[:] = NEVER
    planned = desk.owner == me
    yields = max(desk.production[planned].sum(), 1)
    by_price = np.argsort(desk.strength / (desk.production + 0.1), kind="mergesort")
    place = 0
    done = np.zeros(count + 1, np.bool_)
    for _ in range(min(most, count)):
        cost, parent = _ways(planned, desk)
        best, fastest = 0, 0.0
        for r in range(1, count + 1):
            growth = (
                0.0 if done[r] else _growth(_sequence(r, region, cost, parent, planned, by_price, desk), yields, desk)
            )
            if growth > fastest:
                best, fastest = r, growth
        if best == 0:
            break
        done[best] = True
        for i in range(_sequence(best, region, cost, parent, planned, by_price, desk)):
            c = desk.queue[i]
            desk.rank[c], planned[c] = place, True
            place, yields = place + 1, yields + desk.production[c]


@counted
def _ways(planned: Any, desk: PlannerDesk) -> Any:
    """Return (N,) cheapest cost of a way from the planned squares, and the square before it on that way."""
    size = desk.owner.size
    cost, parent = np.full(size, NEVER), np.full(size, -1, np.int32)
    cost[planned] = 0
    changed = True
    while changed:
        changed = False
        for c in range(size):
            if planned[c] or desk.owner[c] > 0:
                continue
            toll = 100 * desk.strength[c] / (10 * desk.production[c] + 1)
            for way in range(1, WAYS):
                n = desk.around[c, way]
                if cost[n] + toll < cost[c] - 1e-9:
                    cost[c], parent[c] = cost[n] + toll, n
                    changed = True
    return cost, parent


@compiled
def _sequence(r: int, region: Any, cost: Any, parent: Any, planned: Any, by_price: Any, desk: PlannerDesk) -> int:
    """Write the squares to take for a region into `queue`: the cheapest way there, then its own by price."""
    door = -1
    for c in range(region.size):
        if region[c] == r and (door < 0 or cost[c] < cost[door]):
            door = c
    if cost[door] == NEVER:
        return 0
    size, c = 0, door
    while c >= 0 and not planned[c]:
        size, c = size + 1, parent[c]
    c = door
    for i in range(size):
        desk.queue[size - 1 - i], c = c, parent[c]
    start = size
    for c in by_price:
        is_new = region[c] == r and not planned[c]
        for i in range(start):
            is_new = is_new and desk.queue[i] != c
        if is_new:
            desk.queue[size] = c
            size += 1
    return size


@compiled
def _growth(size: int, yields: int, desk: PlannerDesk) -> float:
    """Return the factor by which production grows in a turn while the squares of `queue` are taken; 0 for none."""
    now, turns = float(yields), 0.0
    for i in range(size):
        turns += desk.strength[desk.queue[i]] / (USED * now)
        now += desk.production[desk.queue[i]]
    return float((now / yields) ** (1 / (turns + 1))) if size else 0.0
