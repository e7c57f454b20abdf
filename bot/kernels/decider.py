"""A player of this process that decides with the kernels."""

from typing import Any

import numpy as np
import numpy.typing as npt

from ..ground.bends import factor
from ..ground.memory import Memory
from ..ground.view import View
from ..knobs.parameters import Parameters
from .decide import decide
from .player import knobs, remembered
from .squares import scratch


class Decider:
    """One player's decisions on boards of one size, compiled; the same moves as bot.decide."""

    def __init__(
        self, parameters: Parameters, height: int, width: int, memory: Memory | None = None, *, whole: bool = False
    ):
        """`whole` as for `scratch`."""
        self.board, self.scratch = (height, width), scratch(height, width, whole)
        self.seat(parameters, memory or Memory())

    def seat(self, parameters: Parameters, memory: Memory) -> None:
        """Decide for these parameters from now on, with what they remember of the frames before."""
        self.knobs, self.memory, board = knobs(parameters), remembered(memory), self.board
        self.scratch.cells["bent"] = factor(memory.bends, *board).ravel()

    def moves(self, view: View) -> npt.NDArray[np.uint8]:
        """The moves for `view`, (H, W) uint8; frames must come in order, as they are remembered."""
        moves = np.zeros(view.owner.shape, np.uint8)
        owner, strength, production = (usual(layer) for layer in (view.owner, view.strength, view.production))
        decide(owner, strength, production, view.me, view.turn, self.memory, self.knobs, self.scratch, moves)
        return moves


def usual(layer: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """The layer as the kernels know it: numba would compile all of them anew for a read-only or transposed array."""
    return np.require(layer, np.uint8, ("C", "W"))
