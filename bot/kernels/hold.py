"""The strength hurdle of the interior."""

from ..ground.view import STRENGTH_CAP
from .compiler import uncounted
from .player import Knobs
from .squares import Scratch, _clear


@uncounted
def _hurdle(me: int, knobs: Knobs, scratch: Scratch) -> int:
    """Twin: hold.hurdle, by counting strengths instead of sorting them."""
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
    quota = (1 - interior / knobs.hurdle_area) * (knobs.int_max - knobs.int_min) + knobs.int_min
    left = min(max(int(interior * quota), 0), interior - 1)
    for strength in range(STRENGTH_CAP, -1, -1):
        left -= tally[strength]
        if left < 0:
            return strength
    return 0
