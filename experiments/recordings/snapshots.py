"""A player of this process on the frames of a recorded game, with all that it remembers of the frames before."""

from copy import deepcopy
from threading import Lock
from typing import Any

import numpy as np

from engine import Replay

from . import frames

STRIDE = 8  # frames from one kept player to the next: a champion has four megabytes on a board of 50 x 50


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
