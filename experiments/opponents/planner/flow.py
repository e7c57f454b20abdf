"""Capacity-limited flow: strength that no capture needs goes to the best border that can still use it.

Every border square draws our strength, the more the lower its price and the nearer it is, but only as much as it and
the neutral squares behind it can absorb. What finds no room goes to the next best border in a second pass. Strength
that the first pass did not place is vacant: it may open a front.
"""

from math import inf, log
from typing import Any

import numpy as np

from bot.ground.view import STILL, STRENGTH_CAP
from experiments.opponents.compiled import UNCOUNTED, compiler

from .desk import UNDECIDED, WAYS, PlannerDesk, back, fits, is_border, order_to
from .reasons import FLOWS, SWAPS, WAITS

compiled = compiler(__file__)
uncounted = compiler(__file__, **UNCOUNTED)


@compiled
def spread(me: int, knobs: Any, desk: PlannerDesk) -> int:
    """Count what the borders of the labels cannot absorb; with a capacity send it on. Return this vacant strength."""
    size = sort_ours(me, desk)
    overflow, vacant = np.zeros(desk.owner.size, np.bool_), 0
    for i in range(size):
        c = desk.queue[i]
        overflow[c] = not _fill(c, me, knobs, desk)
        vacant += desk.strength[c] if overflow[c] else 0
    if not knobs.capacity:
        return vacant
    label, root = desk.label.copy(), desk.root.copy()
    reach_out(me, knobs, desk)
    for i in range(size):
        c = desk.queue[i]
        if not overflow[c] or desk.root[c] < 0:
            desk.label[c], desk.root[c] = label[c], root[c]
    return vacant


@uncounted
def _fill(c: int, me: int, knobs: Any, desk: PlannerDesk) -> bool:
    """Send the strength of square `c` to its border; return whether there was room."""
    b = desk.root[c]
    if b < 0 or desk.filled[b] >= _capacity(b, me, knobs, desk):
        return False
    desk.filled[b] += desk.strength[c]
    return True


@uncounted
def _capacity(b: int, me: int, knobs: Any, desk: PlannerDesk) -> float:
    """Return strength that the border square and the neutral ones behind it can absorb."""
    if is_front(b, me, desk):
        return float(knobs.front_room)
    room = float(desk.strength[b])
    for way in range(1, WAYS):
        n = desk.around[b, way]
        if desk.owner[n] == 0 and not desk.closed[n]:
            room += knobs.room_behind * desk.strength[n]
    return room


@uncounted
def is_front(b: int, me: int, desk: PlannerDesk) -> bool:
    """Return whether an enemy stands on the border square, or reaches it over empty squares."""
    if desk.owner[b] != 0:
        return True
    return desk.strength[b] == 0 and desk.reach[b] & ~(1 << me) != 0


@uncounted
def reach_out(me: int, knobs: Any, desk: PlannerDesk) -> None:
    """Compute labels and roots from all borders that have room."""
    for c in range(desk.owner.size):
        desk.label[c], desk.root[c] = inf, -1
        if desk.owner[c] == me or (desk.owner[c] == 0 and desk.closed[c]):
            continue
        has_room = not knobs.capacity or desk.filled[c] < _capacity(c, me, knobs, desk)
        if is_border(c, me, desk) and has_room:
            price = knobs.front_price if is_front(c, me, desk) else desk.price[c]
            desk.label[c], desk.root[c] = 10 * log(1 + price), c
    changed = True
    while changed:
        changed = _relax(0, 1, me, knobs.step, desk)
        changed |= _relax(desk.owner.size - 1, -1, me, knobs.step, desk)


@uncounted
def _relax(first: int, by: int, me: int, step: float, desk: PlannerDesk) -> bool:
    """Pass over all squares once; return whether a label fell."""
    changed = False
    c = first
    for _ in range(desk.owner.size):
        if desk.owner[c] == me:
            for way in range(1, WAYS):
                n = desk.around[c, way]
                if desk.label[n] + step < desk.label[c] - 1e-9:
                    desk.label[c], desk.root[c] = desk.label[n] + step, desk.root[n]
                    changed = True
        c += by
    return changed


@compiled
def sort_ours(me: int, desk: PlannerDesk) -> int:
    """Write our squares into `queue`, nearest to their border first; return how many."""
    size = 0
    squares = np.empty(desk.owner.size, np.int32)
    for c in range(desk.owner.size):
        if desk.owner[c] == me:
            squares[size], desk.order[size] = c, desk.label[c]
            size += 1
    sequence = np.argsort(desk.order[:size], kind="mergesort")
    for i in range(size):
        desk.queue[i] = squares[sequence[i]]
    return size


@uncounted
def walk(me: int, size: int, knobs: Any, desk: PlannerDesk) -> None:
    """Move the squares of `queue` that have no order towards their border, those nearest to it first."""
    for i in range(size):
        c = desk.queue[i]
        if desk.move[c] != UNDECIDED:
            continue
        way = _downhill(c, me, desk)
        waits = desk.strength[c] < knobs.hold * desk.production[c] or desk.strength[c] == 0
        if way == STILL or waits:
            order_to(c, STILL, WAITS, desk)
        elif fits(c, way, desk):
            order_to(c, way, FLOWS, desk)
        elif not _swap(c, way, me, desk):
            order_to(c, STILL, WAITS, desk)


@uncounted
def _downhill(c: int, me: int, desk: PlannerDesk) -> int:
    """Return the direction to the neighbour with the least label; neutral strength is left to the captures."""
    best, least = STILL, desk.label[c]
    for way in range(1, WAYS):
        n = desk.around[c, way]
        garrison = desk.strength[n] if desk.owner[n] == 0 else 0
        if desk.label[n] < least and garrison == 0:
            best, least = way, desk.label[n]
    return best


@uncounted
def _swap(c: int, way: int, me: int, desk: PlannerDesk) -> bool:
    """Let a larger stack change places with a smaller one that stays in its way; return whether it did."""
    n = desk.around[c, way]
    if desk.owner[n] != me or desk.move[n] != STILL or desk.strength[n] >= desk.strength[c]:
        return False
    if desk.arriving[n] - desk.strength[n] - desk.production[n] + desk.strength[c] > STRENGTH_CAP:
        return False
    desk.arriving[n] -= desk.strength[n] + desk.production[n]
    order_to(n, back(way), SWAPS, desk)
    order_to(c, way, SWAPS, desk)
    return True
