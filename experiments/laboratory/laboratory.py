"""The laboratory plays blocks of games: from the database what was played before, on the executor the rest."""

import json
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cache

from engine.faults import Kind
from experiments import stats
from experiments.arena.players import Player
from experiments.arena.schedule import Block, Game

from .database import Database, Played
from .executor import Executor, PlayingError
from .executor.playing import quoted
from .progress import Progress

AHEAD = 2000  # blocks taken at most while one is waited for


class Stopped(KeyboardInterrupt):
    """The end of a command that was asked for from outside, as if by Ctrl-C; the message is for the user."""


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


@cache  # of few ranks, each asked once for every place of every game
def _shares(ranks: tuple[int, ...]) -> tuple[float, ...]:
    return tuple(stats.shares(ranks).tolist())


def _crashes(block: PlayedBlock, player: Player) -> Iterator[tuple[str | None, tuple[str, ...]]]:
    """Yield for each game and seat of a player its fault, unless it was only late, and its last words."""
    for game, played in zip(block.block.games, block.games, strict=True):
        for seat, seated in enumerate(game.seats):
            if seated == player:
                fault = played.faults[seat]
                is_crash = fault is not None and not fault.startswith(Kind.LATE)
                yield fault if is_crash else None, played.last_words[seat] if played.last_words else ()


class _Expected:
    """A block on its way."""

    def __init__(self, block: Block, keys: list[str], results: dict[str, Played]) -> None:
        self.block = block
        self.results = results  # by key
        self._keys = keys  # of its games, some of which may be one game; each takes a hash of much text

    @property
    def is_complete(self) -> bool:
        """Whether all its games are known."""
        return all(key in self.results for key in self._keys)

    def played(self) -> PlayedBlock:
        """Return the block with its games."""
        return PlayedBlock(self.block, tuple(self.results[key] for key in self._keys))


Blocks = Generator[PlayedBlock, None, None]


class Laboratory:
    """Plays what it is given on an executor, and remembers it in a database.

    replays   keep all recordings; a game of compiled players that is stored without one is played again
    """

    def __init__(self, database: Database, executor: Executor, replays: bool = False) -> None:
        self.database = database
        self._executor = executor
        self._replays = replays
        self._playing: Blocks | None = None
        self._unrecorded: set[str] = set()
        self._proved: set[str] = set()
        self._watch: Progress | None = None
        self._number: int | None = None  # of this command among the database's runs

    @property
    def unrecorded(self) -> int:
        """Games with programs that were stored without the recording that is wanted, and would end differently now."""
        return len(self._unrecorded)

    def play(self, blocks: Iterable[Block], watch: Progress | None = None) -> Blocks:
        """Play blocks, which may be endless; yield each with its games in the order of `blocks`.

        So a test decides the same with any number of workers, and after an interruption. Each game is stored before its
        block is handed over. Close what is returned, or `play` again, to stop early: games finished by then are still
        stored. `watch` is told of every game.

        Raises   ExecutorError, DatabaseError, while the blocks are played
        """
        self._stop()
        unrecorded = self._unrecorded if self._replays else None
        if watch:
            self._watch = watch
            if not self.database.is_read_only:  # the published games are played back from such a one
                self._number = self._number or self.database.begin_run(watch.title, watch.total)
        run = _Run(self.database, self._executor, unrecorded, self._proved, watch, self._number)
        self._playing = run.play(iter(blocks))
        return self._playing

    def report(self, content: Mapping[str, object]) -> None:
        """Report to the league what this command asks and its results so far; without a watched run, do nothing."""
        if self._number:
            self.database.report(self._number, json.dumps(content))

    def close(self) -> None:
        """Stop what is being played. Database and executor belong to the caller, who opened them."""
        self._stop()
        if self._number and self._watch:
            self.database.end_run(self._number, self._watch.note)
            self._number = None

    def _stop(self) -> None:
        if self._playing:
            self._playing.close()


