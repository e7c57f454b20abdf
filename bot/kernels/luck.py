"""Luck, drawn from a counter."""

import numpy as np

from ..greedy import luck
from .compiler import uncounted

_number = uncounted(luck.number)


@uncounted
def _draw(base: np.uint64, counter: int) -> np.uint64:
    """Twin: luck.mixed."""
    word = base + np.uint64(counter) + np.uint64(luck.GOLDEN)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(luck.MIX_1)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(luck.MIX_2)
    return word ^ (word >> np.uint64(31))
