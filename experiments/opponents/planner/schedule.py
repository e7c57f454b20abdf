"""Exact scheduling of captures: which of our squares take a neutral one, and when each of them must leave.

For every target our squares are collected outward. After each of them we know the first turn at which they are
strong enough together, and what that costs: the production of the target until then, the production forgone by
those who walk, and what the cap swallows. The cheapest collection is booked; its squares wait exactly as long as they
can. With `pairs`, two targets in a row are taken with one stack where that costs less than one after the other.
"""

from math import ceil, inf
from typing import Any

import numpy as np

from bot.ground.view import STILL, STRENGTH_CAP
from experiments.opponents.compiled import UNCOUNTED, compiler

from .desk import NEVER, UNDECIDED, WAYS, PlannerDesk, back, is_border, order_to
from .reasons import CAPTURES, GATHERS

compiled = compiler(__file__)
uncounted = compiler(__file__, **UNCOUNTED)

MOST_DELAY = 1  # turns that a stack may wait longer to take two targets in a row


@compiled
def capture_all(me: int, knobs: Any, desk: PlannerDesk) -> None:
    """Schedule the captures of all border squares: those of the opening plan in its order, the others by price."""
    size = 0
    targets = np.empty(desk.owner.size, np.int32)
    for c in range(desk.owner.size):
        if desk.owner[c] == 0 and not desk.closed[c] and desk.strength[c] > 0 and is_border(c, me, desk):
            desk.order[size] = desk.rank[c] if desk.rank[c] < NEVER else len(desk.owner) + desk.price[c]
            targets[size] = c
            size += 1
    for i in np.argsort(desk.order[:size], kind="mergesort"):
        capture(targets[i], me, knobs, desk)


@uncounted
def capture(target: int, me: int, knobs: Any, desk: PlannerDesk) -> bool:
    """Book the squares that take `target` at the least cost; return whether there are any."""
    size = _collect(target, me, knobs, desk)
    garrison, yields = desk.strength[target] + 1, desk.production[target]
    best, count, when = inf, 0, 0
    base = gain = walk = 0  # together they have base + gain * t when they strike at turn t
    best_base = best_gain = best_walk = 0
    for i in range(size):
        c = desk.queue[i]
        steps, grows = desk.ring[c], desk.production[c]
        base, gain, walk = base + desk.strength[c] - grows * steps, gain + grows, walk + grows * steps
        turn = _first_turn(garrison, base, gain, steps)
        if turn > knobs.patience:
            continue
        cost = turn * yields + walk + max(0, base + gain * turn - STRENGTH_CAP)
        if cost < best:
            best, count, when = cost, i + 1, turn
            best_base, best_gain, best_walk = base, gain, walk
    if count > 0 and knobs.pairs:
        when = _together(target, best, when, best_base, best_gain, best_walk, knobs.patience, desk)
    for i in range(count):
        c = desk.queue[i]
        desk.target[c] = target
        if desk.ring[c] == when:
            order_to(c, desk.toward[c], CAPTURES, desk)
        else:
            order_to(c, STILL, GATHERS, desk)
    _forget(target, size, desk)
    return count > 0


@uncounted
def _first_turn(garrison: int, base: int, gain: int, least: int) -> int:
    """Return the first turn, not before `least`, at which base + gain * turn reaches the garrison."""
    missing = garrison - base - gain * least
    if missing <= 0:
        return least
    if gain == 0:
        return 1 << 20
    return least + (missing + gain - 1) // gain


@uncounted
def _collect(target: int, me: int, knobs: Any, desk: PlannerDesk) -> int:
    """Write our squares that have no order and nothing much better to do into `queue`, outward; return how many."""
    pull = -inf if desk.rank[target] < NEVER else desk.label[target]
    size = _meet(target, target, 1, 0, pull + knobs.step - knobs.slack, me, desk)
    at = 0
    while at < size and desk.ring[desk.queue[at]] < knobs.rings:
        c = desk.queue[at]
        at += 1
        ring = desk.ring[c] + 1
        size = _meet(c, target, ring, size, pull + knobs.step * ring - knobs.slack, me, desk)
    return size


@uncounted
def _meet(c: int, target: int, ring: int, size: int, least: float, me: int, desk: PlannerDesk) -> int:
    for way in range(1, WAYS):
        n = desk.around[c, way]
        if desk.owner[n] == me and desk.ring[n] == 0 and desk.move[n] == UNDECIDED and desk.label[n] >= least:
            desk.ring[n], desk.queue[size] = ring, n
            desk.toward[n] = back(way)
            size += 1
    return size


@uncounted
def _forget(target: int, size: int, desk: PlannerDesk) -> None:
    for i in range(size):
        desk.ring[desk.queue[i]] = 0


@uncounted
def _together(
    target: int, alone: float, when: int, base: int, gain: int, walk: int, patience: int, desk: PlannerDesk
) -> int:
    """Return the turn to strike if going on to a square behind the target costs less; else `when`."""
    yields, garrison = desk.production[target], desk.strength[target]
    saved, choice = 0.0, when
    for way in range(1, WAYS):
        n = desk.around[target, way]
        if desk.owner[n] != 0 or desk.closed[n] or desk.strength[n] == 0:
            continue
        both = _first_turn(garrison + desk.strength[n] + 2, base, gain, when)
        if both > min(patience, when + MOST_DELAY) or base + gain * both > STRENGTH_CAP:
            continue
        left = base + gain * when - garrison
        later = when + 1 + max(0, ceil((desk.strength[n] + 1 - left) / max(gain + yields, 1)))
        apart = alone + later * desk.production[n] + (walk + gain if left <= desk.strength[n] else 0)
        joint = both * yields + (both + 1) * desk.production[n] + walk
        if apart - joint > saved:
            saved, choice = apart - joint, both
    return choice
