"""Games in and out, one at a time; the caller holds the transaction."""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any

from experiments.arena import schedule

from . import counting
from .failures import DatabaseError
from .played import Ending, Played

AT_ONCE = 500  # keys in one question; older SQLites take up to 999 values

Studied = tuple[tuple[Any, ...], bytes]  # the columns of studies after `player`, and a course

FOUND = """
SELECT lower(hex(key)), turns, rank, territory, last_frame_alive, fault, mean_answer, worst_answer
FROM games JOIN seats ON seats.game = games.id WHERE key IN ({marks}) ORDER BY games.id, seat
"""
REPLAYS = "SELECT lower(hex(key)), content FROM games JOIN replays ON replays.game = games.id WHERE key IN ({marks})"

RECORDED = "SELECT lower(hex(key)) FROM games JOIN replays ON replays.game = games.id WHERE key IN ({marks})"

NEW_PLAYER = "INSERT INTO players (identity, notation, in_process) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
NEW_ENGINE = "INSERT INTO engines (version) VALUES (?) ON CONFLICT DO NOTHING"
NEW_GAME = """
INSERT INTO games (key, width, height, map_seed, players, engine, turns, stored) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
NEW_SEAT = "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
NEW_ENDING = "INSERT INTO endings VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
NEW_WORDS = "INSERT INTO words VALUES (?, ?, ?)"
NEW_STUDY = """
INSERT INTO studies SELECT game, seat, player, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM seats WHERE game = ? AND seat = ?
ON CONFLICT DO NOTHING
"""
NEW_COURSE = "INSERT INTO courses VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
HAS_ENDING = "SELECT 1 FROM endings WHERE game = ?"
NEW_REPLAY = "INSERT INTO replays VALUES (?, ?) ON CONFLICT DO NOTHING"


def find(connection: sqlite3.Connection, keys: Sequence[str], replays: bool) -> Iterator[Played]:
    """Yield the stored games among these keys."""
    for start in range(0, len(keys), AT_ONCE):
        asked = [bytes.fromhex(key) for key in keys[start : start + AT_ONCE]]
        marks = ",".join("?" * len(asked))
        kept = dict(connection.execute(REPLAYS.format(marks=marks), asked)) if replays else {}
        rows = connection.execute(FOUND.format(marks=marks), asked)
        for key, seats in groupby(rows, key=itemgetter(0)):
            yield replace(_played(list(seats)), replay=kept.get(key))


def recorded(connection: sqlite3.Connection, keys: Sequence[str]) -> set[str]:
    """Return the keys among these whose game has a replay."""
    keyed: set[str] = set()
    for start in range(0, len(keys), AT_ONCE):
        asked = [bytes.fromhex(key) for key in keys[start : start + AT_ONCE]]
        keyed.update(key for (key,) in connection.execute(RECORDED.format(marks=",".join("?" * len(asked))), asked))
    return keyed


def put(connection: sqlite3.Connection, game: schedule.Game, played: Played) -> None:
    """Store a game, unless it is there already.

    Raises   DatabaseError when it is there with another result, and no program with dice or a clock took part
    """
    known = next(find(connection, [played.key], replays=False), None)
    if known is None:
        _insert(connection, game, played)
    elif known.result == played.result:
        _keep_replay(connection, played)  # the first time it may not have been asked for
    elif game.is_deterministic:
        raise DatabaseError(_alarm(game, known, played))


def _played(rows: list[tuple[Any, ...]]) -> Played:
    keys, turns, ranks, territory, alive, faults, mean, worst = zip(*rows, strict=True)
    return Played(keys[0], ranks, territory, alive, turns[0], faults, mean, worst)


def _insert(connection: sqlite3.Connection, game: schedule.Game, played: Played) -> None:
    if game.key != played.key:
        raise ValueError(
            f"the result of game {played.key} came with game {game.key}; were two lists zipped in two orders?"
        )
    board = game.map
    engine = engine_number(connection, schedule.referee())
    values = [board.width, board.height, board.seed, board.players, engine, played.turns, time.time()]
    row = connection.execute(NEW_GAME, [bytes.fromhex(played.key), *map(int, values)]).lastrowid
    results = zip(
        game.seats, played.ranks, played.territory, played.last_frames_alive,
        played.faults, played.mean_answer, played.worst_answer, strict=True,
    )  # fmt: skip
    for seat, (player, rank, territory, alive, *rest) in enumerate(results, start=1):
        counts = map(int, (rank, territory, alive))  # SQLite would store a number of NumPy's as bytes
        number = player_number(connection, player.identity, player.notation, player.parameters is not None)
        connection.execute(NEW_SEAT, (row, seat, number, *counts, *rest))
    for seat, words in enumerate(played.last_words, start=1):
        if words:
            connection.execute(NEW_WORDS, (row, seat, "\n".join(words)))
    if played.ending and row is not None:
        put_ending(connection, row, played.ending)
    _keep_replay(connection, played)


def put_ending(connection: sqlite3.Connection, game: int, ending: Ending) -> None:
    """Keep how a stored game ended, unless that is known."""
    halfway = " ".join(map(str, ending.halfway))
    connection.execute(NEW_ENDING, (game, halfway, ending.width, ending.owners))


def put_study(connection: sqlite3.Connection, game: int, seats: Sequence[Studied], ending: Ending) -> None:
    """Keep a study of a stored game, whose ending counts if it is new."""
    for seat, (columns, course) in enumerate(seats, start=1):
        if connection.execute(NEW_STUDY, (*columns, game, seat)).rowcount:
            connection.execute(NEW_COURSE, (game, seat, course))
    if not connection.execute(HAS_ENDING, (game,)).fetchone():
        put_ending(connection, game, ending)
        counting.count_ending(connection, game)


def _keep_replay(connection: sqlite3.Connection, played: Played) -> None:
    if played.replay is not None:
        (row,) = connection.execute("SELECT id FROM games WHERE key = ?", (bytes.fromhex(played.key),)).fetchone()
        connection.execute(NEW_REPLAY, (row, played.replay))


def player_number(connection: sqlite3.Connection, identity: str, notation: str, in_process: bool) -> int:
    """Return the number of a player, who gets one if new."""
    connection.execute(NEW_PLAYER, (identity, notation, in_process))
    return int(connection.execute("SELECT id FROM players WHERE identity = ?", (identity,)).fetchone()[0])


def engine_number(connection: sqlite3.Connection, version: str) -> int:
    """Return the number of an engine, which gets one if new."""
    connection.execute(NEW_ENGINE, (version,))
    return int(connection.execute("SELECT id FROM engines WHERE version = ?", (version,)).fetchone()[0])


def _alarm(game: schedule.Game, known: Played, played: Played) -> str:
    board, names = game.map, " against ".join(player.notation for player in game.seats)
    return (
        f"game {played.key} ({names}, {board.width}x{board.height}, map seed {board.seed}) ended "
        f"differently: {described(known)} is stored, {described(played)} is new. "
        "No program took part, so one of the two is wrong: play has changed where no board of the bench shows it, or a "
        "computer made a mistake. Nothing of this step was stored"
    )


def described(played: Played) -> str:
    """Return a result for an error message."""
    return f"ranks {list(played.ranks)} and territory {list(played.territory)} after {played.turns} turns"
