"""The tables of the database; those that the league fills from the frames of games are in looked.py."""

import contextlib
import re
import sqlite3
from functools import cache

from .looked import LOOKED

APPLICATION = 0x48616C31  # "Hal1", in PRAGMA application_id: this SQLite file is a laboratory
VERSION = 5  # in PRAGMA user_version; a change of SCHEMA, or of what a key is made of, counts it up
CONVERTER = "1b3b481"  # the last revision that converts files of versions 1 to 4, which no release wrote

# A key is 16 bytes here and 32 hexadecimal digits everywhere else.
# Numbers of games are smaller than keys, so that the seats stay small. No statement contains a semicolon.
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

# What the league's pages show, kept while games are stored so that no page reads all games: counting.py writes it,
# and `counting.difference` compares it with the games. EPOCH games follow one another in an epoch.
COUNTED = """
CREATE TABLE epochs (
    epoch      INTEGER PRIMARY KEY,          -- games.id / EPOCH
    games      INTEGER NOT NULL,             -- that are counted
    last       INTEGER NOT NULL,             -- games.id of the last one
    stored     INTEGER NOT NULL              -- when that was, in seconds since 1970 UTC
) STRICT;

CREATE TABLE lineups (
    id         INTEGER PRIMARY KEY,
    players    TEXT NOT NULL UNIQUE          -- their numbers round the table, turned so that the list is the smallest
) STRICT;

CREATE TABLE blocks (                        -- one map, one line-up, every seat
    lineup     INTEGER NOT NULL REFERENCES lineups,
    map_seed   INTEGER NOT NULL,
    width      INTEGER NOT NULL,
    height     INTEGER NOT NULL,
    engine     INTEGER NOT NULL REFERENCES engines,
    outcome    TEXT NOT NULL,                -- ranks by place of the line-up, a word for each turn of it, - for none
    PRIMARY KEY (lineup, map_seed, width, height, engine)
) STRICT, WITHOUT ROWID;

CREATE TABLE outcomes (                      -- how many blocks ended so, as changes: sum them up to an epoch
    epoch      INTEGER NOT NULL,
    lineup     INTEGER NOT NULL REFERENCES lineups,
    width      INTEGER NOT NULL,
    height     INTEGER NOT NULL,
    outcome    TEXT NOT NULL,
    blocks     INTEGER NOT NULL,
    PRIMARY KEY (epoch, lineup, width, height, outcome)
) STRICT, WITHOUT ROWID;

CREATE TABLE lengths (                       -- how long games were that a player won or lost
    player     INTEGER NOT NULL REFERENCES players,
    players    INTEGER NOT NULL,
    width      INTEGER NOT NULL,
    height     INTEGER NOT NULL,
    won        INTEGER NOT NULL CHECK (won IN (0, 1)),  -- 1 = it was first
    tens       INTEGER NOT NULL,             -- turns / 10
    games      INTEGER NOT NULL,             -- a seat of the player each
    PRIMARY KEY (player, players, width, height, won, tens)
) STRICT, WITHOUT ROWID;

CREATE TABLE conduct (                       -- of programs
    player     INTEGER PRIMARY KEY REFERENCES players,
    seats      INTEGER NOT NULL,             -- that it had in all its games
    faults     INTEGER NOT NULL,             -- of them those in which it was ejected
    mean_answers REAL NOT NULL,              -- s, the sum over `seats`
    worst_answer REAL NOT NULL               -- s
) STRICT;

CREATE TABLE records (
    kind       TEXT NOT NULL,                -- conquest, longest, territory, closest, comeback, as in counting.py
    players    INTEGER NOT NULL,
    width      INTEGER NOT NULL,
    height     INTEGER NOT NULL,
    value      INTEGER NOT NULL,
    game       INTEGER NOT NULL REFERENCES games,  -- the first that reached it
    PRIMARY KEY (kind, players, width, height)
) STRICT, WITHOUT ROWID;

CREATE INDEX games_of_a_player ON seats (player, game);

CREATE TABLE runs (                          -- of commands that play
    id         INTEGER PRIMARY KEY,
    title      TEXT NOT NULL,
    started    INTEGER NOT NULL,             -- in seconds since 1970 UTC
    seen       INTEGER NOT NULL,             -- when it last stored something
    ended      INTEGER,                      -- NULL while it plays, and after it was killed
    played     INTEGER NOT NULL,             -- games
    found      INTEGER NOT NULL,             -- games that were stored before
    total      INTEGER,                      -- of both, NULL when a test decides
    status     TEXT NOT NULL,                -- how it stands, in words
    stop       INTEGER NOT NULL CHECK (stop IN (0, 1))  -- 1 = it was asked to end
) STRICT;
"""
EPOCH = 100

