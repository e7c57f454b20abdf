"""A player of this process that decides with the kernels."""

import numpy as np
import numpy.typing as npt

from ..greedy.explain import Explanation
from ..ground.arrays import Grids, as_uint8
from ..ground.board import OPTIONS
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
        """Seat the player; `whole` as for `scratch`."""
        self.scratch = scratch(height, width, whole)
        self.seat(parameters, memory or Memory())

    def seat(self, parameters: Parameters, memory: Memory) -> None:
        """Decide for these parameters from now on, with what they remember of the frames before."""
        self.knobs, self.memory = knobs(parameters), remembered(memory)
        self.scratch.cells["bent"] = 1.0 if memory.bent is None else memory.bent.ravel()

    def explained(self, view: View) -> Explanation:
        """Return what `moves` would choose for `view`, and why. Twin: explain.explanation.

        It needs a Decider that is `whole`. Asking again about the same frame changes nothing.
        """
        turn, notes, shape = self.scratch.turn[0], self.scratch.notes, view.owner.shape
        turn["is_noted"] = True
        moves = self.moves(view)
        turn["is_noted"] = False
        cells = self.scratch.cells.reshape(shape)
        return Explanation(
            value=cells["value"].copy(), distance=cells["distance"].astype(np.int64),
            potential=cells["potential"].copy(), root=_roots(self.scratch.cells, view.me).reshape(shape),
            light=cells["light"].astype(np.uint8), wall=cells["wall"].astype(np.bool_),
            danger=notes.danger.reshape(shape).copy(), score=notes.score.reshape(*shape, OPTIONS).copy(),
            booked=notes.booked.reshape(shape).copy(), order=notes.order.reshape(shape).copy(),
            reason=cells["reason"].astype(np.uint8), move=moves, hold=float(turn["hold"]), hurdle=int(turn["hurdle"]),
            mining_remains=bool(turn["mining_remains"]),
        )  # fmt: skip

    def moves(self, view: View) -> npt.NDArray[np.uint8]:
        """Return the moves for `view`, (H, W) uint8; frames must come in order, as they are remembered."""
        moves = np.zeros(view.owner.shape, np.uint8)
        decide(grids(view), view.me, view.turn, self.memory, self.knobs, self.scratch, moves)
        return moves


def _roots(cells: npt.NDArray[np.void], me: int) -> npt.NDArray[np.int64]:
    """Return where the way downhill of each square of `me` leaves its land, (N,); -1 if it circles, and elsewhere.

    Twin: trees.roots. Every round doubles the steps that a square has gone.
    """
    squares = np.arange(cells.size)
    ours = cells["owner"] == me
    at = np.where(ours, cells["around"][squares, cells["downhill"]], squares)
    for _ in range(int(cells.size).bit_length()):
        at = at[at]
    return np.where(ours & ~ours[at], at, -1)


def grids(view: View) -> Grids:
    """Return the board of `view` as the kernels take it."""
    return Grids(as_uint8(view.owner), as_uint8(view.strength), as_uint8(view.production))
