"""One turn of the matcher."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from bot import preset
from bot.ground.board import turns_left
from experiments.opponents.school import Thought, View, never

from . import enemies, resolve, scores, terrain, tiles

NONE, GATHERS, WAITS, TILE, RELEASE, FIGHTS, REFUSED = range(7)  # in the order of SCHOOL.reasons

HABIT = replace(preset("v26"), pact="off", ties="fixed")  # how enemies are believed to play
FIELD = replace(HABIT, route_cost=0.01, strategic_stilling=False, pact="everybody", pact_heads_up=False)
CLUMP = 2  # steps around a forecast front that profit from it


class Matcher:
    """One player in one game."""

    def __init__(self, settings: Any, height: int, width: int):
        size = height * width
        self.settings = settings
        field = replace(FIELD, hold_until=settings.calm, combat_hold_until=settings.battle)
        self.surveyor = terrain.Surveyor(height, width, field, HABIT)
        self.plan, self.desk, self.saved = tiles.plan(size), tiles.desk(size), np.zeros(size, np.bool_)
        self.density, self.velocity, self.danger, self.wish = np.zeros((4, size))
        self.tile, self.release, self.influence, self.kill, self.net = np.zeros((5, size, 5))

    def moves(self, view: View, out_of_time: Callable[[], bool] = never) -> npt.NDArray[np.uint8]:
        """Score every direction of every stack, then choose the moves that have the largest sum together."""
        knobs, land = self.settings, self.surveyor.survey(view)
        self.land, self.shape = land, view.owner.shape
        self._score_tiles(land, min(knobs.horizon, turns_left(view.height, view.width, view.turn)))
        scores.release_scores(land, self.surveyor.advice, knobs.ratio, knobs.war, self.release)
        self._score_enemies(land)
        self.chosen, self.report = resolve.resolve(land, self.net, out_of_time)
        return np.asarray(self.chosen.reshape(self.shape), np.uint8)

    def _score_tiles(self, land: terrain.Terrain, horizon: float) -> None:
        """Compute density, velocity and fronts; then match tiles with stacks."""
        knobs = self.settings
        terrain.sums(land, float(horizon), self.density, self.velocity)
        self.saved |= terrain.fronts(land, self.density, self.velocity, knobs.rich)
        self.saved &= land.owner == 0  # until it is captured, as the account saves a dropoff until it is built
        fronts = self.saved.copy()
        for _ in range(CLUMP):
            fronts |= fronts[land.near].any(axis=1)
        worth = horizon * land.production * (1 + knobs.front_bonus * fronts)
        contested = (land.strength == 0) & enemies.beside(land)  # a fight, not a tile
        opens = ~land.closed & (land.production > 0) & ~contested
        terms = tiles.Terms(knobs.patience, knobs.reach, knobs.delay, knobs.thrift, knobs.choice)
        tiles.match(land, worth, opens, terms, self.desk, self.plan)
        scores.tile_scores(land, worth, terms, self.plan, self.desk, self.tile)

    def _score_enemies(self, land: terrain.Terrain) -> None:
        """Score kills first: the way of the strong decides the danger of the weak."""
        enemies.dangerous(land, self.danger)
        enemies.kills(land, self.settings.kill, self.kill)
        self.influence[:] = 0
        scores.net_scores(self.tile, self.release, self.influence, self.kill, self.net)
        enemies.wishes(land, self.net, self.wish)
        enemies.influences(land, self.settings.influence, self.danger, self.wish, self.influence)
        scores.net_scores(self.tile, self.release, self.influence, self.kill, self.net)

    def thought(self) -> Thought:
        """Return reasons, grids and arrows of the last frame that `moves` answered."""
        ours, moves, squares = self.land.owner == self.land.me, self.chosen, np.arange(self.chosen.size)
        stacks = ours & (self.land.strength > 0)
        taken, wish = (squares, moves), self.net.argmax(axis=1)
        layers = {
            "tile": (self.tile.max(axis=1), stacks), "release": (self.release.max(axis=1), stacks),
            "influence": (self.influence[taken], stacks), "kill": (self.kill[taken], stacks),
            "net": (self.net[taken] - self.net[:, 0], stacks), "density": (self.density, squares >= 0),
            "velocity": (self.velocity, squares >= 0), "due": (self.plan.due, self.plan.due > 0),
            "danger": (self.danger, self.danger > 0),
        }  # fmt: skip
        matched, refused = np.flatnonzero(self.plan.target >= 0), np.flatnonzero(stacks & (wish != moves))
        return Thought(
            np.where(ours, self._reasons(wish, stacks), NONE).reshape(self.shape),
            {name: np.where(mask, grid, np.nan).reshape(self.shape) for name, (grid, mask) in layers.items()},
            {
                "matches": np.stack([matched, self.plan.target[matched]], axis=1),
                "refused": np.stack([refused, self.land.near[refused, wish[refused]]], axis=1),
            },
            {
                "stacks that took part": self.report.movers, "matchings": self.report.rounds,
                "tiles that are matched": int(np.count_nonzero(self.plan.due)),
                "sum of the net scores": self.net[taken][ours].sum(),
            },
        )  # fmt: skip

    def _reasons(self, wish: Any, stacks: Any) -> Any:
        """Return (N,) the reason for every square of ours."""
        moves, squares = self.chosen, np.arange(self.chosen.size)
        calm = np.maximum(self.tile, self.release).argmax(axis=1)
        is_for_tile = self.tile[squares, moves] >= self.release[squares, moves]
        stays = np.select([(wish != 0) & stacks, self.plan.target >= 0], [REFUSED, WAITS], GATHERS)
        return np.where(moves == 0, stays, np.select([moves != calm, is_for_tile], [FIGHTS, TILE], RELEASE))
