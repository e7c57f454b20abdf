"""The board as flat arrays, with what the bot's potential field knows of it; friendly and matcher read it."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bot import Parameters, kernels
from bot.board.board import SEATS, Memory, View, pack_memory, torus

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


class Land(NamedTuple):
    """One frame from our seat; N = H * W squares, numbered row by row."""

    me: int
    near: Ints  # (N, 5) the squares that STILL, NORTH, EAST, SOUTH and WEST lead to
    owner: Ints  # (N,) 0 = neutral
    strength: Ints  # (N,)
    production: Ints  # (N,)
    enemy: Mask  # (N,) other players' squares
    price: Floats  # (N,) turns to repay of the border that a square leads to; not above 0 where enemies are met
    potential: Floats  # (N,) the same with the way there; strength flows to the lower
    distance: Ints  # (N,) own steps to that border
    closed: Mask  # (N,) neutral squares that a pact leaves alone
    advice: Ints  # (N,) the bot's own greedy moves


class Surveyor:
    """Makes a Land of every frame of one game."""

    def __init__(self, height: int, width: int, field: Parameters):
        self.near, self.shape = np.array(torus(height, width).around, np.int64), (height, width)
        self.scratch, self.field = kernels.scratch(height, width, whole=True), kernels.values(field)
        self.memory = [pack_memory(Memory()) for _ in range(SEATS)]

    def survey(self, view: View) -> Land:
        """Return the frame from our seat."""
        owner, strength, production = (layer.ravel().astype(np.int64) for layer in kernels.grids(view))
        advice = self.advice(view, view.me, self.field)
        cells = self.scratch.cells[: owner.size]
        return Land(
            view.me, self.near, owner, strength, production, (owner != 0) & (owner != view.me), cells["value"].copy(),
            cells["potential"].copy(), cells["distance"].astype(np.int64), cells["wall"] > 0, advice,
        )  # fmt: skip

    def advice(self, view: View, player: int, parameters: Any) -> Ints:
        """Return (N,) the greedy moves of a player with these parameters, as kernels take them."""
        moves = np.zeros(self.shape, np.uint8)
        kernels.decide(kernels.grids(view), player, view.turn, self.memory[player], parameters, self.scratch, moves)
        return moves.ravel().astype(np.int64)
