"""The laboratory plays blocks of games: from the database what was played before, on the executor the rest.

with Database.open("laboratory.db") as database:
    for block in Laboratory(database, Executor()).play(blocks):  # in order, each game stored
        block.shares()
"""

from collections import defaultdict, deque
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from time import monotonic
from typing import NamedTuple

from engine.result import Kind
from experiments import stats
from experiments.arena.players import Player
from experiments.arena.schedule import Block, Game

from .database import Database, Played
from .games import PlayingError, play_game
from .progress import Progress

AHEAD = 2000  # blocks taken at most while one is waited for


class Order(NamedTuple):
    """A game to play."""

    game: Game
    replay: bool  # keep the recording


Finished = list[tuple[Game, Played]]


@dataclass
class Executor:
    """Plays here; `cluster.Cluster` on other processes and machines. Its user puts orders into `waiting`."""

    waiting: deque[Order] = field(default_factory=deque)
    wanted = 8  # orders that should wait, so that several are stored at once: that takes as long as playing one
    seconds = 0.25  # after which what was played is handed over

    def collect(self) -> Finished:
        """Play, or wait for, some games that wait; each is returned once, in any order. Raises ExecutorError."""
        finished: Finished = []
        end = monotonic() + self.seconds
        while self.waiting and (not finished or monotonic() < end):
            game, replay = self.waiting.popleft()
            finished.append((game, play_game(game, replay)))
        return finished

    def cancel(self) -> None:
        """Drop what waits."""
        self.waiting.clear()

    def close(self) -> None:
        """Leave nothing running."""
        self.cancel()


@dataclass(frozen=True, slots=True)
class PlayedBlock:
    """A block whose games have all been played."""

    block: Block
    games: tuple[Played, ...]  # one per rotation, in the order of block.games; recordings are in the database

    def shares(self, place: int = 0) -> tuple[float, ...]:
        """Return the share of its opponents, 0..1, that place `place` of the line-up beat in each game.

        The place moves from seat to seat: in game r it sits at block.seat(place, r).
        """
        return tuple(
            _shares(played.ranks)[self.block.seat(place, rotation)] for rotation, played in enumerate(self.games)
        )

    def score(self, place: int = 0) -> float:
        """Return the mean of its shares: one half says that the player is as good as its opponents."""
        shares = self.shares(place)
        return sum(shares) / len(shares)

    def count_faults(self, faults: dict[str, tuple[int, int, int]]) -> None:
        """Count the crashes and late answers of each program, and its slowest answer in ms."""
        for game, played in zip(self.block.games, self.games, strict=True):
            for seated, fault, worst in zip(game.seats, played.faults, played.worst_answer, strict=True):
                if worst is not None or fault is not None:
                    crashes, late, slowest = faults.get(seated.notation, (0, 0, 0))
                    is_late = fault is not None and fault.startswith(Kind.LATE)
                    is_crash = fault is not None and not is_late
                    slowest = max(slowest, round(1000 * (worst or 0)))
                    faults[seated.notation] = crashes + is_crash, late + is_late, slowest


@cache  # of few ranks, each asked once for every place of every game
def _shares(ranks: tuple[int, ...]) -> tuple[float, ...]:
    return tuple(stats.shares(ranks).tolist())


@dataclass(slots=True)
class _Expected:
    """A block on its way: it is complete when each of its games has a result."""

    block: Block
    games: dict[str, Game]  # by key: two rotations may be one game
    results: dict[str, Played]  # by key


