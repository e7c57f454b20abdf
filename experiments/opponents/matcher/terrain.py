"""The board as flat arrays, and what the bot knows about it: where our strength pays, what enemies are likely to do.

The description that this school follows has no basic value of land, because Halite III has no owned land. So that value
is the bot's potential field. What enemies will do next is taken from the same field seen from their seats.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bot import Parameters, View, kernels
from bot.ground.arrays import Grids
from bot.ground.board import OPTIONS, torus
from bot.ground.memory import Memory

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
    potential: Floats  # (N,) the same with the way to that border; strength flows to the lower
    distance: Ints  # (N,) own steps to that border
    closed: npt.NDArray[np.bool_]  # (N,) neutral squares that a pact leaves alone
    habit: Floats  # (N, 5) on an enemy's square, the chance of each of its directions; 0 elsewhere


class Surveyor:
    """Makes a Terrain of every frame of one game; `advice` (N,) is what the field's own greedy moves would be."""

    def __init__(self, height: int, width: int, field: Parameters, habit: Parameters, trust: float):
        self.near, self.shape = np.array(torus(height, width).around, np.int64), (height, width)
        self.scratch = kernels.scratch(height, width, whole=True)
        self.field, self.habit, self.trust = kernels.knobs(field), kernels.knobs(habit), trust
        self.memory = [kernels.remembered(Memory()) for _ in range(8)]

    def survey(self, view: View) -> Terrain:
        """Return the frame from our seat."""
        layers = kernels.grids(view)
        habit = np.zeros((self.near.shape[0], OPTIONS))
        for player in np.unique(layers[0]):
            if player not in (0, view.me):
                self._watch(int(player), layers, view.turn, habit)
        self.advice = self._ask(view.me, self.field, layers, view.turn).ravel()
        cells = self.scratch.cells[: self.near.shape[0]]
        owner, strength, production = (layer.ravel().astype(np.int64) for layer in layers)
        return Terrain(
            view.me, self.near, owner, strength, production,
            price=cells["value"].copy(), potential=cells["potential"].copy(),
            distance=cells["distance"].astype(np.int64), closed=cells["wall"] > 0, habit=habit,
        )  # fmt: skip

    def _ask(self, player: int, knobs: Any, layers: Grids, turn: int) -> npt.NDArray[np.uint8]:
        moves = np.zeros(self.shape, np.uint8)
        kernels.decide(layers, player, turn, self.memory[player], knobs, self.scratch, moves)
        return moves

    def _watch(self, player: int, layers: Grids, turn: int, habit: Floats) -> None:
        """Note an enemy's next moves: with probability `trust` ours from that seat, else any."""
        moves = self._ask(player, self.habit, layers, turn).ravel()
        theirs = np.flatnonzero(layers[0].ravel() == player)
        habit[theirs] = (1 - self.trust) / OPTIONS
        habit[theirs, moves[theirs]] += self.trust
