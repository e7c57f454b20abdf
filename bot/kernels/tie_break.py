"""Ties, broken by a seeded rule."""

import numpy as np

from ..board.compiled import Record, compiled, inside
from ..greedy import tie_break

mix = inside(tie_break.mix)
_number = compiled(tie_break.number)


@compiled
def _base(parameters: Record, turn: int) -> np.uint64:
    """Twin: tie_break.base. It is meaningless where ties are fixed."""
    return _draw(np.uint64(0), parameters.seed) + np.uint64(turn) * np.uint64(tie_break.TURN_STRIDE)


@compiled
def _draw(base: np.uint64, counter: int) -> np.uint64:
    """Twin: tie_break.splitmix64."""
    return mix(base + np.uint64(counter) + np.uint64(tie_break.GOLDEN))
