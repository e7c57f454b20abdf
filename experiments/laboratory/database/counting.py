"""Counts what the league shows while games are stored, so that no page has to read all games.

A block is one map and one line-up, whichever command played it: the games of a line-up that has gone round the table.
Its outcome has a word for each turn of the line-up, as in "12 21": the ranks of its places, `-` for a missing game.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any

from .schema import ALL, EPOCH

Numbers = tuple[int, ...]

MISSING = "-"
TENS = 10  # turns: the width of a bar in the pictures of lengths

LAST = "SELECT coalesce(max(last), 0) FROM epochs"
GAMES = """
SELECT games.id, games.width, height, map_seed, engine, turns, stored,
       player, rank, territory, fault, mean_answer, worst_answer, halfway
FROM games JOIN seats ON seats.game = games.id LEFT JOIN endings ON endings.game = games.id
WHERE games.id > ? ORDER BY games.id, seat
"""
OUTCOME = "SELECT outcome FROM blocks WHERE lineup = ? AND map_seed = ? AND width = ? AND height = ? AND engine = ?"
BLOCK = "INSERT INTO blocks VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET outcome = excluded.outcome"
ADDED = {
    "epochs": (
        "INSERT INTO epochs VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE "
        "SET games = games + excluded.games, last = excluded.last, stored = excluded.stored"
    ),
    "outcomes": (
        "INSERT INTO outcomes VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET blocks = blocks + excluded.blocks"
    ),
    "lengths": (
        "INSERT INTO lengths VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET games = games + excluded.games"
    ),
    "conduct": (
        "INSERT INTO conduct VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET seats = seats + excluded.seats, "
        "faults = faults + excluded.faults, mean_answers = mean_answers + excluded.mean_answers, "
        "worst_answer = max(worst_answer, excluded.worst_answer)"
    ),
}
RECORD = (
    "INSERT INTO records VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value, "
    "game = excluded.game WHERE {better} OR (excluded.value = value AND excluded.game < game)"
)
HALFWAY = "SELECT players, games.width, height, halfway FROM endings JOIN games ON games.id = game WHERE game = ?"
RANKS = "SELECT rank FROM seats WHERE game = ? ORDER BY seat"
LEAST = ("conquest", "closest", "comeback")  # records that are the smallest number
PER_MILLE = 1000
COUNTED = ("epochs", "lineups", "blocks", "outcomes", "lengths", "records")  # tables that hold whole numbers and words


def count(connection: sqlite3.Connection) -> int:
    """Count every game that is not counted yet, in the caller's transaction; returns how many there were."""
    (last,) = connection.execute(LAST).fetchone()
    counts = _Counts(connection)
    for _, rows in groupby(connection.execute(GAMES, (last,)), key=itemgetter(0)):
        counts.add(list(rows))
    counts.write()
    return counts.games


def difference(connection: sqlite3.Connection, name: str = "main") -> str | None:
    """Return a count in the attached database `name` that its games contradict; None if they agree."""
    with closing(sqlite3.connect(":memory:")) as anew:
        anew.executescript(ALL)
        anew.execute("PRAGMA foreign_keys = OFF")
        for table in ("games", "seats", "endings"):
            rows = connection.execute(f"SELECT * FROM {name}.{table}").fetchall()
            if rows:
                anew.executemany(f"INSERT INTO {table} VALUES ({','.join('?' * len(rows[0]))})", rows)
        count(anew)
        for table in COUNTED:
            if _rows(connection, f"{name}.{table}") != _rows(anew, table):
                return f"the league's table {table} says another thing than the games"
    return None


def count_ending(connection: sqlite3.Connection, game: int) -> None:
    """Count the ending that a game got after it was counted, in the caller's transaction."""
    players, width, height, halfway = connection.execute(HALFWAY, (game,)).fetchone()
    ranks = [rank for (rank,) in connection.execute(RANKS, (game,))]
    if (share := comeback(ranks, halfway)) is not None:
        _put_record(connection, ("comeback", players, width, height), share, game)


def comeback(ranks: Sequence[int], halfway: str) -> int | None:
    """Return the winner's share of owned squares at half time, per mille; None unless it was below an even share.

    halfway   as in the table endings
    """
    squares = [int(word) for word in halfway.split()]
    mine, owned = squares[list(ranks).index(1)], sum(squares)
    return PER_MILLE * mine // owned if mine * len(squares) < owned else None


@lru_cache(1 << 14)
def turned(seats: tuple[int, ...]) -> tuple[tuple[int, ...], int, int]:
    """Return a table as a line-up, turned so that its list is the smallest.

    Returns   the line-up; how far it is turned, so that place p sits at seat (p + turn) % players; how many of its
              turns are different games: fewer than there are players where copies of a player sit at the table
    """
    turns = [seats[turn:] + seats[:turn] for turn in range(len(seats))]
    lineup = min(turns)
    return lineup, turns.index(lineup), len(set(turns))


def word(ranks: Sequence[int], turn: int) -> str:
    """Return a game's word in an outcome: its ranks by place in the line-up, which is rotated by `turn`."""
    return "".join(str(ranks[(seat + turn) % len(ranks)]) for seat in range(len(ranks)))


