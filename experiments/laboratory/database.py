"""The store: every game that was played, in one SQLite file, under what determined it.

with Database.open("laboratory.db") as database:
    found = database.find(game.key for game in games)     # {key: Played}
    database.store([(game, played)])                      # on the disk when this returns
    frame = database.games()                              # pandas: a row for each game and seat
"""

import contextlib
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from engine.errors import UserError
from experiments.arena.schedule import Game

if TYPE_CHECKING:
    import pandas

OURS = Path(__file__).parents[2] / "laboratory.db"  # of this checkout; a new one begins with the published games
APPLICATION = 0x48616C31  # "Hal1", in PRAGMA application_id: this SQLite file is a laboratory
VERSION = 6  # in PRAGMA user_version; a change of SCHEMA, or of what a key is made of, counts it up
PATIENCE = 10.0  # s to wait for another process that writes

SCHEMA = f"""
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
CREATE TABLE IF NOT EXISTS players (
    id         INTEGER PRIMARY KEY,
    identity   TEXT NOT NULL UNIQUE,         -- JSON of everything that determines the moves
    notation   TEXT NOT NULL,                -- how it was written when it first played, for tables and plots
    in_process INTEGER NOT NULL              -- 1 = compiled, 0 = a program behind pipes
) STRICT;

CREATE TABLE IF NOT EXISTS games (
    id         INTEGER PRIMARY KEY,          -- in the order of storing, for this file only
    key        BLOB NOT NULL UNIQUE,         -- Game.key of map and identities: 16 bytes, elsewhere 32 hex digits
    width      INTEGER NOT NULL,             -- of the map as it was asked for
    height     INTEGER NOT NULL,
    map_seed   INTEGER NOT NULL,             -- held-out maps have seeds of 2147483648 and above
    players    INTEGER NOT NULL,
    turns      INTEGER NOT NULL,             -- played
    stored     INTEGER NOT NULL              -- when, in seconds since 1970 UTC
) STRICT;

CREATE TABLE IF NOT EXISTS seats (
    game       INTEGER NOT NULL REFERENCES games,
    seat       INTEGER NOT NULL,             -- the player's number on the map, from 1
    player     INTEGER NOT NULL REFERENCES players,
    rank       INTEGER NOT NULL,             -- 1 = best
    territory  INTEGER NOT NULL,             -- squares at the end
    last_frame_alive INTEGER NOT NULL,       -- turns played when alive at the end, else one less than the turn of death
    fault      TEXT,                         -- why it was ejected and what it printed last, NULL when it was not
    mean_answer  REAL,                       -- s per turn, NULL when it was asked in this process
    worst_answer REAL,                       -- s, as above
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS replays (
    game       INTEGER PRIMARY KEY REFERENCES games,
    content    BLOB NOT NULL                 -- the .hlt.gz file
) STRICT;

CREATE VIEW IF NOT EXISTS results AS                       -- a row for each game and seat
SELECT lower(hex(games.key)) AS game, games.width, games.height, games.map_seed, games.players,
       seats.seat, players.notation AS player, seats.rank,
       1.0 * (games.players - seats.rank) / (games.players - 1) AS share,  -- of the opponents, beaten
       seats.territory, seats.last_frame_alive, games.turns, seats.fault, seats.mean_answer, seats.worst_answer,
       strftime('%Y-%m-%dT%H:%M:%SZ', games.stored, 'unixepoch') AS stored
FROM games JOIN seats ON seats.game = games.id JOIN players ON players.id = seats.player
ORDER BY games.id, seats.seat;
"""

IS_EMPTY = "SELECT count(*) = 0 FROM sqlite_schema"
KIND = "SELECT application_id FROM pragma_application_id UNION ALL SELECT user_version FROM pragma_user_version"
FOUND = """
SELECT lower(hex(key)), turns, rank, territory, last_frame_alive, fault, mean_answer, worst_answer, {content}
FROM games JOIN seats ON seats.game = games.id LEFT JOIN replays ON replays.game = games.id
WHERE key IN ({keys}) ORDER BY games.id, seat
"""
RECORDED = "SELECT lower(hex(key)) FROM games JOIN replays ON replays.game = games.id WHERE key IN ({})"
BEGIN = "INSERT OR IGNORE INTO main.{0} SELECT * FROM start.{0}"  # with the published games

NEW_PLAYER = "INSERT INTO players (identity, notation, in_process) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
NEW_GAME = "INSERT INTO games (key, width, height, map_seed, players, turns, stored) VALUES (?, ?, ?, ?, ?, ?, ?)"
NEW_SEAT = "INSERT INTO seats VALUES (?, ?, (SELECT id FROM players WHERE identity = ?), ?, ?, ?, ?, ?, ?)"
NEW_REPLAY = "INSERT INTO replays SELECT id, ? FROM games WHERE key = ? ON CONFLICT DO NOTHING"

