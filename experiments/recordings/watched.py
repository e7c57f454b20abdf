"""A recorded game that is asked about, and what its players remember on each frame."""

from collections.abc import Callable
from threading import Lock

import numpy as np
import numpy.typing as npt

from bot import Memory, Parameters, View, preset
from bot.ground.board import Board
from bot.kernels import Decider
from bot.knobs.cascade import on_frame
from engine import Replay

from . import frames

Moves = npt.NDArray[np.uint8]


class Watched:
    """A replay, with memories worked out once and kept. For several threads at once."""

    def __init__(self, replay: Replay):
        self.replay = replay
        self._memories: dict[int, list[Memory]] = {}  # seat -> before frame 0, before frame 1, ...
        self._lock = Lock()

    def view(self, turn: int, seat: int) -> View:
        """Return frame `turn` as `seat` receives it."""
        return frames.view(self.replay, turn, seat)

    def memory(self, turn: int, seat: int) -> Memory:
        """Return the memory of `seat` when it receives frame `turn`."""
        with self._lock:
            known = self._memories.setdefault(seat, [Memory()])
            while len(known) <= turn:
                known.append(known[-1].after(Board(self.view(len(known) - 1, seat))))
            return known[turn]


def chooser(view: View, memory: Memory) -> Callable[[Parameters], Moves]:
    """Return the compiled greedy decision on one frame, for one set of parameters after the other; in one thread."""
    decider = Decider(preset("v26"), view.height, view.width)

    def moves(parameters: Parameters) -> Moves:
        decider.seat(on_frame(parameters, view, memory), memory)
        return decider.moves(view)

    return moves
