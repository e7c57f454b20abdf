"""The board as flat arrays, friendliness, and the bot's potential field, which leads to the nearest front."""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bot import View, kernels, preset
from bot.ground.board import torus
from bot.ground.memory import Memory

FIELD = replace(preset("v26"), ties="fixed", route_cost=0.01, strategic_stilling=False, pact_heads_up=False)
SIGHT = 5  # steps in every direction that friendliness sums over
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


class Position(NamedTuple):
    """One frame from our seat; N = H * W squares, numbered row by row."""

    me: int
    near: Ints  # (N, 5) the squares that STILL, NORTH, EAST, SOUTH and WEST lead to
    owner: Ints  # (N,) 0 = neutral
    strength: Ints  # (N,)
    production: Ints  # (N,)
    price: Floats  # (N,) turns to repay of the border that a square leads to; not above 0 where enemies are met
    potential: Floats  # (N,) the same with the way there; strength flows to the lower
    distance: Ints  # (N,) steps to that border
    closed: Mask  # (N,) neutral squares between another player and us that stay closed
    enemy: Mask  # (N,) other players' squares
    danger: Ints  # (N,) enemy strength that may strike from a square
    advice: Ints  # (N,) the bot's own greedy moves, for stacks without an edge


class Reader:
    """Makes a Position of every frame of one game."""

    def __init__(self, height: int, width: int):
        self.near = np.array(torus(height, width).around, np.int64)
        self.scratch = kernels.scratch(height, width, whole=True)
        self.knobs, self.memory = kernels.knobs(FIELD), kernels.remembered(Memory())
        self.advice = np.zeros((height, width), np.uint8)

    def read(self, view: View) -> Position:
        """Return the frame from our seat."""
        layers = kernels.grids(view)
        kernels.decide(layers, view.me, view.turn, self.memory, self.knobs, self.scratch, self.advice)
        cells = self.scratch.cells[: self.near.shape[0]]
        owner, strength, production = (layer.ravel().astype(np.int64) for layer in layers)
        enemy = (owner != 0) & (owner != view.me)
        empty = (owner == 0) & (strength == 0)
        danger = np.where(enemy, strength, 0)[self.near].sum(axis=1) * (empty | enemy)
        return Position(
            view.me, self.near, owner, strength, production, cells["value"].copy(), cells["potential"].copy(),
            cells["distance"].astype(np.int64), cells["wall"] > 0, enemy, danger, self.advice.ravel().astype(np.int64),
        )  # fmt: skip


def friendliness(view: View, fading: float) -> Floats:
    """Return (N,) our strength around a square less theirs, in full stacks; one d steps off counts fading ** d."""
    sign = np.where(view.owner == view.me, 1.0, -1.0) * (view.owner != 0)
    return around(sign * view.strength / 255, SIGHT, fading)


def around(grid: Any, reach: int, fading: float = 1.0) -> Floats:
    """Return (N,) the sum over `reach` steps in every direction, along rows and columns, fading with each step."""
    for axis in (0, 1):
        steps = min(reach, (grid.shape[axis] - 1) // 2)  # on a small torus no square counts twice
        lines = [fading ** abs(step) * np.roll(grid, step, axis) for step in range(-steps, steps + 1)]
        grid = np.sum(lines, axis=0)
    return np.asarray(grid.ravel(), np.float64)
