"""Strategic stilling."""

from ..ground.arrays import Record, Records
from ..ground.board import OPTIONS
from ..ground.view import NORTH
from .compiler import uncounted
from .player import Knobs


@uncounted
def _calls_for_stilling(c: int, turn: Record, knobs: Knobs, cells: Records) -> bool:
    """Twin: stilling.is_called_for."""
    empties = size = 0
    for k in range(NORTH, OPTIONS):
        n = cells[c].around[k]
        if cells[n].owner != 0 or cells[n].strength != 0:
            continue
        empties += 1
        for j in range(NORTH, OPTIONS):
            e = cells[n].around[j]
            ready = cells[e].strength >= knobs.stilling_ratio * cells[e].production
            if cells[e].owner != 0 and cells[e].owner != turn.me and ready:
                size = _add_once(e, size, turn)
    return empties >= knobs.stilling_empties and size >= knobs.stilling_enemies


@uncounted
def _add_once(e: int, size: int, turn: Record) -> int:
    """Append a square to `ready` unless it is there."""
    for i in range(size):
        if turn.ready[i] == e:
            return size
    turn.ready[size] = e
    return size + 1
