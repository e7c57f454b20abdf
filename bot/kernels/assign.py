"""One move for every square, in the order in which they choose."""

import numpy as np

from ..board.board import OPTIONS, STILL, STRENGTH_CAP
from ..board.compiled import Ints, Places, Record, Records, compiled
from .move_rules import _v12, _v17, _v26
from .squares import NEAR, Notes, Scratch, _clear
from .turn import _endanger


@compiled
def _threshold(me: int, parameters: Record, scratch: Scratch) -> int:
    """Twin: assign.threshold, by counting strengths instead of sorting them."""
    cells, tally = scratch.cells, scratch.tally
    _clear(tally, STRENGTH_CAP + 1)
    interior = 0
    for i in range(scratch.turn[0].size):
        c = scratch.ours[i]
        if cells[cells[c].around[cells[c].downhill]].owner == me:
            tally[cells[c].strength] += 1
            interior += 1
    if interior == 0:
        return 0
    quota = (1 - interior / parameters.hurdle_area) * (parameters.int_max - parameters.int_min) + parameters.int_min
    left = min(max(int(interior * quota), 0), interior - 1)
    for strength in range(STRENGTH_CAP, -1, -1):
        left -= tally[strength]
        if left < 0:
            return strength
    return 0


@compiled
def _assign(
    me: int, base: np.uint64, hold: float, hurdle: int, mining_remains: bool, parameters: Record, scratch: Scratch
) -> None:
    """Twin: assign.moves."""
    cells, near, order, turn = scratch.cells, scratch.near, scratch.order, scratch.turn[0]
    turn.me, turn.base, turn.hold, turn.hurdle, turn.mining_remains = me, base, hold, hurdle, mining_remains
    size = _find_order(parameters, scratch)
    if turn.is_noted:
        _clear_notes(scratch.notes)
        turn.score[STILL] = np.nan
    for i in range(size):
        c = order[i]
        turn.looked = False
        if parameters.generation_v26:
            option = _v26(c, turn, parameters, cells)
        elif parameters.generation_v17:
            option = _v17(c, turn, parameters, cells)
        else:
            option = _v12(c, turn, parameters, cells)
        cells[c].option, cells[c].reason = option, turn.reason
        if turn.is_noted:
            _note(c, i, turn, near, cells, scratch.notes)
        target = cells[c].around[option]
        if parameters.dodge and cells[target].booked == 0 and not cells[target].inner:
            _endanger(target, me, near, parameters, cells)
        cells[target].booked += cells[c].strength
        if option == STILL and parameters.books_production:
            cells[c].booked += cells[c].production


@compiled
def _clear_notes(notes: Notes) -> None:
    for c in range(notes.order.size):
        notes.booked[c], notes.order[c], notes.danger[c] = 0, -1, 0
        for k in range(OPTIONS):
            notes.score[c, k] = np.nan


@compiled
def _note(c: int, place: int, turn: Record, near: Places, cells: Records, notes: Notes) -> None:
    """Write down what square `c` saw, before its own strength is booked, as turn.Turn.note does."""
    notes.order[c], notes.booked[c] = place, cells[c].booked
    for k in range(OPTIONS):
        notes.score[c, k] = turn.score[k]
    turn.score[STILL] = np.nan  # the next square may not weigh it
    if turn.looked and cells[c].near_danger:
        for i in range(NEAR):
            if cells[near[c, i]].danger > 0:
                notes.danger[near[c, i]] = cells[near[c, i]].danger


@compiled
def _find_order(parameters: Record, scratch: Scratch) -> int:
    """List in `order` the squares that choose, first to last; return how many. Twin: assign.order.

    Two stable counting sorts: by distance where the generation does so, then by strength.
    """
    cells, order, spare, tally = scratch.cells, scratch.order, scratch.spare, scratch.tally
    first = order if parameters.orders_by_distance else spare
    size, farthest = 0, 0
    for i in range(scratch.turn[0].size):
        c = scratch.ours[i]
        if cells[c].strength > 0:
            first[size] = c
            size += 1
            farthest = max(farthest, cells[c].distance)
    if parameters.orders_by_distance:
        _clear(tally, farthest + 2)
        for i in range(size):
            tally[cells[order[i]].distance + 1] += 1
        _scatter(size, farthest + 1, order, spare, tally, cells, True)
    _clear(tally, STRENGTH_CAP + 2)
    for i in range(size):
        tally[STRENGTH_CAP - cells[spare[i]].strength + 1] += 1
    _scatter(size, STRENGTH_CAP + 1, spare, order, tally, cells, False)
    return size


@compiled
def _scatter(size: int, keys: int, source: Places, target: Places, tally: Ints, cells: Records, nearest: bool) -> None:
    """Do the second half of a counting sort: `tally` holds in place k + 1 how many squares have key k."""
    for k in range(keys):
        tally[k + 1] += tally[k]
    for i in range(size):
        c = source[i]
        k = cells[c].distance if nearest else STRENGTH_CAP - cells[c].strength
        target[tally[k]] = c
        tally[k] += 1
