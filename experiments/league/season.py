"""The season: every block of a database by how it ended, kept up to date while other processes store games."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from engine.names import shown
from experiments.arena.players import plain_name
from experiments.laboratory.database import Database

from . import scores

SMALL, MEDIUM = 25, 35  # squares of a side: the largest board of a class
SIZES = ("small", "medium", "large")
LONGEST_NAME = 200  # characters of a name on a page

PLAYERS = "SELECT id, notation, identity, in_process FROM players WHERE id > ? ORDER BY id DESC"
LINEUPS = "SELECT id, players FROM lineups WHERE id > ? ORDER BY id"
OUTCOMES = "SELECT epoch, lineup, width, height, outcome, blocks FROM outcomes WHERE epoch >= ? ORDER BY epoch"
BLOCKS = """
SELECT map_seed, width, height, outcome
FROM lineups JOIN blocks ON blocks.lineup = lineups.id JOIN engines ON engines.id = blocks.engine
WHERE lineups.players = ? AND version = ?
"""
FIRST = "SELECT stored FROM games WHERE id = (SELECT min(game) FROM seats WHERE player = ?)"
COUNTED = "SELECT coalesce(sum(games), 0), coalesce(max(last), 0), coalesce(max(stored), 0) FROM epochs"

Group = tuple[int, int, int, str]  # lineup, width, height, outcome


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player of the season."""

    number: int  # in the database
    name: str  # what pages call it; no two have the same
    notation: str
    text: str  # all that determines its moves
    identity: dict[str, Any]  # the same, taken apart
    is_program: bool

    @property
    def told(self) -> str:
        """What determines its moves, in short: the notation, and the PLAY of its code."""
        play = self.identity.get("play")
        return _plain(self.notation) if play is None else f"{_plain(self.notation)}, PLAY {play}"

    @property
    def plain(self) -> str:
        """The name of the newest of those with this notation."""
        return _plain(self.notation)


@dataclass(frozen=True, slots=True)
class View:
    """A part of the games."""

    players: int | None = None  # of a game; None for all
    size: str | None = None  # of the board: one of SIZES, None for all

    def has(self, players: int, width: int, height: int) -> bool:
        """Return whether games of this many players on such a board belong to it."""
        return self.players in (None, players) and self.size in (None, size_class(width, height))

    @property
    def name(self) -> str:
        """In addresses and files: `all-all`, `2-small`."""
        return f"{self.players or 'all'}-{self.size or 'all'}"


EVERYTHING = View()
VIEWS = tuple(View(players, size) for players in (None, 2, 3, 4, 5, 6) for size in (None, *SIZES))


def size_class(width: int, height: int) -> str:
    """Small up to 25 x 25 squares, medium up to 35 x 35, large above."""
    side = (width * height) ** 0.5
    return SIZES[(side > SMALL) + (side > MEDIUM)]