@dataclass
class Laboratory:
    """Plays what it is given on an executor, and remembers it in a database; both belong to the caller."""

    database: Database
    executor: Executor
    replays: bool = False  # keep all recordings; a game of compiled players stored without one is played again
    # Games with programs that were stored without the recording that is wanted, and would end differently now.
    unrecorded: set[str] = field(default_factory=set)
    _able: set[str] = field(default_factory=set)  # identities of programs that have played a block
    _ahead: deque[_Expected] = field(default_factory=deque)
    # The blocks that wait for a game which the executor has, by its key.
    _asked: defaultdict[str, list[_Expected]] = field(default_factory=lambda: defaultdict(list))

    def play(self, blocks: Iterable[Block], progress: Progress | None = None) -> Generator[PlayedBlock, None, None]:
        """Play blocks, which may be endless; yield each with its games in the order of `blocks`.

        So a test decides the same with any number of workers, and after an interruption. Each game is stored before its
        block is handed over. Close what is returned to stop early. Raises ExecutorError and DatabaseError on the way.
        """
        blocks = iter(blocks)
        try:
            while True:
                self._look_ahead(blocks, progress)
                if not self._ahead:
                    return
                if len(self._ahead[0].results) < len(self._ahead[0].games):
                    self._store(self.executor.collect(), progress)
                    continue
                done = self._ahead.popleft()
                played = PlayedBlock(done.block, tuple(done.results[game.key] for game in done.block.games))
                self._check_able(played, progress)
                yield played
        finally:
            self.executor.cancel()
            self._ahead.clear()
            self._asked.clear()

    def _look_ahead(self, blocks: Iterator[Block], progress: Progress | None) -> None:
        """Take blocks until one can be handed over or enough games wait.

        Games that are stored are found, and the others ordered, unless another block has asked for them.
        """
        ahead, waiting = self._ahead, self.executor.waiting
        while not ahead or (
            len(ahead[0].results) < len(ahead[0].games) and len(waiting) < self.executor.wanted and len(ahead) < AHEAD
        ):
            block = next(blocks, None)
            if block is None:
                return
            games = {game.key: game for game in block.games}
            stored = self.database.find(games)
            ahead.append(_Expected(block, games, self._with_recordings(games, stored) if self.replays else stored))
            missing = [key for key in games if key not in ahead[-1].results]
            unasked = [Order(games[key], self.replays) for key in missing if key not in self._asked]
            for key in missing:
                self._asked[key].append(ahead[-1])
            waiting.extend(unasked)
            if progress and (found := len(block.games) - len(unasked)):
                progress.advance(stored=found)

    def _with_recordings(self, games: dict[str, Game], stored: dict[str, Played]) -> dict[str, Played]:
        """Return the stored games without those that are to be played again for their recording."""
        silent = stored.keys() - self.database.keys_with_replay(stored)
        again = {key for key in silent if games[key].is_deterministic}
        self.unrecorded |= silent - again
        return {key: played for key, played in stored.items() if key not in again}

    def _store(self, finished: Finished, progress: Progress | None) -> None:
        """Store games, then give them to their blocks, without the recordings: those are large."""
        self.database.store(finished)
        for _, played in finished:
            for expected in self._asked.pop(played.key):
                expected.results[played.key] = replace(played, replay=None)
        if progress:
            progress.advance(games=len(finished))

    def _check_able(self, block: PlayedBlock, progress: Progress | None) -> None:
        """Raise PlayingError when a program crashed in every game of the first block that it plays here.

        Such a match measures nothing. A program that finished one game of the block, or was only late, can play.
        """
        for player in dict.fromkeys(block.block.lineup):
            if player.parameters is not None or player.identity in self._able:
                continue
            self._able.add(player.identity)
            faults = list(_faults(block, player))
            if all(fault and not fault.startswith(Kind.LATE) for fault in faults):
                if progress:
                    progress.advance(status=f"{player.notation} crashed in every game of its first block")
                raise PlayingError(
                    f"{player.notation} crashed in every game of its first block. Nothing can be measured with it, so "
                    "the command ends; games that were played are stored. Does it play when you start it by hand? "
                    f"Fix it, or leave it out. {faults[-1]}"
                )


def _faults(block: PlayedBlock, player: Player) -> Iterator[str | None]:
    """Yield for each game and seat of a player its fault."""
    for game, played in zip(block.block.games, block.games, strict=True):
        for seat, seated in enumerate(game.seats):
            if seated == player:
                yield played.faults[seat]
