"""A recorded game that somebody looks at, and what its players remember on each frame."""

from threading import Lock

import numpy as np
import numpy.typing as npt

from bot import Memory, Parameters, View
from bot import kernels as deciding
from bot.board import Board
from engine import Replay


class Watched:
    """A replay, with memories worked out once and kept. For several threads at once."""

    def __init__(self, replay: Replay):
        self.replay = replay
        self._memories: dict[int, list[Memory]] = {}  # seat -> before frame 0, before frame 1, ...
        self._lock = Lock()

    def view(self, turn: int, seat: int) -> View:
        """Frame `turn` as `seat` receives it."""
        replay = self.replay
        return View(replay.owner[turn], replay.strength[turn], replay.production, seat, turn)

    def memory(self, turn: int, seat: int) -> Memory:
        """What `seat` remembers when it receives frame `turn`."""
        with self._lock:
            known = self._memories.setdefault(seat, [Memory()])
            while len(known) <= turn:
                known.append(known[-1].after(Board(self.view(len(known) - 1, seat))))
            return known[turn]


class Chooser:
    """The compiled decision on one frame, for one parameter set after the other. Not for two threads at once."""

    def __init__(self, view: View, memory: Memory):
        self.view, self._memory = view, memory
        self._scratch = deciding.scratch(view.height, view.width)
        self._owner, self._strength, self._production = (
            np.require(layer, np.uint8, ("C", "W")) for layer in (view.owner, view.strength, view.production)
        )

    def moves(self, parameters: Parameters) -> npt.NDArray[np.uint8]:
        """(H, W) the moves of a player with these parameters, as bot.decide chooses them."""
        moves = np.zeros(self.view.owner.shape, np.uint8)
        memory, knobs = deciding.remembered(self._memory), deciding.knobs(parameters)
        deciding.decide(
            self._owner, self._strength, self._production, self.view.me, self.view.turn,
            memory, knobs, self._scratch, moves,
        )  # fmt: skip
        return moves
