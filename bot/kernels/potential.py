"""The potential field: its prices, and the search with its queue."""

from typing import Any

import numpy as np

from .. import luck
from ..board import OPTIONS
from ..view import EAST, NORTH, STILL
from .board import _enemy_neighbours
from .compiler import compiled
from .luck import _draw
from .player import Knobs
from .squares import FINAL, IN_WAVE, NOWHERE, Scratch


@compiled
def spread(me: int, step: float, base: Any, knobs: Knobs, scratch: Scratch) -> None:
    """The potential field, into value, distance and potential. Twin: potential.spread.

    A square has one place in the heap and keeps only its best label, which is the one that would
    leave the twin's queue first. The heap stays small, as two kinds of first labels need not wait in it:
    those that a neighbour is sure to improve (most neutral squares), and infinite ones, which nothing
    improves (all our enemies' squares). The infinite ones matter only where nothing else leads to our land.
    """
    cells, heap, waves = scratch.cells, scratch.heap, scratch.waves
    inherit = 1 - knobs.alpha
    _prices(me, base, knobs, cells)
    _flow(me, step, inherit, _fill(me, False, inherit, heap, cells), heap, waves, cells)
    if _is_cut_off(cells):
        _flow(me, step, inherit, _fill(me, True, inherit, heap, cells), heap, waves, cells)


@compiled
def _prices(me: int, base: Any, knobs: Knobs, cells: Any) -> None:
    """First label, toll and luck of every square. Twins: potential.initial, potential.toll, luck.queue."""
    for c in range(cells.size):
        cells[c].luck = _draw(base, c * luck.DRAWS + luck.QUEUE) if knobs.ties_seeded else np.uint64(1)
        cells[c].potential = np.inf
        cells[c].key, cells[c].value, cells[c].distance, cells[c].place = np.inf, np.inf, 0, NOWHERE
        cells[c].wave = NOWHERE
        who, s, p = cells[c].owner, cells[c].strength, cells[c].production
        if who == me:
            cells[c].toll = knobs.route_cost * p
            continue
        barred = p == 0 or (who != 0 and not knobs.prices_enemies)
        price = np.inf if barred else s / p
        if barred or cells[c].wall:
            cells[c].toll = np.inf
        else:
            cells[c].toll = knobs.alpha * price if knobs.rounds_late else (knobs.alpha * s) / p
        if who == 0 and s == 0:
            price = knobs.enemy_ROI * _enemy_neighbours(me, c, cells)
        elif cells[c].wall:
            price = knobs.wall_factor * price
        cells[c].key = cells[c].value = price
        if price == np.inf:
            cells[c].key = FINAL


@compiled
def _fill(me: int, infinite: bool, inherit: float, heap: Any, cells: Any) -> int:
    """The heap with those first labels of squares that are not ours that are finite, or infinite; its size."""
    size = 0
    for c in range(cells.size):
        if cells[c].owner != me and (cells[c].value == np.inf) == infinite and not _is_outbid(c, inherit, cells):
            cells[c].key = cells[c].value
            size = _queue(c, size, heap, cells)
    return size


@compiled
def _is_outbid(c: int, inherit: float, cells: Any) -> bool:
    """Whether a neighbour will leave the queue before square `c` and offer it a better label than its first one.

    The neighbour's label can only get better than it is now, and so can its offer, rounding included.
    """
    first, toll = cells[c].value, cells[c].toll
    for k in range(NORTH, OPTIONS):
        offered = cells[cells[c].around[k]].value
        if offered < first and inherit * offered + toll < first:
            return True
    return False


@compiled
def _flow(me: int, step: float, inherit: float, size: int, heap: Any, waves: Any, cells: Any) -> None:
    """Empty the heap: each square that leaves it is final and offers its neighbours a label.

    Through our land a label spreads in waves: many squares get the same one, at the same distance from the same
    border. Luck says in which order they leave, but where each of them can only make worse offers than its own label
    the order changes nothing. So they wait as one wave. When something else waits with the same key, the wave is
    broken up, and its squares leave in their order.
    """
    count = 0
    while size > 0:
        key, c = heap[0].key, heap[0].square
        size -= 1
        if size > 0:
            _sink(0, heap[size].key, heap[size].square, size, heap, cells)
        following, wave = np.uint32(cells.size), cells[c].wave
        if wave != NOWHERE:
            if size > 0 and heap[0].key == key:
                cells[c].place = NOWHERE
                size = _break_up(c, size, heap, waves, cells)
                continue
            following = waves[wave].others
            waves[wave].distance = NOWHERE  # no square joins it any more
        while c != cells.size:
            value, distance = cells[c].value, cells[c].distance
            cells[c].key, cells[c].potential = FINAL, value + step * (distance * distance)
            farther = step * ((distance + 1) * (distance + 1))
            for k in range(NORTH, OPTIONS):
                n = cells[c].around[k]
                if cells[n].key == FINAL:
                    continue
                walked, far, steps = value + cells[n].toll, farther, distance + 1
                if cells[n].owner != me:
                    walked, far, steps = inherit * value + cells[n].toll, 0.0, distance
                if not _is_better(walked + far, walked, steps, cells[n]):
                    continue
                cells[n].key, cells[n].value, cells[n].distance = walked + far, walked, steps
                if cells[n].wave != NOWHERE:
                    size = _break_up(n, size, heap, waves, cells)
                elif cells[n].owner == me and cells[n].place == NOWHERE and _is_calm(n, me, step, cells):
                    size, count = _join(n, size, count, heap, waves, cells)
                else:
                    size = _queue(n, size, heap, cells)
            while following != cells.size and cells[following].place != IN_WAVE:
                following = cells[following].after  # it got a better label since, and waits for itself
            c = following
            if c != cells.size:
                following = cells[c].after


