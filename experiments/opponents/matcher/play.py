"""One turn of the matcher."""

from dataclasses import replace
from math import inf
from typing import Any

import numpy as np
import numpy.typing as npt

from bot import kernels, preset
from bot.board.board import turns_left
from experiments.opponents.land import Land, Surveyor
from experiments.opponents.opponent import View, explanation

from . import resolve, tiles

NONE, GATHERS, WAITS, TILE, RELEASE, FIGHTS, REFUSED = range(7)  # in the order of OPPONENT.reasons

HABIT = replace(preset("v26"), pact="off", ties="fixed")  # how enemies are believed to play
FIELD = replace(HABIT, route_cost=0.01, strategic_stilling=False, pact="everybody", pact_heads_up=False)
CLUMP = 2  # steps around a forecast front that profit from it


class Matcher:
    """One player in one game."""

    def __init__(self, settings: Any, height: int, width: int):
        size = height * width
        self.settings = settings
        field = replace(FIELD, hold_until=settings.calm, combat_hold_until=settings.battle)
        self.surveyor, self.habit = Surveyor(height, width, field), kernels.values(HABIT)
        self.plan, self.desk, self.saved = tiles.plan(size), tiles.desk(size), np.zeros(size, np.bool_)
        self.density, self.velocity = np.zeros((2, size))
        self.tile, self.release, self.kill = np.zeros((3, size, 5))

    def moves(self, view: View, deadline: float = inf) -> npt.NDArray[np.uint8]:
        """Score every direction of every stack, then choose the moves that have the largest sum together."""
        parameters, land = self.settings, self.surveyor.survey(view)
        self.land = land
        self._score_tiles(land, min(parameters.horizon, turns_left(view.height, view.width, view.turn)))
        resolve.release_scores(land, parameters.ratio, parameters.war, self.release)
        resolve.kills(land, self._expected(view, land), parameters.kill, self.kill)
        self.net = np.maximum(self.tile, self.release) + self.kill
        self.chosen = resolve.resolve(land, self.net, deadline)
        return np.asarray(self.chosen.reshape(view.owner.shape), np.uint8)

    def _score_tiles(self, land: Land, horizon: float) -> None:
        """Compute density, velocity and fronts; then match tiles with stacks."""
        parameters = self.settings
        tiles.sums(land, float(horizon), self.density, self.velocity)
        self.saved |= tiles.fronts(land, self.density, self.velocity, parameters.rich)
        self.saved &= land.owner == 0  # until it is captured, as the account saves a dropoff until it is built
        fronts = self.saved.copy()
        for _ in range(CLUMP):
            fronts |= fronts[land.near].any(axis=1)
        worth = horizon * land.production * (1 + parameters.front_bonus * fronts)
        contested = (land.strength == 0) & land.enemy[land.near].any(axis=1)  # a fight, not a tile
        opens = ~land.closed & (land.production > 0) & ~contested
        terms = tiles.Terms(
            parameters.patience, parameters.reach, parameters.delay, parameters.thrift, parameters.choice
        )
        tiles.match(land, worth, opens, terms, self.desk, self.plan)
        tiles.score(land, worth, terms, self.plan, self.desk, self.tile)

    def _expected(self, view: View, land: Land) -> npt.NDArray[np.int64]:
        """Return (N,) the square to which the field leads an enemy's stack; -1 elsewhere."""
        goes = np.full(land.owner.size, -1)
        for player in np.unique(land.owner[land.enemy]).tolist():
            theirs = np.flatnonzero((land.owner == player) & (land.strength > 0))
            goes[theirs] = land.near[theirs, self.surveyor.advice(view, player, self.habit)[theirs]]
        return goes

    def explain(self, view: View) -> dict[str, Any]:
        """Return reasons, grids and arrows of the last frame that `moves` answered."""
        ours, moves, squares = self.land.owner == self.land.me, self.chosen, np.arange(self.chosen.size)
        stacks = ours & (self.land.strength > 0)
        taken, wish = (squares, moves), self.net.argmax(axis=1)
        layers = {
            "tile": (self.tile.max(axis=1), stacks), "release": (self.release.max(axis=1), stacks),
            "kill": (self.kill[taken], stacks), "net": (self.net[taken] - self.net[:, 0], stacks),
            "density": (self.density, squares >= 0), "velocity": (self.velocity, squares >= 0),
            "due": (self.plan.due, self.plan.due > 0),
        }  # fmt: skip
        matched, refused = np.flatnonzero(self.plan.target >= 0), np.flatnonzero(stacks & (wish != moves))
        return explanation(
            moves,
            np.where(ours, self._reasons(wish, stacks), NONE),
            {name: np.where(mask, grid, np.nan) for name, (grid, mask) in layers.items()},
            {
                "matches": np.stack([matched, self.plan.target[matched]], axis=1),
                "refused": np.stack([refused, self.land.near[refused, wish[refused]]], axis=1),
            },
            {
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
