"""The board as flat arrays: what the field knows of it, and the account's two grids.

The account has no basic value of land, because Halite III has no owned land. So that value is the bot's potential
field. What enemies will do next is taken from the same field seen from their seats.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bot import Parameters, View, kernels
from bot.ground.arrays import Grids
from bot.ground.board import torus
from bot.ground.memory import Memory
from bot.ground.view import SEATS
from experiments.opponents.compiled import compiler

kernel = compiler(__file__)

RADIUS = 4  # steps that the grids sum over, as in the account
PLAIN = 2 * RADIUS * (RADIUS + 1) + 1  # squares within RADIUS steps
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class Terrain(NamedTuple):
    """One frame from our seat; N = H * W squares, numbered row by row."""

    me: int
    near: Ints  # (N, 5) the square that each direction leads to
    owner: Ints  # (N,) 0 = neutral
    strength: Ints  # (N,)
    production: Ints  # (N,)
    price: Floats  # (N,) turns to repay of the border that a square leads to: less is better; may be inf
    distance: Ints  # (N,) own steps to that border
    closed: npt.NDArray[np.bool_]  # (N,) neutral squares that a pact leaves alone
    goes: Ints  # (N,) on an enemy's stack, the square to which the field leads it; -1 elsewhere


class Surveyor:
    """Makes a Terrain of every frame of one game; `advice` (N,) is what the field's own greedy moves would be."""

    def __init__(self, height: int, width: int, field: Parameters, enemies: Parameters):
        self.near, self.shape = np.array(torus(height, width).around, np.int64), (height, width)
        self.scratch = kernels.scratch(height, width, whole=True)
        self.field, self.enemies = kernels.knobs(field), kernels.knobs(enemies)
        self.memory = [kernels.remembered(Memory()) for _ in range(SEATS)]

    def survey(self, view: View) -> Terrain:
        """Return the frame from our seat."""
        layers = kernels.grids(view)
        owner, strength, production = (layer.ravel().astype(np.int64) for layer in layers)
        goes = np.full(owner.size, -1)
        for player in np.unique(owner[(owner != 0) & (owner != view.me)]).tolist():
            theirs = np.flatnonzero((owner == player) & (strength > 0))
            goes[theirs] = self.near[theirs, self._advice(player, self.enemies, layers, view.turn)[theirs]]
        self.advice = self._advice(view.me, self.field, layers, view.turn)
        cells = self.scratch.cells[: self.near.shape[0]]
        return Terrain(
            view.me, self.near, owner, strength, production, price=cells["value"].copy(),
            distance=cells["distance"].astype(np.int64), closed=cells["wall"] > 0, goes=goes,
        )  # fmt: skip

    def _advice(self, player: int, knobs: Any, layers: Grids, turn: int) -> npt.NDArray[np.uint8]:
        moves = np.zeros(self.shape, np.uint8)
        kernels.decide(layers, player, turn, self.memory[player], knobs, self.scratch, moves)
        return moves.ravel()


@kernel
def sums(land: Any, horizon: float, density: Any, velocity: Any) -> None:
    """Write what the neutral land within RADIUS steps of every square pays, and how soon.

    horizon    turns that a square's production counts
    density    (N,) sum of what squares pay beyond their own cost until the horizon
    velocity   (N,) the same sum with every square divided by its distance; our own stacks count with their strength
    """
    around, steps = np.zeros(PLAIN, np.int64), np.zeros(PLAIN, np.int64)
    seen = np.full(land.owner.size, -1, np.int64)
    for c in range(land.owner.size):
        density[c] = velocity[c] = 0.0
        around[0], steps[0], seen[c] = c, 0, c
        at, end = 0, 1
        while at < end:
            here, step = around[at], steps[at]
            at += 1
            if land.owner[here] == 0:
                pays = max(0.0, horizon * land.production[here] - land.strength[here])
                density[c] += pays
                velocity[c] += pays / max(step, 1)
            elif land.owner[here] == land.me:
                velocity[c] += land.strength[here] / max(step, 1)
            if step < RADIUS:
                for d in range(1, 5):
                    n = land.near[here, d]
                    if seen[n] != c:
                        seen[n], around[end], steps[end] = c, n, step + 1
                        end += 1


def fronts(land: Any, density: Any, velocity: Any, rich: float) -> Any:
    """Return (N,) whether a front is forecast: tiles beside our land beyond this multiple of the board's means."""
    beside = (land.owner[land.near[:, 1:]] == land.me).any(axis=1) & (land.owner == 0)
    return beside & (density > rich * density.mean()) & (velocity > rich * velocity.mean())
