"""Futures: the rest of a recorded game from one of its frames, played many times with other luck.

The compiled games release Python's lock, so threads share the work; which thread plays a future changes nothing.
"""

import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from threading import local
from types import TracebackType
from typing import Self

from bot import Parameters
from engine import Replay, State
from experiments.arena.arena import Arena, Outcome
from experiments.watch.watched import Watched

from .journal import Journal
from .procedure import Purpose

MOST_FUTURES = 1 << 16
"""Futures of one line and purpose: their seeds lie side by side."""


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class Line:
    """A board to go on from, and who goes on."""

    name: str  # what its futures are kept under, together with the frame
    frame: int
    state: State
    players: tuple[Parameters, ...]


class Futures:
    """Plays the futures of one game, or finds them in the journal. Use it with `with`.

    watched    the game, which knows what everybody remembers
    players    who plays each seat
    seat       whose places are counted (1 is the first player)
    advance    told of every batch: futures played now, futures found
    """

    def __init__(
        self,
        watched: Watched,
        players: Sequence[Parameters],
        seat: int,
        journal: Journal,
        workers: int,
        advance: Callable[[int, int], None],
    ):
        self.watched, self.players, self.seat = watched, tuple(players), seat
        self._journal, self._advance = journal, advance
        self._pool, self._tables, self._told = ThreadPoolExecutor(workers), local(), set[str]()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.shutdown(cancel_futures=True)  # after Ctrl-C only what is being played is waited for

    def recorded(self, frame: int) -> Line:
        """The recorded game from a frame on."""
        return Line("recorded", frame, self.watched.replay.state(frame), self.players)

    def won(self, frame: int, purpose: Purpose, first: int, count: int) -> list[bool]:
        """Which of these futures of the recorded game end in first place: what the procedure asks."""
        return [place == 1 for place in self.places(self.recorded(frame), purpose, first, count)]

    def places(self, line: Line, purpose: Purpose, first: int, count: int) -> list[int]:
        """The places that the futures number `first` to `first + count - 1` of a line end with."""
        key = f"{purpose.name} {line.frame} {line.name} {first}+{count}"
        places = self._journal.batch(key)
        if places is None:
            places = self._played(line, _lowest_seed(line, purpose) + first, count)
            self._journal.note(key, places)
            self._advance(count, 0)
        elif key not in self._told:
            self._advance(0, count)
        self._told.add(key)
        return places

    def _played(self, line: Line, seed: int, count: int) -> list[int]:
        """The places of `count` futures with seeds from `seed` on."""
        return list(self._pool.map(lambda number: self._place(line, number), range(seed, seed + count)))

    def replay(self, line: Line, seed: int) -> Replay:
        """One future, recorded."""
        replay = self._outcome(line, seed, record=True).replay
        assert replay is not None
        return replay

    def _place(self, line: Line, seed: int) -> int:
        """The place in one future."""
        return int(self._outcome(line, seed).ranks[self.seat - 1])

    def _outcome(self, line: Line, seed: int, record: bool = False) -> Outcome:
        if not hasattr(self._tables, "arena"):
            self._tables.arena = Arena(line.state.height, line.state.width)  # one for each thread
        memories = [self.watched.memory(line.frame, seat) for seat in range(1, len(self.players) + 1)]
        players = [replace(parameters, seed=seed, ties="seeded") for parameters in line.players]
        outcome: Outcome = self._tables.arena.play(
            players, line.state, record=record, turn=line.frame, memories=memories
        )
        return outcome


def first_won(places: Sequence[int], line: Line, purpose: Purpose) -> int | None:
    """The seed of the first of a line's futures, from number 0 on, that was won; None where none was."""
    return _lowest_seed(line, purpose) + places.index(1) if 1 in places else None


def _lowest_seed(line: Line, purpose: Purpose) -> int:
    """Seeds of different purposes differ in their highest bits: what one has seen, no other one sees again."""
    lot = hashlib.sha256(f"{line.frame} {line.name}".encode()).digest()
    return (int(purpose) + 1 << 58) + int.from_bytes(lot[:5], "big") * MOST_FUTURES
