"""A recorded game that is asked about: what its players remember on each frame, and copies of them as they were."""

from collections.abc import Callable
from copy import deepcopy
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from bot import Memory, Parameters, View, preset
from bot.ground.board import Board
from bot.kernels import Decider
from bot.knobs.cascade import on_frame
from engine import Replay

from . import frames

Moves = npt.NDArray[np.uint8]

STRIDE = 8  # frames from one kept player to the next: a champion has four megabytes on a board of 50 x 50


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


class Snapshots:
    """Copies of one player, each as it receives a frame; for several threads at once.

    mover   the player at the beginning of the game; it watches the frames on which `seat` owns squares
    """

    def __init__(self, replay: Replay, seat: int, mover: Any):
        self.replay, self.seat = replay, seat
        self._kept = {0: mover}
        self._asked = 0  # this frame is kept as well: a change of parameters asks it again and again
        self._lock = Lock()

    def at(self, turn: int) -> Any:
        """Return the player as it receives frame `turn`: a copy, which may be asked once."""
        with self._lock:
            start = max(frame for frame in self._kept if frame <= turn)
            player = deepcopy(self._kept[start])
            for frame in range(start, turn):
                view = frames.view(self.replay, frame, self.seat)
                if np.any(view.owner == self.seat):
                    player.moves(view)
                if (frame + 1) % STRIDE == 0:
                    self._kept.setdefault(frame + 1, deepcopy(player))
            self._keep(turn, player)
        return player

    def _keep(self, turn: int, player: Any) -> None:
        """Keep this frame in the place of the one that was asked before."""
        if turn == self._asked:
            return
        if self._asked % STRIDE:
            del self._kept[self._asked]
        self._asked = turn
        self._kept.setdefault(turn, deepcopy(player))


def chooser(view: View, memory: Memory) -> Callable[[Parameters], Moves]:
    """Return the compiled greedy decision on one frame, for one set of parameters after the other; in one thread."""
    decider = Decider(preset("v26"), view.height, view.width)

    def moves(parameters: Parameters) -> Moves:
        decider.seat(on_frame(parameters, view, memory), memory)
        return decider.moves(view)

    return moves