@dataclass(slots=True)
class Season:
    """All blocks of a database. `refresh` adds what was stored since; one thread at a time."""

    database: Database
    games: int = 0
    last: int = 0  # number of the last game
    stored: int = 0  # when it was, in seconds since 1970 UTC
    contestants: dict[int, Contestant] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)  # of contestants, by their texts
    lineups: dict[int, tuple[int, ...]] = field(default_factory=dict)
    _epochs: dict[int, dict[Group, int]] = field(default_factory=dict)
    _total: Counter[Group] = field(default_factory=Counter)  # over all epochs, without zeros
    _tables: dict[View, scores.Kept] = field(default_factory=dict)

    def refresh(self) -> bool:
        """Read what is new; returns whether anything is."""
        with self.database.snapshot():
            return self._refresh()

    def blocks(self, view: View = EVERYTHING) -> Counter[tuple[int, str]]:
        """Return how many blocks of a line-up ended so: (lineup, outcome) to a number above 0."""
        counts: Counter[tuple[int, str]] = Counter()
        for (lineup, _, _, outcome), number in self.groups(view).items():
            counts[lineup, outcome] += number
        return counts

    def groups(self, view: View = EVERYTHING) -> Counter[Group]:
        """Return the same by board as well."""
        if view == EVERYTHING:
            return Counter(self._total)
        seats = {lineup: len(players) for lineup, players in self.lineups.items()}
        chosen = ((group, number) for group, number in self._total.items() if view.has(seats[group[0]], *group[1:3]))
        return Counter(dict(chosen))

    def table(self, view: View = EVERYTHING) -> scores.Table:
        """Return the scores of all players and pairs; only what changed since the last question is counted."""
        kept = self._tables.setdefault(view, scores.Kept())
        return kept.table_of(self.blocks(view), self.lineups)

    @property
    def epochs(self) -> dict[int, dict[Group, int]]:
        """The changes in each epoch, the first one first: sums up to an epoch are the groups at that time."""
        return dict(self._epochs)

    def outcomes(self, lineup: tuple[int, ...], engine: str) -> dict[tuple[int, int, int], str]:
        """Return how the blocks of a line-up, as `turned` gives it, ended under these rules.

        By seed, width and height.
        """
        rows = self.database.query(BLOCKS, " ".join(map(str, lineup)), engine)
        return {(seed, width, height): outcome for seed, width, height, outcome in rows}

    def named(self, name: str) -> Contestant | None:
        """Return the player that pages call so, or that is written so and is the only one."""
        return next((each for each in self.contestants.values() if name in (each.name, each.notation)), None)

    def _refresh(self) -> bool:
        games, last, stored = self.database.query(COUNTED)[0]
        if (games, last) == (self.games, self.last):
            return False
        self._read_players()
        for number, players in self.database.query(LINEUPS, max(self.lineups, default=0)):
            self.lineups[number] = tuple(map(int, players.split()))
        newest = max(self._epochs, default=0)
        for group, blocks in self._epochs.pop(newest, {}).items():  # it may have grown
            self._count(group, -blocks)
        for epoch, *rest, blocks in self.database.query(OUTCOMES, newest):
            group = tuple(rest)
            self._epochs.setdefault(epoch, {})[group] = blocks
            self._count(group, blocks)
        self.games, self.last, self.stored = games, last, stored
        return True

    def _dates(self, player: int) -> Iterator[str]:
        """Yield the day of a player's first game, `of 22 Nov`, and the minute, in UTC."""
        first = self.database.query(FIRST, player)
        yield f"of {date(first[0][0])}" if first else "without a game"
        if first:
            yield f"of {date(first[0][0])}, {datetime.fromtimestamp(first[0][0], UTC):%H:%M}"

    def _count(self, group: Group, blocks: int) -> None:
        self._total[group] += blocks
        if not self._total[group]:
            del self._total[group]

    def _read_players(self) -> None:
        """Name the players: the newest of one notation carries it alone, others the day or minute of their first game.

        A name stays while the season is open, so a player that comes later carries its day.
        """
        taken = {each.name for each in self.contestants.values()}
        for number, notation, identity, in_process in self.database.query(PLAYERS, max(self.contestants, default=0)):
            known = _identity(identity)
            notation = plain_name(f"{notation}", f"{identity}")
            plain = _plain(notation)
            name = plain
            if plain in taken:
                *dated, last = (f"{plain} {date}" for date in self._dates(number))
                names = (*dated, last, f"{last} · {known.get('play', number)}", f"{last} · {number}")
                name = next(each for each in names if each not in taken)
            taken.add(name)
            self.numbers[f"{identity}"] = number
            self.contestants[number] = Contestant(number, name, notation, f"{identity}", known, not in_process)


def date(stored: int) -> str:
    """Return a day in short, without the year: `22 Nov`."""
    day = datetime.fromtimestamp(stored, UTC)
    return f"{day.day} {day:%b}"


def _plain(notation: str) -> str:
    """Return a player's name as one that has it alone is called."""
    return shown(notation, LONGEST_NAME)


def _identity(text: str) -> dict[str, Any]:
    """Return the stored identity of a player; empty for a damaged or foreign row."""
    try:
        known = json.loads(text)
    except ValueError:
        return {}
    return known if isinstance(known, dict) else {}
