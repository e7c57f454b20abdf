"""The interface of executors, and the one that plays in this process."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Sequence
from typing import Self

from experiments.arena.ready import prepare
from experiments.arena.schedule import Game
from experiments.laboratory.database import Played

from .playing import play_game
from .tasks import Order

Finished = list[tuple[Game, Played]]


class Executor(ABC):
    """Plays what is submitted, in any order. A context manager: leaving it drops what was not played."""

    @property
    @abstractmethod
    def is_hungry(self) -> bool:
        """Whether more games should be submitted now, so that no worker waits for games."""

    @abstractmethod
    def submit(self, games: Sequence[Game], *, replays: bool = False) -> None:
        """Take games to play, and return at once; keep recordings if asked for."""

    @abstractmethod
    def collect(self) -> Finished:
        """Wait for finished games, each once; empty when nothing was submitted. Raises ExecutorError."""

    @abstractmethod
    def cancel(self) -> Finished:
        """Drop what waits; returns what was finished and not yet collected."""

    def close(self) -> None:
        """Leave nothing running."""
        self.cancel()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class InProcess(Executor):
    """Plays here, one game at each `collect`."""

    def __init__(self) -> None:
        self._waiting: deque[Order] = deque()

    @property
    def is_hungry(self) -> bool:
        """Whether nothing is left to play."""
        return not self._waiting

    def submit(self, games: Sequence[Game], *, replays: bool = False) -> None:
        """Remember the games, once their players are compiled."""
        prepare([seat.parameters for seat in game.seats] for game in games)
        self._waiting.extend(Order(game, replays) for game in games)

    def collect(self) -> Finished:
        """Play the next game."""
        if not self._waiting:
            return []
        game, replays = self._waiting.popleft()
        return [(game, play_game(game, replays))]

    def cancel(self) -> Finished:
        """Forget the games; none is finished without being collected."""
        self._waiting.clear()
        return []