SAFE = "what was stored before is safe"
CAUSES = {  # by SQLite's code for the kind of error
    sqlite3.SQLITE_FULL: f"the disk is full; {SAFE}: make room and start again",
    sqlite3.SQLITE_IOERR: f"the system refused to read or write it (full disk, quota, lost folder); {SAFE}",
    sqlite3.SQLITE_BUSY: "another process has been writing to it all the time; wait for it, or end it",
    sqlite3.SQLITE_READONLY: "it cannot be written: the file or its folder is read-only, or belongs to another user",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened or made there; may you write in its folder?",
    sqlite3.SQLITE_NOTADB: "it is not a database; was another file meant?",
    sqlite3.SQLITE_CORRUPT: "it is damaged; keep a copy, and save what `sqlite3 FILE .recover` still reads",
}


class DatabaseError(UserError):
    """A database cannot be used, or contradicts what was played; the message is for the user."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game; entry i of every tuple belongs to seat i, which is player i + 1."""

    key: str  # of the schedule.Game: 32 hexadecimal digits
    ranks: tuple[int, ...]  # places, 1 = best
    territory: tuple[int, ...]  # squares at the end
    last_frames_alive: tuple[int, ...]  # turns played when alive at the end, else one less than the turn of its death
    turns: int  # turns played
    faults: tuple[str | None, ...]  # why a player was ejected, and its last words; None when it was not
    mean_answer: tuple[float | None, ...]  # s; None where the player was asked in this process
    worst_answer: tuple[float | None, ...]  # s; as above
    replay: bytes | None = None  # the .hlt.gz file; None when it was not asked for or not kept

    @property
    def result(self) -> tuple[int, tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """All that a game without programs must give again whenever it is played."""
        return self.turns, self.ranks, self.territory, self.last_frames_alive


@dataclass(eq=False)
class Database:
    """One file with all games of a laboratory, for one thread and several processes."""

    path: Path
    _connection: sqlite3.Connection

    @classmethod
    @contextlib.contextmanager
    def open(
        cls, path: str | Path, create: bool = True, read_only: bool = False, patience: float = PATIENCE
    ) -> Iterator[Self]:
        """Open the database in the file `path`, and close it at the end. A new one at OURS begins with published games.

        Args:
            path: the file; one of another kind is refused
            read_only: never change it; nothing is made then
            patience: s to wait for other processes before giving up

        Raises:
            DatabaseError: it cannot be opened; or, at the end, the disk, the system or the file stood in the way
        """
        from . import published  # here, as below: it needs this file

        path = Path(path)
        if path.is_dir() or not path.parent.is_dir():
            raise DatabaseError(f"{path} cannot be a database: it is a folder, or there is no folder {path.parent}")
        if not path.exists() and (read_only or not create):
            raise DatabaseError(f"there is no database {path}. Is this the right folder? `match` makes a database")
        # rw also for reading: a reader must be able to tidy the log up.
        address = f"{path.absolute().as_uri()}?mode={'rw' if read_only else 'rwc'}"
        try:
            with closing(sqlite3.connect(address, uri=True, timeout=patience, isolation_level=None)) as connection:
                if not read_only and connection.execute(IS_EMPTY).fetchone() == (1,):
                    start = published.database() if path.resolve() == OURS else None
                    connection.execute("PRAGMA journal_mode = WAL")
                    connection.execute("ATTACH ? AS start", [str(start or ":memory:")])
                    copies = map(BEGIN.format, ("players", "games", "seats") if start else ())
                    # Two processes may begin at once: the second finds all of it there.
                    connection.executescript(";".join(["BEGIN IMMEDIATE", SCHEMA, *copies, "COMMIT; DETACH start"]))
                ((application,), (version,)) = connection.execute(KIND).fetchall()
                if application != APPLICATION:
                    raise DatabaseError(f"{path} is no laboratory: it is empty, or another program made it")
                if version != VERSION:
                    raise DatabaseError(
                        f"{path} has format {version}, this code has format {VERSION} and converts none: "
                        "name another file with --database, or use the revision that made it"
                    )
                # FULL: a commit returns when it is on the disk. NORMAL survives kill -9, but a power cut may take back
                # games that a verdict has already counted. macOS needs fullfsync for the same.
                settings = "foreign_keys = ON", "synchronous = FULL", "fullfsync = ON", f"query_only = {read_only:d}"
                for setting in settings:
                    connection.execute(f"PRAGMA {setting}")
                yield cls(path, connection)
        except sqlite3.Error as error:
            kind = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF  # the low byte is the kind of error
            if kind not in CAUSES:  # a mistake of this code
                raise
            raise DatabaseError(f"{path}: {CAUSES[kind]} ({error})") from error

    @classmethod
    def open_published(cls) -> AbstractContextManager[Self]:
        """Open the games that the project publishes; only to be read."""
        from . import published

        return cls.open(published.database(), read_only=True)

    def find(self, keys: Iterable[str], replays: bool = False) -> dict[str, Played]:
        """Return the stored games among these keys; with their replays where `replays` asks for them."""
        blobs = [bytes.fromhex(key) for key in keys]
        sql = FOUND.format(content="content" if replays else "NULL", keys=",".join("?" * len(blobs)))
        found = {}
        for key, rows in groupby(self._connection.execute(sql, blobs), key=itemgetter(0)):
            _, turns, ranks, territory, alive, faults, mean, worst, kept = zip(*rows, strict=True)
            found[key] = Played(key, ranks, territory, alive, turns[0], faults, mean, worst, kept[0])
        return found

    def keys_with_replay(self, keys: Iterable[str]) -> set[str]:
        """Return the keys of those games that are stored with a replay."""
        blobs = [bytes.fromhex(key) for key in keys]
        return {key for (key,) in self.query(RECORDED.format(",".join("?" * len(blobs))), *blobs)}

    def store(self, games: Iterable[tuple[Game, Played]]) -> None:
        """Keep these games, all or none; they are on the disk when this returns.

        A stored game stays as it is, and gets its replay when it had none. DatabaseError when the result differs and no
        program took part.
        """
        games = list(games)
        with self.transaction():
            found = self.find(played.key for _, played in games)
            for game, played in games:
                before = found.get(played.key)
                if before is None:
                    self._insert(game, played)
                    found[played.key] = played
                elif before.result != played.result and game.is_deterministic:
                    raise DatabaseError(
                        f"{game} ended differently: {before.result} is stored, {played.result} is new (turns, ranks, "
                        "territory, frames alive). If play was to change, raise PLAY; else a computer made a mistake. "
                        "Nothing of this step was stored"
                    )
                if played.replay is not None and (before is None or before.result == played.result):
                    self._connection.execute(NEW_REPLAY, (played.replay, bytes.fromhex(played.key)))

    def add(self, key: str, board: tuple[int, int, int], turns: int, stored: float, seats: list[list[Any]]) -> None:
        """Insert a game, in the caller's transaction.

        Args:
            board: width, height and seed
            stored: when, in seconds since 1970 UTC
            seats: for each identity, rank, territory, last frame alive, fault, mean and worst answer
        """
        values = [*board, len(seats), turns, stored]
        row = self._connection.execute(NEW_GAME, [bytes.fromhex(key), *map(int, values)]).lastrowid
        for seat, (identity, rank, territory, alive, *rest) in enumerate(seats, start=1):
            counts = map(int, (rank, territory, alive))  # SQLite would store a number of NumPy's as bytes
            self._connection.execute(NEW_SEAT, (row, seat, identity, *counts, *rest))

    def add_player(self, identity: str, notation: str, in_process: bool) -> None:
        """Insert a player who is not there yet, in the caller's transaction."""
        self._connection.execute(NEW_PLAYER, (identity, notation, in_process))

    def games(self) -> "pandas.DataFrame":
        """Return a row for each game and seat, with the columns of the view `results` in SCHEMA.

        A preset or opponent has its plain name, even where its notation spelled out what are now the defaults.
        """
        import pandas  # here, because it loads slowly

        from experiments.arena.players import plain_name

        frame = pandas.read_sql_query("SELECT * FROM results", self._connection)
        names = {n: plain_name(n, identity) for n, identity in self.query("SELECT notation, identity FROM players")}
        return frame.assign(player=frame["player"].map(names)).astype({"fault": "string", "mean_answer": "float64"})

    def query(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows that a SELECT gives; the tables are in SCHEMA."""
        return self._connection.execute(sql, values).fetchall()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Wait for other writers, then write all or nothing; it is on the disk at the end."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:  # SQLite may have taken everything back itself, on a full disk
                self._connection.execute("ROLLBACK")
            raise

    def _insert(self, game: Game, played: Played) -> None:
        if game.key != played.key:
            raise ValueError(f"the result of game {played.key} came with game {game.key}: two lists in two orders?")
        results = zip(
            played.ranks, played.territory, played.last_frames_alive, played.faults, played.mean_answer,
            played.worst_answer, strict=True,
        )  # fmt: skip
        for player in game.seats:
            self.add_player(player.identity, player.notation, player.parameters is not None)
        seats = [[player.identity, *rest] for player, rest in zip(game.seats, results, strict=True)]
        board = game.map.width, game.map.height, game.map.seed
        self.add(played.key, board, played.turns, time.time(), seats)
