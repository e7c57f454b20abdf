"""The potential field: its prices, and the search."""

import numpy as np

from ..board.board import EAST, NORTH, OPTIONS
from ..board.compiled import Places, Record, Records, compiled, inside
from ..greedy import potential
from .board import _enemy_neighbours
from .queue import _break_up, _enqueue, _enqueue_kept, _gives_up, _is_waiting, _join, _keep, _pop, _reset, _restore
from .squares import FINAL, IN_WAVE, NOWHERE, Scratch

_decay = inside(potential.decay)


@compiled
def spread(me: int, step: float, base: np.uint64, parameters: Record, scratch: Scratch) -> None:
    """Spread the potential field into value, distance and potential. Twin: potential.spread.

    A square waits once and keeps only its best label, which is the one that would leave the twin's queue first. Two
    kinds of first labels need not wait: those that a neighbour is sure to improve (most neutral squares), and
    infinite ones, which nothing improves (all our enemies' squares). The infinite ones matter only where nothing else
    leads to our land. The search ends as soon as every label is final that the decision reads, unless the whole field
    is wanted. It begins with the labels that the last search for this player left, where they still hold: see `kept`.
    """
    queue, keeper, inherit = scratch.queue[0], scratch.keepers[me], 1 - parameters.alpha
    queue.base, queue.is_seeded = base, parameters.ties_seeded
    if queue.is_whole or keeper.inherit != inherit:
        keeper.size = 0
    _search(me, step, inherit, parameters, scratch)
    if queue.is_doubtful:
        keeper.size = 0
        _search(me, step, inherit, parameters, scratch)


@compiled
def _search(me: int, step: float, inherit: float, parameters: Record, scratch: Scratch) -> None:
    """Search from the labels that are kept, and keep those that will not change by themselves."""
    cells, queue, found = scratch.cells, scratch.queue[0], scratch.found
    kept, keeper = scratch.kept, scratch.keepers[me]
    _prices(me, parameters, queue, cells)
    _restore(me, keeper.size, kept, found, queue, cells)
    _fill(me, False, inherit, queue, cells)
    _flow(me, step, inherit, found, queue, cells)
    keeper.inherit, keeper.size = inherit, _keep(me, kept, found, queue, cells)
    if queue.wanted > 0:
        _fill(me, True, inherit, queue, cells)
        _flow(me, step, inherit, found, queue, cells)


@compiled
def _prices(me: int, parameters: Record, queue: Record, cells: Records) -> None:
    """Set every square's first label and cost. Twins: potential.initial, potential.entry_cost, where `factor` is 1."""
    wanted, lowest = 0, np.inf
    for c in range(cells.size):
        cells[c].potential = np.inf
        cells[c].key, cells[c].value, cells[c].distance, cells[c].place = np.inf, np.inf, 0, NOWHERE
        cells[c].parent, cells[c].leads, cells[c].is_kept, cells[c].depends = c, False, False, False
        who, s, p = cells[c].owner, cells[c].strength, cells[c].production
        if who == me:
            cells[c].cost = parameters.route_cost * p
            cells[c].wanted = True
            wanted += 1
            continue
        barred = p == 0 or (who != 0 and not parameters.prices_enemies)
        price = np.inf if barred else cells[c].factor * (s / p)
        if barred or cells[c].wall:
            cells[c].cost = np.inf
        else:
            cells[c].cost = (
                parameters.alpha * price if parameters.rounds_late else cells[c].factor * ((parameters.alpha * s) / p)
            )
        if who == 0 and s == 0:
            price = parameters.enemy_ROI * _enemy_neighbours(me, c, cells)
        elif cells[c].wall:
            price = parameters.wall_factor * price
        cells[c].key = FINAL if price == np.inf else price
        cells[c].value = cells[c].first = price
        cells[c].wanted = cells[c].touch > 0 and price != np.inf
        wanted += cells[c].wanted
        lowest = min(lowest, price)
    queue.wanted, queue.lowest, queue.highest, queue.is_doubtful = wanted, lowest, -np.inf, False


@compiled
def _fill(me: int, infinite: bool, inherit: float, queue: Record, cells: Records) -> None:
    """Let the squares that are not ours wait with the labels they begin with: the finite ones, or the infinite ones.

    A label that is kept needs to wait only where it touches ours. To others it is offered here.
    """
    _reset(queue, cells)
    for c in range(cells.size):
        if cells[c].owner == me or (cells[c].value == np.inf) != infinite:
            continue
        if cells[c].touch > 0 if cells[c].is_kept else _set_first_label(c, inherit, queue, cells):
            cells[c].key = cells[c].value
            _enqueue(c, queue, cells)


