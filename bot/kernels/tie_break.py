"""Ties, broken by a seeded rule."""

import numpy as np

from ..board.compiled import Record, inside, uncounted
from ..greedy import tie_break

mix = inside(tie_break.mix)
_number = uncounted(tie_break.number)


@uncounted
def _base(parameters: Record, turn: int) -> np.uint64:
    """Twin: tie_break.base. It is meaningless where ties are fixed."""
    return _draw(np.uint64(0), parameters.seed) + np.uint64(turn) * np.uint64(tie_break.TURN_STRIDE)


@uncounted
def _draw(base: np.uint64, counter: int) -> np.uint64:
    """Twin: tie_break.splitmix64."""
    return mix(base + np.uint64(counter) + np.uint64(tie_break.GOLDEN))