class _Run:
    """One call of Laboratory.play.

    proved       identities of programs that have played a block; it grows
    unrecorded   None where no recordings are wanted; else it gets the keys of stored games that can never have one
    """

    def __init__(
        self,
        database: Database,
        executor: Executor,
        unrecorded: set[str] | None,
        proved: set[str],
        watch: Progress | None,
        number: int | None = None,
    ) -> None:
        self._number = number
        self._database = database
        self._executor = executor
        self._unrecorded = unrecorded
        self._watch = watch
        self._ahead: deque[_Expected] = deque()
        self._proved = proved
        self._asked: dict[str, list[_Expected]] = {}  # the blocks that wait for a game which the executor has, by key

    def play(self, blocks: Iterator[Block]) -> Generator[PlayedBlock, None, None]:
        try:
            while self._look_ahead(blocks):
                while not self._ahead[0].is_complete:
                    self._gather(self._executor.collect())
                    self._obey()
                    self._look_ahead(blocks)
                while self._ahead and self._ahead[0].is_complete:
                    played = self._ahead.popleft().played()
                    self._prove(played)
                    yield played
        finally:
            self._gather(self._executor.cancel())

    def _prove(self, block: PlayedBlock) -> None:
        """Raise PlayingError when a program crashed in every game of the first block that it plays here.

        Such a match measures nothing. A program that finished one game of the block, or was only late, can play.
        """
        for player in dict.fromkeys(block.block.lineup):
            if player.parameters is not None or player.identity in self._proved:
                continue
            self._proved.add(player.identity)
            crashes = list(_crashes(block, player))
            if all(crash is not None for crash, _ in crashes):
                fault, words = crashes[-1]
                if self._watch:
                    self._watch.advance(status=f"{player.notation} crashed in every game of its first block")
                raise PlayingError(
                    f"{player.notation} crashed in every game of its first block: {fault}. Nothing can be measured "
                    "with it, so the command ends; games that were played are stored. Does it play when you start it "
                    f"by hand? Fix it, or leave it out.{quoted(words)}"
                )

    def _look_ahead(self, blocks: Iterator[Block]) -> bool:
        """Take blocks until one can be handed over and the executor is busy; return whether there is one."""
        while not self._ahead or (
            not self._ahead[0].is_complete and self._executor.is_hungry and len(self._ahead) < AHEAD
        ):
            block = next(blocks, None)
            if block is None:
                break
            self._expect(block)
        return bool(self._ahead)

    def _expect(self, block: Block) -> None:
        """Find the games of a block that are stored, and submit the others, unless another block has asked for them."""
        keys = [game.key for game in block.games]
        games = dict(zip(keys, block.games, strict=True))
        expected = _Expected(block, keys, self._stored(games))
        self._ahead.append(expected)
        missing = [key for key in games if key not in expected.results]
        unasked = [games[key] for key in missing if key not in self._asked]
        for key in missing:
            self._asked.setdefault(key, []).append(expected)
        with self._watch.uncounted() if self._watch else nullcontext():
            self._executor.submit(unasked, replays=self._unrecorded is not None)
        if self._watch:
            self._watch.advance(stored=len(block.games) - len(unasked))

    def _stored(self, games: dict[str, Game]) -> dict[str, Played]:
        """Return the stored results among these games, by key: they need not be played."""
        stored = self._database.find(games)
        if self._unrecorded is None or not stored:
            return stored
        silent = stored.keys() - self._database.recorded(stored)
        again = {key for key in silent if games[key].is_deterministic}
        self._unrecorded |= silent - again
        return {key: played for key, played in stored.items() if key not in again}

    def _gather(self, finished: list[tuple[Game, Played]]) -> None:
        """Store games, then give them to their blocks, without the recordings: those are large."""
        if not finished:
            return
        run = None
        if self._watch and self._number:
            note = self._watch.note
            run = self._number, replace(note, played=note.played + len(finished))
        self._database.store(finished, run)
        for _, played in finished:
            for expected in self._asked.pop(played.key):
                expected.results[played.key] = replace(played, replay=None)
        if self._watch:
            self._watch.advance(games=len(finished))

    def _obey(self) -> None:
        if self._number and self._database.is_asked_to_stop(self._number):
            raise Stopped(
                "Stopped in the league. Every finished game is stored; run the same command again to continue."
            )