@inside
def _set_first_label(c: int, inherit: float, queue: Record, cells: Records) -> bool:
    """Give square `c` its first label; return whether it waits: not where a neighbour leaves before it and beats it.

    The neighbour's label can only get better than it is now, and so can its offer, rounding included. Of the four the
    lowest makes the best offer. If its label is kept, `c` takes the offer now and waits with it. Where the price falls
    on the way, it matters who leaves first, so there kept labels wait as well.
    """
    best = cells[c].around[NORTH]
    for k in range(EAST, OPTIONS):
        n = cells[c].around[k]
        best = n if cells[n].value < cells[best].value else best
    first, lowest = cells[c].value, cells[best].value
    offered = inherit * lowest + cells[c].cost
    if offered >= first:
        return True
    if offered <= lowest:
        _enqueue_kept(c, queue, cells)
        return bool(lowest >= first)
    if cells[best].is_kept:
        cells[c].value, cells[c].parent = offered, best
    return bool(cells[best].is_kept)


@compiled
def _flow(me: int, step: float, inherit: float, found: Places, queue: Record, cells: Records) -> None:
    """Empty the queue: each square that leaves it is final and offers its neighbours a label.

    Through our land a label spreads in waves: many squares get the same one, at the same distance from the same
    border. Draws decide in which order they leave, but where each of them can only make worse offers than its own label
    the order changes nothing. So they wait as one wave. When something else waits with the same key, the wave is
    broken up, and its squares leave in their order.

    A price that flows over land that is not ours only grows. Where one falls, by rounding or because a square costs
    nothing, the order in which squares leave decides: such a label is not kept.
    """
    while (queue.wanted > 0 or queue.is_whole) and _is_waiting(queue, cells):
        c = cells[0].top
        _pop(queue, cells)
        following = np.uint32(cells.size)
        if cells[c].leads:
            if queue.size > 0 and cells[cells[0].top].key == cells[c].key:
                cells[c].place = NOWHERE
                _break_up(c, queue, cells)
                continue
            following = cells[c].after
            if queue.newest == c:  # no square joins the wave any more
                queue.newest = cells.size
        while c != cells.size:
            value, distance = cells[c].value, cells[c].distance
            queue.highest = max(queue.highest, cells[c].key)
            cells[c].key, cells[c].potential = FINAL, value + _decay(distance, step)
            queue.wanted -= cells[c].wanted
            if distance == 0 and not cells[c].is_kept:
                found[queue.found] = c
                queue.found += 1
            inherited, farther = inherit * value, _decay(distance + 1, step)
            for k in range(NORTH, OPTIONS):
                n = cells[c].around[k]
                if cells[n].owner == me:
                    walked, steps = value + cells[n].cost, distance + 1
                    key, falls = walked + farther, False
                else:
                    walked, steps = inherited + cells[n].cost, distance
                    key, falls = walked, distance == 0 and walked <= value
                    if falls and walked < cells[n].value:
                        cells[n].depends = True
                if not _beats(c, key, walked, steps, queue, cells[n]):
                    continue
                if cells[n].is_kept and not _gives_up(n, queue, cells):
                    continue
                cells[n].key, cells[n].value, cells[n].distance = key, walked, steps
                cells[n].parent, cells[n].depends = c, cells[n].depends or falls
                if cells[n].leads:
                    _break_up(n, queue, cells)
                elif cells[n].owner == me and cells[n].place == NOWHERE and _is_calm(n, me, step, cells):
                    _join(n, queue, cells)
                else:
                    _enqueue(n, queue, cells)
            while following != cells.size and cells[following].place != IN_WAVE:
                following = cells[following].after  # it got a better label since, and waits for itself
            c = following
            if c != cells.size:
                following = cells[c].after


@inside
def _is_calm(c: int, me: int, step: float, cells: Records) -> bool:
    """Return whether every label that this square of ours will offer is worse than its own."""
    if not cells[c].value + _decay(cells[c].distance + 1, step) > cells[c].key:
        return False
    if not cells[c].inner:
        for k in range(NORTH, OPTIONS):
            n = cells[c].around[k]
            if cells[n].owner != me and cells[n].cost != np.inf:
                return False
    return True


@inside
def _beats(c: int, key: float, value: float, distance: int, queue: Record, cell: Record) -> bool:
    """Weigh a label that `c` offers: return whether it leaves the queue before the one a square has; never, once FINAL.

    Where the parent of a label offers another one, it has given up a kept label, and what it offered then no longer
    exists, even if both are equally good. If that was not kept itself, we search anew, with no label kept.
    """
    if key != cell.key:
        return key < cell.key
    if cell.parent == c and cell.distance != distance:
        queue.is_doubtful |= not cell.is_kept
        return True
    if cell.is_kept:
        return False
    if cell.place == NOWHERE:
        return True
    if value != cell.value:
        return value < cell.value
    return distance < cell.distance


@compiled
def _find_downhill(scratch: Scratch) -> None:
    """Twin: potential.downhill."""
    cells = scratch.cells
    for i in range(scratch.turn[0].size):
        c = scratch.ours[i]
        best = NORTH
        for k in range(EAST, OPTIONS):
            if cells[cells[c].around[k]].potential < cells[cells[c].around[best]].potential:
                best = k
        cells[c].downhill = best
