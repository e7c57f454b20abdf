"""The enemy strength that could strike a square."""

from ..ground.arrays import Records
from ..ground.board import OPTIONS
from ..ground.view import STRENGTH_CAP
from .compiler import uncounted
from .player import Knobs


@uncounted
def _threat(c: int, me: int, knobs: Knobs, cells: Records) -> int:
    """Twin: threats.Threats, for one square."""
    if cells[c].owner == me:
        return 0
    if not knobs.fears_enemies if cells[c].owner != 0 else cells[c].strength != 0:
        return 0
    blast = 0
    for k in range(OPTIONS):
        n = cells[c].around[k]
        if cells[n].owner != 0 and cells[n].owner != me:
            blast += cells[n].strength
    return min(STRENGTH_CAP, blast)
