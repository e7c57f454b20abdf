"""One turn of the amortizer."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from experiments.opponents.school import Thought, View, never


class Amortizer:
    """One player in one game."""

    def __init__(self, settings: Any, height: int, width: int):
        self.settings, self.reach = settings, height + width

    def moves(self, view: View, out_of_time: Callable[[], bool] = never) -> npt.NDArray[np.uint8]:
        """Flow to the cheapest border square, when strong enough to take it."""
        ours, strength = view.owner == view.me, view.strength.astype(int)
        price = np.where(ours, np.inf, strength / np.maximum(view.production, 0.1))
        self.cost = price
        for _ in range(self.reach):
            self.cost = np.where(ours, _around(self.cost).min(0) + 1, price)
        best = _around(self.cost).argmin(0)
        need = np.take_along_axis(_around(np.where(ours, -1, strength)), best[None], 0)[0]
        self.goes = ours & (strength >= self.settings.patience * view.production) & (strength > need)
        return np.where(self.goes, best + 1, 0).astype(np.uint8)

    def thought(self) -> Thought:
        """The reasons and the grid that the viewer shows."""
        return Thought(self.goes.astype(int), {"cost": self.cost})


def _around(grid: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """(4, H, W) what lies north, east, south and west of every square."""
    return np.stack([np.roll(grid, 1, 0), np.roll(grid, -1, 1), np.roll(grid, -1, 0), np.roll(grid, 1, 1)])
