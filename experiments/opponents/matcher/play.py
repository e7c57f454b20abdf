"""One turn of the matcher."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from bot import preset
from bot.ground.board import turns_left
from experiments.opponents.school import Thought, View, never

from . import enemies, grids, resolve, scores, tiles
from .telling import thought
from .terrain import Surveyor, Terrain

HABIT = replace(preset("v26"), pact="off", ties="fixed")  # how enemies are believed to play
FIELD = replace(HABIT, route_cost=0.01, strategic_stilling=False)  # of equal ways the one over less production
PACT = replace(FIELD, pact="everybody", pact_heads_up=False)
NEARBY = 2  # steps within which forces are compared, as in the original
CLUMP = 2  # steps around a forecast front that profit from it


class Matcher:
    """One player in one game."""

    def __init__(self, settings: Any, height: int, width: int):
        size = height * width
        self.settings = settings
        holds = {"hold_until": settings.calm, "combat_hold_until": settings.battle}
        field = replace(PACT if settings.pact else FIELD, **holds)
        self.surveyor = Surveyor(height, width, field, HABIT, settings.trust)
        self.plan, self.desk = tiles.plan(size), tiles.desk(size)
        self.forecast, self.saved = np.zeros(size, np.int64), np.zeros(size, np.bool_)
        self.density, self.velocity, self.ours, self.theirs, self.danger, self.wish = np.zeros((6, size))
        self.tile, self.release, self.influence, self.kill, self.net = np.zeros((5, size, 5))

    def moves(self, view: View, out_of_time: Callable[[], bool] = never) -> npt.NDArray[np.uint8]:
        """Score every direction of every stack, then choose the moves that have the largest sum together."""
        self.land = self.surveyor.survey(view)
        self._score_tiles(self.land, min(self.settings.horizon, turns_left(view.height, view.width, view.turn)))
        scores.release_scores(self.land, self.surveyor.advice, self.settings, self.release)
        self._score_enemies(self.land)
        self.chosen, self.report = resolve.resolve(self.land, self.net, self.danger, self.settings, out_of_time)
        self._expect()
        self.shape = view.owner.shape
        return np.asarray(self.chosen.reshape(self.shape), np.uint8)

    def thought(self) -> Thought:
        """Return the explanation of the last frame that `moves` answered."""
        return thought(self)

    def _score_tiles(self, land: Terrain, horizon: float) -> None:
        """Compute density, velocity and fronts; then match tiles with stacks."""
        knobs = self.settings
        grids.sums(land, float(horizon), self.density, self.velocity)
        self.saved |= grids.fronts(land, self.density, self.velocity, knobs.dense, knobs.fast)
        self.saved &= land.owner == 0  # until it is captured, as the account saves a dropoff until it is built
        fronts = self.saved.copy()
        for _ in range(CLUMP):
            fronts |= fronts[land.near].any(axis=1)
        worth = (horizon * land.production + knobs.behind * self.velocity) * (1 + knobs.front_bonus * fronts)
        contested = (land.strength == 0) & enemies.beside(land)  # a fight, not a tile
        opens = ~land.closed & (land.production > 0) & ~contested
        terms = tiles.Terms(knobs.patience, knobs.reach, knobs.delay, knobs.thrift, knobs.choice)
        tiles.match(land, worth, opens, self.forecast, terms, self.desk, self.plan)
        scores.tile_scores(land, worth, terms, self.plan, self.desk, self.tile)

    def _score_enemies(self, land: Terrain) -> None:
        """Score kills first: the way of the strong decides the danger of the weak."""
        enemies.forces(land, NEARBY, self.ours, self.theirs)
        enemies.dangerous(land, self.danger)
        enemies.kills(land, self.theirs, self.settings.kill, self.kill)
        self.influence[:] = 0
        scores.net_scores(self.tile, self.release, self.influence, self.kill, self.net)
        enemies.wishes(land, self.net, self.wish)
        enemies.influences(
            land, self.ours, self.theirs, self.settings.influence, self.settings.bold, self.danger, self.wish,
            self.influence,
        )  # fmt: skip
        scores.net_scores(self.tile, self.release, self.influence, self.kill, self.net)

    def _expect(self) -> None:
        """Forecast the captures that are due soon for the next frame."""
        due = self.plan.due - 1
        self.forecast = np.where((due > 0) & (due <= self.settings.forecast), due, 0)