ALL = SCHEMA + COUNTED + LOOKED

# For the league's feed, which begins with the newest game. It is no part of the format: a file without it is sound.
INDEX = "CREATE INDEX games_by_time ON games (stored)"


def write(connection: sqlite3.Connection) -> None:
    """Make the tables, within the caller's transaction."""
    for statement in (*ALL.split(";"), INDEX):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


def is_empty(connection: sqlite3.Connection, name: str = "main") -> bool:
    """Return whether the attached database `name` has no tables, as one has whose creation was interrupted."""
    (tables,) = connection.execute(f"SELECT count(*) FROM {name}.sqlite_schema").fetchone()
    return _pragma(connection, name, "application_id") == 0 and tables == 0


def problem(connection: sqlite3.Connection, name: str = "main") -> str | None:
    """Return why this code cannot use the database `name` as a laboratory, as the end of a sentence; None if it can."""
    if _pragma(connection, name, "application_id") != APPLICATION:
        return "is a SQLite database, but no laboratory: another program made it"
    stored = _pragma(connection, name, "user_version")
    if stored > VERSION:
        return f"has schema {stored}, this code knows up to {VERSION}: a newer revision made it, so update this one"
    if 0 < stored < VERSION:
        return (
            f"has schema {stored}, this code needs {VERSION}: an older revision made it. {CONVERTER} converts it: "
            f"`git worktree add ../older {CONVERTER}`, there `python -m experiments database update --database FILE`"
        )
    if stored != VERSION:
        return f"has schema {stored}, this code needs {VERSION}: the file is damaged, for no revision wrote that"
    return None


def difference(connection: sqlite3.Connection, name: str = "main") -> str | None:
    """Return how the database `name` first differs from these tables, as the end of a sentence; None if it does not."""
    as_bytes = "CAST(name AS BLOB), CAST(type AS BLOB), CAST(sql AS BLOB)"  # which may be no text any more
    rows = connection.execute(f"SELECT {as_bytes} FROM {name}.sqlite_schema").fetchall()
    texts = [[(value or b"").decode(errors="replace") for value in row] for row in rows]
    there = {table: (kind, text) for table, kind, text in texts}
    for table, kind, text in _declared(ALL):
        if table not in there:
            return f"has no {kind} {table}: it is damaged, or another program changed it"
        if there[table][0] != kind or _plain(there[table][1]) != text:
            return f"has another {kind} {table} than this code makes: it is damaged, or another program changed it"
    if foreign := next((each for each, (kind, _) in there.items() if kind == "trigger"), None):
        return f"has a trigger {foreign}, which no laboratory has: another program changed it"
    return None


@cache
def _declared(tables: str) -> tuple[tuple[str, str, str], ...]:
    """Name, kind and statement of everything that these statements make."""
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(tables)
        rows = connection.execute("SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    return tuple((name, kind, _plain(text)) for name, kind, text in rows)


def _plain(statement: str) -> str:
    """Return the statement without comments and layout, which may change."""
    return " ".join(re.sub("--.*", "", statement).split())


def _pragma(connection: sqlite3.Connection, name: str, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {name}.{pragma}").fetchone()[0])
