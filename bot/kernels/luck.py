"""Luck, drawn from a counter."""

import numpy as np

from ..greedy import luck
from .compiler import inside, uncounted

_number = uncounted(luck.number)

mix = inside(luck.mix)


@uncounted
def _draw(base: np.uint64, counter: int) -> np.uint64:
    """Twin: luck.mixed."""
    return mix(base + np.uint64(counter) + np.uint64(luck.GOLDEN))
