"""The tables of a laboratory: the one place where they are described."""

import contextlib
import re
import sqlite3
from functools import cache

APPLICATION = 0x48616C31  # "Hal1", in PRAGMA application_id: this SQLite file is a laboratory
VERSION = 2  # in PRAGMA user_version; a change of SCHEMA, or of what a key is made of, counts it up
OLDER = 1  # the same tables; games stored under hashes of files, see older.py

# A key is 16 bytes here and 32 hexadecimal digits everywhere else, which saves a third of a game's bytes.
# Numbers of games are smaller than keys, so that the seats stay small. No semicolon stands inside a statement.
SCHEMA = """
CREATE TABLE players (
    id         INTEGER PRIMARY KEY,
    identity   TEXT NOT NULL UNIQUE,         -- JSON of everything that determines the moves
    notation   TEXT NOT NULL,                -- how it was written when it first played, for tables and plots
    in_process INTEGER NOT NULL CHECK (in_process IN (0, 1))  -- 1 = compiled, 0 = a program behind pipes
) STRICT;

CREATE TABLE engines (
    id         INTEGER PRIMARY KEY,
    version    TEXT NOT NULL UNIQUE          -- signature of rules and maps, see schedule.referee
) STRICT;

CREATE TABLE games (
    id         INTEGER PRIMARY KEY,          -- in the order of storing, for this file only
    key        BLOB NOT NULL UNIQUE CHECK (length(key) = 16),  -- schedule.key of map, identities and engine
    width      INTEGER NOT NULL,             -- of the map as it was asked for
    height     INTEGER NOT NULL,
    map_seed   INTEGER NOT NULL,             -- held-out maps have seeds of 2147483648 and above
    players    INTEGER NOT NULL CHECK (players BETWEEN 2 AND 6),
    engine     INTEGER NOT NULL REFERENCES engines,
    turns      INTEGER NOT NULL,             -- played
    stored     INTEGER NOT NULL              -- when, in seconds since 1970 UTC
) STRICT;

CREATE TABLE seats (
    game       INTEGER NOT NULL REFERENCES games,
    seat       INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 6),  -- the player's number on the map
    player     INTEGER NOT NULL REFERENCES players,
    rank       INTEGER NOT NULL,             -- 1 = best
    territory  INTEGER NOT NULL,             -- squares at the end
    last_frame_alive INTEGER NOT NULL,       -- turns played when alive at the end, else one less than the turn of death
    fault      TEXT,                         -- why it was ejected, NULL when it was not
    mean_answer  REAL,                       -- s per turn, NULL when it was asked in this process
    worst_answer REAL,                       -- s, as above
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE replays (
    game       INTEGER PRIMARY KEY REFERENCES games,
    content    BLOB NOT NULL                 -- the .hlt.gz file
) STRICT;

CREATE VIEW results AS                       -- a row for each game and seat: what is exported
SELECT lower(hex(games.key)) AS game,
       games.width, games.height, games.map_seed, games.players,
       seats.seat, players.notation AS player, seats.rank,
       1.0 * (games.players - seats.rank) / (games.players - 1) AS share,  -- of the opponents, beaten
       seats.territory, seats.last_frame_alive, games.turns,
       seats.fault, seats.mean_answer, seats.worst_answer,
       engines.version AS engine,
       strftime('%Y-%m-%dT%H:%M:%SZ', games.stored, 'unixepoch') AS stored
FROM games
JOIN seats ON seats.game = games.id
JOIN players ON players.id = seats.player
JOIN engines ON engines.id = games.engine
ORDER BY games.id, seats.seat;
"""


def write(connection: sqlite3.Connection) -> None:
    """Make the tables, within the caller's transaction."""
    for statement in SCHEMA.split(";"):
        connection.execute(statement)
    mark(connection)


def is_empty(connection: sqlite3.Connection, name: str = "main") -> bool:
    """Whether nobody has made tables in the attached database `name`; nor has one whose making was interrupted."""
    (tables,) = connection.execute(f"SELECT count(*) FROM {name}.sqlite_schema").fetchone()
    return _pragma(connection, name, "application_id") == 0 and tables == 0


def is_older(connection: sqlite3.Connection, name: str = "main") -> bool:
    """Whether the attached database `name` is a laboratory that `older.renew` brings to this format."""
    return _pragma(connection, name, "user_version") == OLDER


def mark(connection: sqlite3.Connection) -> None:
    """Say that the file is of this format, within the caller's transaction."""
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


def problem(connection: sqlite3.Connection, name: str = "main") -> str | None:
    """Why the attached database `name`, which is not empty, is no laboratory for this code; None when it is.

    One of the older format is: it can be read as it is.

    Returns   the end of a sentence that begins with the file's name
    """
    if _pragma(connection, name, "application_id") != APPLICATION:
        return "is a SQLite database, but no laboratory: another program made it"
    version = _pragma(connection, name, "user_version")
    if version > VERSION:
        return f"has schema {version}, this code knows up to {VERSION}: a newer revision made it, so update this one"
    if version < OLDER:
        return f"has schema {version}, this code needs {VERSION}: the file is damaged, for no revision wrote that"
    return None


def difference(connection: sqlite3.Connection, name: str = "main") -> str | None:
    """What distinguishes the tables of the attached database `name` from the ones above; None when nothing does.

    Returns   the end of a sentence that begins with the file's name
    """
    as_bytes = "CAST(name AS BLOB), CAST(type AS BLOB), CAST(sql AS BLOB)"  # which may be no text any more
    rows = connection.execute(f"SELECT {as_bytes} FROM {name}.sqlite_schema").fetchall()
    texts = [[(value or b"").decode(errors="replace") for value in row] for row in rows]
    there = {table: (kind, text) for table, kind, text in texts}
    for table, kind, text in _declared():
        if table not in there:
            return f"has no {kind} {table}: it is damaged, or another program changed it"
        if there[table][0] != kind or _plain(there[table][1]) != text:
            return f"has another {kind} {table} than this code makes: it is damaged, or another program changed it"
    if foreign := next((each for each, (kind, _) in there.items() if kind == "trigger"), None):
        return f"has a trigger {foreign}, which no laboratory has: another program changed it"
    return None


@cache
def _declared() -> tuple[tuple[str, str, str], ...]:
    """Name, kind and statement of everything that the schema makes."""
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(SCHEMA)
        rows = connection.execute("SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    return tuple((name, kind, _plain(text)) for name, kind, text in rows)


def _plain(statement: str) -> str:
    """Without comments and layout, which may change."""
    return " ".join(re.sub("--.*", "", statement).split())


def _pragma(connection: sqlite3.Connection, name: str, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {name}.{pragma}").fetchone()[0])
