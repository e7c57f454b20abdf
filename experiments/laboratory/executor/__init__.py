"""Plays games: in this process, on processes of this machine, or on other machines.

with open_executor(workers=2) as executor:
    executor.submit(block.games)
    for game, played in executor.collect():  # at least one, in no particular order
        ...
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import ClassVar, Self

from experiments.arena.schedule import Game
from experiments.laboratory.database import Played

from .playing import ExecutorError, ForeignCodeError, Order, PlayingError, compile_players, play_game

__all__ = [
    "Executor", "ExecutorError", "ForeignCodeError", "InProcess", "Order", "PlayingError", "open_executor", "play_game",
]  # fmt: skip

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


@dataclass
class InProcess(Executor):
    """Plays here, short games several at each `collect`: storing takes as long as playing one of them."""

    _waiting: deque[Order] = field(default_factory=deque, init=False)
    together: ClassVar[int] = 8  # games that wait, so that several are stored at once
    seconds: ClassVar[float] = 0.25  # after which what was played is handed over

    @property
    def is_hungry(self) -> bool:
        """Whether fewer games wait than may be stored at once."""
        return len(self._waiting) < self.together

    def submit(self, games: Sequence[Game], *, replays: bool = False) -> None:
        """Remember the games, once their players are compiled."""
        compile_players(games)
        self._waiting.extend(Order(game, replays) for game in games)

    def collect(self) -> Finished:
        """Play the next games."""
        finished: Finished = []
        end = monotonic() + self.seconds
        while self._waiting and (not finished or monotonic() < end):
            game, replays = self._waiting.popleft()
            finished.append((game, play_game(game, replays)))
        return finished

    def cancel(self) -> Finished:
        """Forget the games; none is finished without being collected."""
        self._waiting.clear()
        return []


def open_executor(workers: int = 1, scheduler: str | None = None) -> Executor:
    """Return the executor for `workers` processes of this machine, or for the workers of a scheduler.

    workers     1: this process
    scheduler   address of a running dask scheduler, tcp://host:8786 or tls://host:8786
    Raises      ExecutorError when no scheduler answers there, or a worker runs other code
    """
    if scheduler is None and workers == 1:
        return InProcess()
    from . import cluster  # here, because dask loads slowly

    return cluster.connected(scheduler) if scheduler else cluster.local(workers)
