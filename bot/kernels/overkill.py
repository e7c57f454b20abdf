"""The dodge: squares in danger, and what they weigh."""

from ..ground.arrays import Places, Record, Records
from ..ground.board import OPTIONS
from ..ground.view import STILL
from .compiler import uncounted
from .player import Knobs
from .squares import NEAR
from .threats import _threat
from .turn import _scores


@uncounted
def _endanger(target: int, me: int, near: Places, knobs: Knobs, cells: Records) -> None:
    """Mark what is in danger beside `target`, because something of ours will stand there. Twin: overkill.dangerous.

    The twin looks around each square that chooses. Here a square that comes into danger marks those around it, and the
    square that chooses has one mark to look at.
    """
    for k in range(OPTIONS):
        e = cells[target].around[k]
        if cells[e].danger == 0:
            cells[e].danger = _threat(e, me, knobs, cells)
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
def _dodge_scores(c: int, turn: Record, knobs: Knobs, cells: Records) -> None:
    """Twin: overkill.scores."""
    _scores(c, STILL, turn, knobs, cells)
    for k in range(OPTIONS):
        n = cells[c].around[k]
        if cells[n].booked == 0:
            turn.score[k] += knobs.danger_penalty * _danger_at(n, cells)
        if cells[n].wall:
            turn.score[k] += knobs.wall_penalty
        if cells[n].owner == 0 and cells[c].strength <= cells[n].strength:
            turn.score[k] += knobs.weak_penalty
