"""One turn of friendly."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from experiments.opponents.school import Thought, View, never

from . import edges, navigation
from .position import Reader, friendliness

NONE, GATHERS, MINES, WAITS, ATTACKS, DROPS, YIELDS = range(7)  # in the order of SCHOOL.reasons


class Friendly:
    """One player in one game."""

    def __init__(self, settings: Any, height: int, width: int):
        self.settings, self.shape, self.reader = settings, (height, width), Reader(height, width)
        self.dice, self.option = np.zeros(1, np.uint64), np.zeros(height * width, np.int64)

    def moves(self, view: View, out_of_time: Callable[[], bool] = never) -> npt.NDArray[np.uint8]:
        """Return the moves: friendliness first, then tasks, then the way there."""
        knobs, shape = self.settings, self.shape
        position = self.position = self.reader.read(view)
        self.mood = friendliness(view, knobs.fading)
        ready = edges.ready(position, knobs.hold)
        goals = edges.targets(position, shape, self.mood, knobs)
        profit = edges.profits(position, shape, self.mood, knobs)
        miners = edges.miners(position, ready, goals, knobs.reach)
        self.tasks = edges.assign(position, shape, miners, goals, profit, knobs)
        self.cost = navigation.options(position, *shape, ready, self.tasks.target, knobs.urge, knobs.given_up)
        self._navigate(view, 0 if out_of_time() else knobs.swaps)
        return np.asarray(self.option.reshape(shape), np.uint8)

    def _navigate(self, view: View, swaps: int) -> None:
        """Choose options, the strongest stack first; then swap them."""
        position = self.position
        movers = np.flatnonzero(self.cost[:, 1:].min(axis=1) < navigation.NEVER)
        self.movers = movers[np.argsort(-position.strength[movers], kind="stable")]
        self.dice[0] = np.uint64(self.settings.seed % 2**32 * 100_003 + view.turn + 1)
        self.saved, self.kept = navigation.settle(
            position, self.movers, self.cost, self.settings.overkill, swaps, self.dice, self.option
        )

    def thought(self) -> Thought:
        """Return reasons, grids and arrows of the last frame that `moves` answered."""
        position, tasks, shape = self.position, self.tasks, self.shape
        ours, stacks, alone = position.owner == position.me, np.flatnonzero(tasks.target >= 0), self.cost.argmin(axis=1)
        chose = np.zeros(alone.size, np.bool_)
        chose[self.movers] = True
        yields = chose & (alone != self.option)
        given = np.flatnonzero(yields)
        return Thought(
            np.where(ours, self._reasons(yields), NONE).reshape(shape),
            {
                "friendliness": self.mood.reshape(shape), "target": tasks.best.reshape(shape),
                "pull": np.where(ours, position.distance.astype(float), np.nan).reshape(shape),
            },
            {
                "edges": np.stack([stacks, tasks.target[stacks]], axis=1),
                "yields": np.stack([given, position.near[given, alone[given]]], axis=1),
            },
            {
                "stacks that chose": len(self.movers), "edges": len(stacks), "swaps kept": self.kept,
                "cost that the swaps saved": self.saved,
            },
        )  # fmt: skip

    def _reasons(self, yields: Any) -> Any:
        """Return (N,) the reason for every square of ours."""
        position, option, has_edge = self.position, self.option, self.tasks.target >= 0
        goes = position.near[np.arange(option.size), option]
        stays = np.select([yields, has_edge], [YIELDS, WAITS], GATHERS)
        moves = np.select([yields, position.danger[goes] > 0, has_edge], [YIELDS, ATTACKS, MINES], DROPS)
        return np.where(option == 0, stays, moves)
