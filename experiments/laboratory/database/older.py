"""Converts databases of older formats.

Format 4 lacks the table of reports, format 3 also those of what games looked like: they are made, and are empty.

Format 2 lacks those too, and the tables that the league shows: they are made, and all games are counted.

Format 1 lacks them too, and its games were stored under hashes of source files: they get the keys of today.

One revision wrote them: its code, as format 1 names it, is CODE, its rules are REFEREE. What that code answered on the
bench is written down here. As long as today's code answers the same, its games are the games of today's players, and
are found again under their signatures. Players of any other code stay as they are: their games are kept, and no player
of today is given them.
"""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any

import bot
from experiments.arena import schedule, signature
from experiments.arena.players import Player

from . import counting, schema

UNCOUNTED = (1, 2)  # formats without the tables of schema.COUNTED

CODE, REFEREE = "d52d46361b04", "27626ac3e2ad"
SIGNATURES = {"v12": "bd67b270c2c5", "v17": "b227c46c131f", "v26": "81c6cab59b92"}
RULES = "faa1cf26e659-f61026b52b13"

GAMES = """
SELECT games.id, width, height, map_seed, games.players, version, identity
FROM games JOIN engines ON engines.id = games.engine
JOIN seats ON seats.game = games.id JOIN players ON players.id = seats.player ORDER BY games.id, seat
"""


def renew(connection: sqlite3.Connection, version: int) -> str:
    """Bring a file of this format to today's, in the caller's transaction; returns a message for the user."""
    schema.write_looked(connection)
    if version > max(UNCOUNTED):
        schema.mark(connection)
        return "what it did not keep before, such as last frames, is kept from now on"
    renewal = f"{_renamed(connection)}, and " if version == 1 else ""
    schema.write_counted(connection)
    games = counting.count(connection)
    schema.mark(connection)
    return f"{renewal}{games:,} games are counted for the league"


@dataclass(frozen=True, slots=True)
class Renewal:
    """The result of converting a file of format 1."""

    games: int  # that it holds
    strange: int  # players of this process that are of other code than today's

    def __str__(self) -> str:
        rest = f"; {self.strange} players of other code keep their games and are played again" if self.strange else ""
        return f"{self.games} games are stored by what their players do now, not by files of code{rest}"


def _renamed(connection: sqlite3.Connection) -> Renewal:
    """Give every game the key of today, in the caller's transaction."""
    players = connection.execute("SELECT id, identity FROM players WHERE in_process = 1 ORDER BY id").fetchall()
    for number, identity in players:
        if (today := identity_of(identity)) is not None:
            _rename(connection, "players", "identity", number, today)
    if signature.referee() == RULES:
        for (number,) in connection.execute("SELECT id FROM engines WHERE version = ?", (REFEREE,)).fetchall():
            _rename(connection, "engines", "version", number, RULES)
    _key_anew(connection)
    (games,) = connection.execute("SELECT count(*) FROM games").fetchone()
    return Renewal(games, sum(identity_of(identity) is None for _, identity in players))


def identity_of(older: str) -> str | None:
    """The identity today of a player of this process; None when today's code is other code than that was."""
    known = json.loads(older)
    generation = known["parameters"]["generation"]
    if known.get("code") != CODE or not _plays_the_same(generation):
        return None
    return Player("", bot.Parameters(**known["parameters"])).identity


@cache
def _plays_the_same(generation: str) -> bool:
    return signature.of_player(bot.preset(generation)) == SIGNATURES.get(generation)


REFERENCES = {"players": ("seats", "player"), "engines": ("games", "engine")}


def _rename(connection: sqlite3.Connection, table: str, column: str, number: int, text: str) -> None:
    """Call row `number` of a table `text`; where that is another row already, everything moves there.

    Two players that differed only in what neither of them reads are one now.
    """
    there = connection.execute(f"SELECT id FROM {table} WHERE {column} = ?", (text,)).fetchone()
    if there is None:
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE id = ?", (text, number))
        return
    referring, reference = REFERENCES[table]
    connection.execute(f"UPDATE {referring} SET {reference} = ? WHERE {reference} = ?", (there[0], number))
    connection.execute(f"DELETE FROM {table} WHERE id = ?", (number,))


def _key_anew(connection: sqlite3.Connection) -> None:
    """Of games that have one key now, which ended alike, the first is kept."""
    keys: dict[bytes, int] = {}
    doubled: list[int] = []
    for game, rows in groupby(connection.execute(GAMES).fetchall(), key=itemgetter(0)):
        key = _key(list(rows))
        if keys.setdefault(key, game) != game:
            doubled.append(game)
    for table, column in (("replays", "game"), ("seats", "game"), ("games", "id")):
        connection.executemany(f"DELETE FROM {table} WHERE {column} = ?", ((game,) for game in doubled))
    connection.executemany("UPDATE games SET key = ? WHERE id = ?", keys.items())


def _key(rows: Iterable[tuple[Any, ...]]) -> bytes:
    seats = list(rows)
    _, width, height, seed, players, version, _ = seats[0]
    board = schedule.Map(width, height, seed, players)
    return bytes.fromhex(schedule.key(board, [row[-1] for row in seats], version))
