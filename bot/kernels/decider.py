"""A player of this process that decides with the kernels."""

import math

import numpy as np
import numpy.typing as npt

from ..greedy.explain import Explanation, explanation_of_arrays
from ..ground.arrays import Grids, as_uint8
from ..ground.memory import Memory, remembered
from ..ground.view import View
from ..knobs.parameters import Parameters
from .decide import decide, explain
from .player import knobs
from .squares import scratch


class Decider:
    """One player's decisions on boards of one size, compiled; the same moves as bot.decide."""

    def __init__(
        self, parameters: Parameters, height: int, width: int, memory: Memory | None = None, *, whole: bool = False
    ):
        """Seat the player; `whole` as for `scratch`."""
        self.scratch = scratch(height, width, whole)
        self.seat(parameters, memory or Memory())

    def seat(self, parameters: Parameters, memory: Memory) -> None:
        """Decide for these parameters from now on, with what they remember of the frames before."""
        self.knobs, self.memory = knobs(parameters), remembered(memory)
        self.scratch.cells["bent"] = 1.0 if memory.bent is None else memory.bent.ravel()

    def explained(self, view: View) -> Explanation:
        """Return what `moves` would choose for `view`, and why. Asking again about the same frame changes nothing."""
        moves, roots = np.zeros(view.owner.shape, np.uint8), np.zeros(view.owner.size, np.int64)
        explain(grids(view), view.me, view.turn, self.memory, self.knobs, self.scratch, moves, roots)
        parts = {f"scratch.{name}": part for name, part in self.scratch._asdict().items()}
        notes = {f"scratch.notes.{name}": part for name, part in self.scratch.notes._asdict().items()}
        return explanation_of_arrays({**parts, **notes, "roots": roots, "moves": moves})

    def moves(self, view: View, deadline: float = math.inf) -> npt.NDArray[np.uint8]:
        """Return the moves for `view`, (H, W) uint8; frames must come in order. It is done long before a deadline."""
        moves = np.zeros(view.owner.shape, np.uint8)
        decide(grids(view), view.me, view.turn, self.memory, self.knobs, self.scratch, moves)
        return moves


def grids(view: View) -> Grids:
    """Return the board of `view` as the kernels take it."""
    return Grids(as_uint8(view.owner), as_uint8(view.strength), as_uint8(view.production))
