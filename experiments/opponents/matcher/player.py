"""Matcher's turn."""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from bot import View, preset

from . import enemies, grids, resolve, scores, tiles
from .knobs import Knobs
from .terrain import Surveyor, Terrain

FIELD = replace(preset("v26"), pact="off", route_cost=0.01, ties="fixed")
HABIT = replace(preset("v26"), pact="off", ties="fixed")


class Matcher:
    """A Mover."""

    def __init__(self, knobs: Knobs, height: int, width: int):
        self.knobs, size = knobs, height * width
        self.surveyor = Surveyor(height, width, FIELD, HABIT, knobs.trust)
        self.plan, self.desk = tiles.plan(size), tiles.desk(size)
        self.forecast = np.zeros(size, np.int64)
        self.density, self.velocity = np.zeros(size), np.zeros(size)
        self.tile, self.release, self.influence, self.kill, self.net = (np.zeros((size, 5)) for _ in range(5))
        self.ours, self.theirs, self.danger, self.wish = (np.zeros(size) for _ in range(4))
        self.report: Any = None

    def moves(self, view: View) -> npt.NDArray[np.uint8]:
        """The moves."""
        land = self.surveyor.survey(view)
        self.score(land, view)
        k = self.knobs
        chosen, self.report = resolve.resolve(land, self.net, self.danger, k.least, k.rounds, k.slots, k.meld)
        self._expect(land, chosen)
        return chosen.reshape(view.owner.shape).astype(np.uint8)

    def score(self, land: Terrain, view: View) -> None:
        """All five."""
        k = self.knobs
        left = int(np.sqrt(view.width * view.height) * 10) - view.turn
        horizon = min(k.horizon, left)
        grids.sums(land, horizon, self.density, self.velocity)
        self.front = grids.fronts(land, self.density, self.velocity, k.dense, k.fast)
        self.worth = self._worth(land, horizon)
        fights = enemies_near(land)
        self.opens = ~land.closed & (land.production > 0) & ~((land.strength == 0) & fights)
        tiles.match(land, self.worth, self.opens, self.forecast, k.patience, k.reach, k.delay, k.thrift, self.desk, self.plan)
        scores.tile_scores(land, self.plan, self.desk, self.tile)
        scores.release_scores(land, k.ratio, k.war, k.calm, k.battle, self.release)
        enemies.forces(land, k.nearby, self.ours, self.theirs)
        enemies.dangerous(land, self.danger)
        enemies.kills(land, self.theirs, self.kill)
        self.kill *= k.kill
        self.influence[:] = 0
        for _ in range(k.second + 1):
            scores.net_scores(self.tile, self.release, self.influence, self.kill, self.net)
            enemies.wishes(land, self.net, self.wish)
            enemies.influences(land, self.ours, self.theirs, k.bold, self.danger, self.wish, self.influence)
            self.influence *= k.influence
        scores.net_scores(self.tile, self.release, self.influence, self.kill, self.net)

    def _worth(self, land: Terrain, horizon: float) -> Any:
        """Own production, a share of the velocity grid, the field's price, and the fronts."""
        k = self.knobs
        with np.errstate(all="ignore"):
            field = np.where(land.price > 0, np.maximum(land.strength, 1) / land.price, land.production)
        pays = horizon * ((1 - k.foresight) * land.production + k.foresight * np.minimum(field, 40)) + k.behind * self.velocity
        near_front = self.front.copy()
        for _ in range(2):
            near_front |= near_front[land.near].any(axis=1)
        return pays * (1 + k.front_bonus * near_front)

    def _expect(self, land: Terrain, chosen: Any) -> None:
        due = np.where(self.plan.due > 0, self.plan.due - 1, 0)
        self.forecast = np.where((due > 0) & (due <= self.knobs.forecast), due, 0)


def enemies_near(land: Terrain) -> Any:
    """Squares with an enemy on or beside them."""
    foe = (land.owner != 0) & (land.owner != land.me)
    return foe[land.near].any(axis=1)
