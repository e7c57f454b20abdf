"""A recorded game that is asked about: its frames as a player received them, and its players as they were."""

from copy import deepcopy
from threading import Lock
from typing import Any

import numpy as np

from bot import Memory, View
from bot.board.board import Board
from bot.parameters.declaration import ParameterSet
from engine import Replay
from experiments.arena import families

STRIDE = 8  # frames from one kept player to the next: a champion has four megabytes on a board of 50 x 50


class Watched:
    """A replay; what its players remember is worked out once and kept. For several threads at once."""

    def __init__(self, replay: Replay):
        self.replay = replay
        self._memories: dict[int, list[Memory]] = {}  # seat -> before frame 0, before frame 1, ...
        self._players: dict[tuple[int, ParameterSet], dict[int, Any]] = {}  # seat, values -> frame -> the player there
        self._lock = Lock()

    def view(self, turn: int, seat: int) -> View:
        """Return frame `turn` as `seat` (1 is the first) receives it."""
        replay = self.replay
        return View(replay.owner[turn], replay.strength[turn], replay.production, seat, turn)

    def memory(self, turn: int, seat: int) -> Memory:
        """Return the memory of `seat` when it receives frame `turn`."""
        with self._lock:
            memories = self._memories.setdefault(seat, [Memory()])
            while len(memories) <= turn:
                memories.append(memories[-1].after(Board(self.view(len(memories) - 1, seat))))
            return memories[turn]

    def player(self, turn: int, seat: int, values: ParameterSet) -> Any:
        """Return the player of these values that has seen the game from `seat`, as it receives frame `turn`: a copy.

        It sees the frames on which the seat owns squares.
        """
        with self._lock:
            kept = self._players.setdefault((seat, values), {})
            if not kept:
                kept[0] = families.mover(values, *self.replay.production.shape)
            start = max(frame for frame in kept if frame <= turn)
            player = deepcopy(kept[start])
            for frame in range(start, turn):
                view = self.view(frame, seat)
                if np.any(view.owner == seat):
                    player.moves(view)
                if (frame + 1) % STRIDE == 0 or frame + 1 == turn:
                    kept.setdefault(frame + 1, deepcopy(player))
        return player
