"""Bends: places around which the field's prices are multiplied, so that an opening takes other squares first."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt


class Bend(NamedTuple):
    """One place, and what prices around it are multiplied by."""

    y: int
    x: int
    radius: float  # steps at which three fifths of the size are left
    size: float  # logarithm of the factor at the place itself; below 0 it becomes cheaper


def factor(bends: Sequence[Bend], height: int, width: int) -> npt.NDArray[np.float64]:
    """Return the factors of all squares' prices, (H, W); exactly 1 without bends."""
    size = np.zeros((height, width))
    for bend in bends:
        away = _away(bend.y, height)[:, None] + _away(bend.x, width)
        size += bend.size * np.exp(-((away / bend.radius) ** 2) / 2)
    return np.asarray(np.exp(size))


def _away(at: int, side: int) -> npt.NDArray[np.int64]:
    """Return the steps from each row or column of the torus to this one."""
    steps = np.abs(np.arange(side) - at % side)
    return np.asarray(np.minimum(steps, side - steps))