@compiled
def _break_up(c: int, size: int, heap: Any, waves: Any, cells: Any) -> int:
    """Let the squares of the wave that `c` stands for wait one by one, each with its label; the heap's new size."""
    w = cells[c].wave
    cells[c].wave, cells[c].luck = NOWHERE, waves[w].luck
    size = _queue(c, size, heap, cells)
    _sink(cells[c].place, cells[c].key, c, size, heap, cells)
    n = waves[w].others
    while n != cells.size:
        if cells[n].place == IN_WAVE:
            size = _queue(n, size, heap, cells)
        n = cells[n].after
    waves[w].distance = NOWHERE
    return size


@compiled
def _join(c: int, size: int, count: int, heap: Any, waves: Any, cells: Any) -> tuple[int, int]:
    """Let square `c` wait in the newest wave, or begin one; the new sizes of the heap and of the waves."""
    value, distance = cells[c].value, cells[c].distance
    if count > 0 and waves[count - 1].value == value and waves[count - 1].distance == distance:
        cells[c].place, cells[c].after = IN_WAVE, waves[count - 1].others
        waves[count - 1].others = c
        return size, count
    wave = waves[count]
    wave.value, wave.distance, wave.others, wave.luck = value, distance, cells.size, cells[c].luck
    cells[c].wave, cells[c].luck = count, np.uint64(0)
    return _queue(c, size, heap, cells), count + 1


@compiled
def _is_calm(c: int, me: int, step: float, cells: Any) -> bool:
    """Whether every label that this square of ours will offer is worse than its own."""
    beyond = cells[c].distance + 1
    if not cells[c].value + step * (beyond * beyond) > cells[c].key:
        return False
    if not cells[c].inner:
        for k in range(NORTH, OPTIONS):
            n = cells[c].around[k]
            if cells[n].owner != me and cells[n].toll != np.inf:
                return False
    return True


@compiled
def _is_cut_off(cells: Any) -> bool:
    """Whether some of our land got no label."""
    for c in range(cells.size):
        if cells[c].key != FINAL:
            return True
    return False


@compiled
def _is_better(key: float, value: float, distance: int, cell: Any) -> bool:
    """Whether a square's new label leaves the queue before the one it has."""
    if key != cell.key:
        return key < cell.key
    if cell.place == NOWHERE:
        return True
    if value != cell.value:
        return value < cell.value
    return distance < cell.distance


@compiled
def _queue(c: int, size: int, heap: Any, cells: Any) -> int:
    """Let square `c` wait with its label, or move up when it waits already; the heap's new size."""
    at = cells[c].place
    if at < 0:
        at = size
        size += 1
    _rise(at, cells[c].key, c, heap, cells)
    return size


@compiled
def _is_before(key: float, c: int, waiting: Any, cells: Any) -> bool:
    """Whether square `c`'s label, which has this key, leaves the queue before the one of `waiting`."""
    if key != waiting.key:
        return key < waiting.key
    a, b = cells[c], cells[waiting.square]
    if a.luck != b.luck:
        return a.luck < b.luck
    if a.value != b.value:
        return a.value < b.value
    if a.distance != b.distance:
        return a.distance < b.distance
    return a.rank < b.rank


@compiled
def _put(at: int, key: float, c: int, heap: Any, cells: Any) -> None:
    heap[at].key, heap[at].square = key, c
    cells[c].place = at


@compiled
def _rise(at: int, key: float, c: int, heap: Any, cells: Any) -> None:
    """Put square `c` into the hole `at` of the heap or nearer to its top."""
    while at > 0:
        above = (at - 1) >> 1
        if not _is_before(key, c, heap[above], cells):
            break
        _put(at, heap[above].key, heap[above].square, heap, cells)
        at = above
    _put(at, key, c, heap, cells)


@compiled
def _sink(at: int, key: float, c: int, size: int, heap: Any, cells: Any) -> None:
    """Put square `c` into the hole `at` of the heap or farther from its top."""
    while True:
        below = 2 * at + 1
        if below >= size:
            break
        if below + 1 < size:
            # Added, not asked for: which of two leaves first is hard to foresee for the processor.
            below += _is_before(heap[below + 1].key, heap[below + 1].square, heap[below], cells)
        if _is_before(key, c, heap[below], cells):
            break
        _put(at, heap[below].key, heap[below].square, heap, cells)
        at = below
    _put(at, key, c, heap, cells)


@compiled
def _find_downhill(me: int, cells: Any) -> None:
    """Twin: potential.downhill."""
    for c in range(cells.size):
        cells[c].downhill = STILL
        if cells[c].owner != me:
            continue
        best = NORTH
        for k in range(EAST, OPTIONS):
            if cells[cells[c].around[k]].potential < cells[cells[c].around[best]].potential:
                best = k
        cells[c].downhill = best