@dataclass(slots=True)
class _Counts:
    """The counts that some games add to the tables."""

    connection: sqlite3.Connection
    games: int = 0
    _epochs: dict[int, list[int]] = field(default_factory=dict)  # number: games, last, stored
    _lineups: dict[tuple[int, ...], int] = field(default_factory=dict)
    _blocks: dict[tuple[int, ...], str] = field(default_factory=dict)  # outcomes as they are now
    _outcomes: Counter[tuple[Any, ...]] = field(default_factory=Counter)
    _lengths: Counter[tuple[int, ...]] = field(default_factory=Counter)
    _conduct: dict[int, list[float]] = field(default_factory=dict)
    _records: dict[tuple[Any, ...], tuple[int, int]] = field(default_factory=dict)  # kind, …: value, game

    def add(self, rows: list[tuple[Any, ...]]) -> None:
        """Count one game: a row for each seat, in their order."""
        game, width, height, seed, engine, turns, stored = rows[0][:7]
        players, ranks, territory, faults, means, worsts = zip(*(row[7:13] for row in rows), strict=True)
        self.games += 1
        epoch = self._epochs.setdefault(game // EPOCH, [0, 0, 0])
        epoch[:] = epoch[0] + 1, game, stored
        self._add_to_block(game // EPOCH, (seed, width, height, engine), players, ranks)
        for player, rank in zip(players, ranks, strict=True):
            self._lengths[player, len(players), width, height, int(rank == 1), turns // TENS] += 1
        for clock in zip(players, faults, means, worsts, strict=True):
            self._add_conduct(*clock)
        for kind, value in _feats(turns, ranks, territory, rows[0][13]):
            self._add_record((kind, len(players), width, height), value, game)

    def write(self) -> None:
        """Put it into the tables."""
        self.connection.executemany(BLOCK, ((*key, outcome) for key, outcome in self._blocks.items()))
        rows: dict[str, Iterable[Sequence[Any]]] = {
            "epochs": ((number, *values) for number, values in self._epochs.items()),
            "outcomes": ((*key, number) for key, number in self._outcomes.items()),
            "lengths": ((*key, number) for key, number in self._lengths.items()),
            "conduct": ((player, *values) for player, values in self._conduct.items()),
        }
        for table, added in rows.items():
            self.connection.executemany(ADDED[table], added)
        for (kind, *rest), record in self._records.items():
            _put_record(self.connection, (kind, *rest), *record)
        if self._epochs:
            self.connection.execute("DELETE FROM outcomes WHERE epoch >= ? AND blocks = 0", (min(self._epochs),))

    def _add_to_block(
        self, epoch: int, place: tuple[int, ...], players: tuple[int, ...], ranks: tuple[int, ...]
    ) -> None:
        lineup, turn, period = turned(players)
        seed, width, height, engine = place
        number = self._lineup(lineup)
        key = number, seed, width, height, engine
        before = self._outcome(key)
        words = before.split() if before else [MISSING] * period
        words[turn] = word(ranks, turn)
        self._blocks[key] = after = " ".join(words)
        self._outcomes[epoch, number, width, height, after] += 1
        if before:
            self._outcomes[epoch, number, width, height, before] -= 1

    def _outcome(self, key: tuple[int, ...]) -> str | None:
        """Return the outcome of a block so far; None for a new one."""
        if key in self._blocks:
            return self._blocks[key]
        row = self.connection.execute(OUTCOME, key).fetchone()
        return str(row[0]) if row else None

    def _lineup(self, lineup: tuple[int, ...]) -> int:
        if lineup not in self._lineups:
            text = " ".join(map(str, lineup))
            self.connection.execute("INSERT INTO lineups (players) VALUES (?) ON CONFLICT DO NOTHING", (text,))
            row = self.connection.execute("SELECT id FROM lineups WHERE players = ?", (text,)).fetchone()
            self._lineups[lineup] = int(row[0])
        return self._lineups[lineup]

    def _add_conduct(self, player: int, fault: str | None, mean: float | None, worst: float | None) -> None:
        """Count faults and answer times; players of this process have neither, and no row."""
        if mean is None and fault is None:
            return
        known = self._conduct.setdefault(player, [0, 0, 0.0, 0.0])
        known[:] = known[0] + 1, known[1] + (fault is not None), known[2] + (mean or 0.0), max(known[3], worst or 0.0)

    def _add_record(self, key: tuple[Any, ...], value: int, game: int) -> None:
        known = self._records.get(key)
        if known is None or (value < known[0] if key[0] in LEAST else value > known[0]):
            self._records[key] = value, game


def _put_record(connection: sqlite3.Connection, key: tuple[Any, ...], value: int, game: int) -> None:
    """Write a record; of equally good games the one that was stored first holds it."""
    better = f"excluded.value {'<' if key[0] in LEAST else '>'} value"
    connection.execute(RECORD.format(better=better), (*key, value, game))


def _feats(
    turns: int, ranks: Sequence[int], territory: Sequence[int], halfway: str | None
) -> Iterator[tuple[str, int]]:
    """Yield a game's values for the table of records: turns, squares, or the winner's share at half time per mille."""
    if halfway and (share := comeback(ranks, halfway)) is not None:
        yield "comeback", share
    yield "longest", turns
    yield "territory", max(territory)
    first, second = (territory[ranks.index(rank)] for rank in (1, 2))
    if second > 0:
        yield "closest", first - second
    elif first > 0:
        yield "conquest", turns


def _rows(connection: sqlite3.Connection, table: str) -> list[tuple[Any, ...]]:
    return sorted(connection.execute(f"SELECT * FROM {table}").fetchall())
