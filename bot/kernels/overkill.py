"""Fights: squares in danger and what they weigh, and strategic stilling."""

from ..board.arrays import Places, Record, Records
from ..board.board import OPTIONS
from ..board.compiled import uncounted
from ..board.view import NORTH, STILL
from .player import Values
from .squares import NEAR
from .turn import _scores, _threat


@uncounted
def _endanger(target: int, me: int, near: Places, parameters: Values, cells: Records) -> None:
    """Mark what is in danger beside `target`, because something of ours will stand there. Twin: overkill.dangerous.

    The twin looks around each square that chooses. Here a square that comes into danger marks those around it, and the
    square that chooses has one mark to look at.
    """
    for k in range(OPTIONS):
        e = cells[target].around[k]
        if cells[e].danger == 0:
            cells[e].danger = _threat(e, me, parameters, cells)
            if cells[e].danger > 0:
                for i in range(NEAR):
                    cells[near[e, i]].near_danger = 1


@uncounted
def _danger_at(c: int, cells: Records) -> int:
    """Return the weight of the dangerous squares on and beside `c`."""
    weight = 0
    for k in range(OPTIONS):
        weight += cells[cells[c].around[k]].danger
    return weight


@uncounted
def _dodge_scores(c: int, turn: Record, parameters: Values, cells: Records) -> None:
    """Twin: overkill.scores."""
    _scores(c, STILL, turn, parameters, cells)
    for k in range(OPTIONS):
        n = cells[c].around[k]
        if cells[n].booked == 0:
            turn.score[k] += parameters.danger_penalty * _danger_at(n, cells)
        if cells[n].wall:
            turn.score[k] += parameters.wall_penalty
        if cells[n].owner == 0 and cells[c].strength <= cells[n].strength:
            turn.score[k] += parameters.weak_penalty


@uncounted
def _calls_for_stilling(c: int, turn: Record, parameters: Values, cells: Records) -> bool:
    """Twin: overkill.is_called_for."""
    empties = size = 0
    for k in range(NORTH, OPTIONS):
        n = cells[c].around[k]
        if cells[n].owner != 0 or cells[n].strength != 0:
            continue
        empties += 1
        for j in range(NORTH, OPTIONS):
            e = cells[n].around[j]
            ready = cells[e].strength >= parameters.stilling_ratio * cells[e].production
            if cells[e].owner != 0 and cells[e].owner != turn.me and ready:
                size = _add_once(e, size, turn)
    return empties >= parameters.stilling_empties and size >= parameters.stilling_enemies


@uncounted
def _add_once(e: int, size: int, turn: Record) -> int:
    """Append a square to `ready` unless it is there."""
    for i in range(size):
        if turn.ready[i] == e:
            return size
    turn.ready[size] = e
    return size + 1
