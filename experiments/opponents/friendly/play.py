"""One turn of friendly."""

import time
from dataclasses import replace
from math import inf
from typing import Any

import numpy as np
import numpy.typing as npt

from bot import preset
from experiments.opponents.land import Surveyor
from experiments.opponents.opponent import View, explanation

from . import edges, navigation

FIELD = replace(preset("v26"), ties="fixed", route_cost=0.01, strategic_stilling=False, pact_heads_up=False)
NONE, GATHERS, MINES, WAITS, ATTACKS, DROPS, YIELDS = range(7)  # in the order of OPPONENT.reasons


class Friendly:
    """One player in one game."""

    def __init__(self, settings: Any, height: int, width: int):
        self.settings, self.shape, self.surveyor = settings, (height, width), Surveyor(height, width, FIELD)
        self.dice, self.option = np.zeros(1, np.uint64), np.zeros(height * width, np.int64)

    def moves(self, view: View, deadline: float = inf) -> npt.NDArray[np.uint8]:
        """Return the moves: friendliness first, then tasks, then the way there."""
        parameters, shape = self.settings, self.shape
        land = self.land = self.surveyor.survey(view)
        self.mood = edges.friendliness(view, parameters.fading)
        ready = edges.ready(land, parameters.hold)
        goals = edges.targets(land, shape, self.mood, parameters)
        profit = edges.profits(land, shape, self.mood, parameters)
        miners = edges.miners(land, ready, goals, parameters.reach)
        self.tasks = edges.assign(land, shape, miners, goals, profit, parameters)
        self.cost = navigation.options(land, *shape, ready, self.tasks.target, parameters.urge, parameters.given_up)
        self._navigate(view, parameters.swaps if time.monotonic() <= deadline else 0)
        return np.asarray(self.option.reshape(shape), np.uint8)

    def _navigate(self, view: View, swaps: int) -> None:
        """Choose options, the strongest stack first; then swap them."""
        land = self.land
        movers = np.flatnonzero(self.cost[:, 1:].min(axis=1) < navigation.NEVER)
        self.movers = movers[np.argsort(-land.strength[movers], kind="stable")]
        self.dice[0] = np.uint64(self.settings.seed % 2**32 * 100_003 + view.turn + 1)
        self.saved, self.kept = navigation.settle(land, self.movers, self.cost, swaps, self.dice, self.option)

    def explain(self, view: View) -> dict[str, Any]:
        """Return reasons, grids and arrows of the last frame that `moves` answered."""
        land, tasks = self.land, self.tasks
        ours, stacks, alone = land.owner == land.me, np.flatnonzero(tasks.target >= 0), self.cost.argmin(axis=1)
        chose = np.zeros(alone.size, np.bool_)
        chose[self.movers] = True
        yields = chose & (alone != self.option)
        given = np.flatnonzero(yields)
        return explanation(
            self.option,
            np.where(ours, self._reasons(yields), NONE),
            {
                "friendliness": self.mood,
                "target": tasks.best,
                "pull": np.where(ours, land.distance.astype(float), np.nan),
            },
            {
                "edges": np.stack([stacks, tasks.target[stacks]], axis=1),
                "yields": np.stack([given, land.near[given, alone[given]]], axis=1),
            },
            {
                "stacks that chose": len(self.movers),
                "edges": len(stacks),
                "swaps kept": self.kept,
                "cost that the swaps saved": self.saved,
            },
        )

    def _reasons(self, yields: Any) -> Any:
        """Return (N,) the reason for every square of ours."""
        land, option, has_edge = self.land, self.option, self.tasks.target >= 0
        goes = land.near[np.arange(option.size), option]
        meets = land.enemy[land.near[goes]].any(axis=1)
        stays = np.select([yields, has_edge], [YIELDS, WAITS], GATHERS)
        moves = np.select([yields, meets, has_edge], [YIELDS, ATTACKS, MINES], DROPS)
        return np.where(option == 0, stays, moves)
