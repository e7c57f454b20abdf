"""The database: open it, query it, store games in it."""

import contextlib
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from sqlite3 import Connection
from typing import TYPE_CHECKING, Any, Self

from engine import writing
from experiments.arena.fingerprint import ROOT
from experiments.arena.schedule import Game

from . import connection as connections
from . import counting, exporting, integrity, merging, naming, published, running, schema, storing
from .failures import DatabaseError, explained
from .played import Ending, Played

if TYPE_CHECKING:
    import pandas

KEYS = "SELECT lower(hex(key)) FROM games"

OURS = ROOT / "laboratory.db"
"""The laboratory of this checkout, where the verbs are called from its folder; it begins with the published games."""


class Database:
    """One file with all games of a laboratory, for one thread and several processes; use it with `with`.

    Every method raises DatabaseError, for the user, when the disk, the system or the file stands in the way.
    """

    def __init__(self, path: Path, connection: Connection, is_read_only: bool = False):
        self.path = path
        self.is_read_only = is_read_only
        self._connection = connection

    @classmethod
    def open(
        cls, path: str | Path, create: bool = True, read_only: bool = False, patience: float = connections.PATIENCE
    ) -> Self:
        """Open the database in the file `path`.

        A new file at OURS begins with the published games, any other new file empty.

        create      make the file when it is missing
        read_only   never change it; nothing is made then
        patience    s to wait for other processes before giving up
        """
        path = Path(path)
        create = create and not read_only
        connections.check(path, create)
        if not read_only:
            writing.tidy(path)
        if create and not path.exists():
            cls._begin(path, patience)
        database = cls(path, connections.connect(path, patience), read_only)
        try:
            connections.require(database._connection, path, new=create)  # before anything is changed in it
            connections.settle(database._connection, path, read_only)
            if not read_only:
                with explained(path):
                    database._make()
        except BaseException:
            database.close()
            raise
        return database

    @classmethod
    def published(cls, folder: Path | None = None) -> Self:
        """Open the games that `folder` publishes, without it those behind the ledger; only to be read."""
        return cls.open(published.database(folder or published.FOLDER), read_only=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; the last process to close it merges the log into it."""
        self._connection.close()

    def find(self, keys: Iterable[str], replays: bool = False) -> dict[str, Played]:
        """Return the stored games among these keys.

        replays   load their replays, too; without it `Played.replay` is None
        """
        with explained(self.path):
            return {played.key: played for played in storing.find(self._connection, list(keys), replays)}

    def recorded(self, keys: Iterable[str]) -> set[str]:
        """Return the keys of those games that are stored with a replay."""
        with explained(self.path):
            return storing.recorded(self._connection, list(keys))

    def store(self, games: Iterable[tuple[Game, Played]], run: tuple[int, running.Note] | None = None) -> None:
        """Keep these games, all or none; they are on the disk when this returns.

        run   the command that played them, and how it stands

        A stored game stays as it is, and gets its replay when it had none. DatabaseError when the result differs and no
        program took part.
        """
        with self._changed(), connections.transaction(self._connection, self.path):
            for game, played in games:
                storing.put(self._connection, game, played)
            counting.count(self._connection)
            if run:
                running.note(self._connection, *run)

    def keep_studies(self, studies: Iterable[tuple[int, Sequence[storing.Studied], Ending]]) -> None:
        """Keep what the frames of stored games say: the game's number in this file, its seats, how it ended."""
        with self._changed(), connections.transaction(self._connection, self.path):
            for game, seats, ending in studies:
                storing.put_study(self._connection, game, seats, ending)

    def games(self) -> "pandas.DataFrame":
        """Return a row for each game and seat, with the columns of the view `results` in schema.py."""
        with explained(self.path):
            return exporting.frame(self._connection)

    def names(self) -> dict[int, str]:
        """Return the players' names in tables, by their numbers in the file: a preset has its plain name."""
        with explained(self.path):
            return naming.names(self._connection)

    def query(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows that a SELECT gives; the tables are in schema.py."""
        with explained(self.path):
            return self._connection.execute(sql, values).fetchall()

    def snapshot(self) -> AbstractContextManager[None]:
        """Show all queries inside the file as the first of them saw it, whatever other processes store."""
        return connections.snapshot(self._connection, self.path)

    def check(self) -> list[str]:
        """Return the damages and contradictions of the file, a line each; empty if it is sound."""
        with explained(self.path):
            return list(integrity.problems(self._connection))

    def begin_run(self, title: str, total: int | None) -> int:
        """Note that a command begins to play; returns its number."""
        with connections.transaction(self._connection, self.path):
            return running.begin(self._connection, title, total)

    def end_run(self, run: int, note: running.Note) -> None:
        """Note that it has ended, and how."""
        with connections.transaction(self._connection, self.path):
            running.note(self._connection, run, note, has_ended=True)

    def report(self, run: int, content: str) -> None:
        """Note what a command asks and has found, for the league; JSON."""
        with connections.transaction(self._connection, self.path):
            self._connection.execute(running.REPORT, (run, content))

    def is_asked_to_stop(self, run: int) -> bool:
        """Return whether this command has been asked to end."""
        return self.query(running.ASKED, run) == [(1,)]

    def ask_to_stop(self, run: int) -> bool:
        """Ask a command that plays to end; whether there is one of this number that has not ended."""
        with connections.transaction(self._connection, self.path):
            return self._connection.execute(running.STOP, (run,)).rowcount > 0

    def merge(self, other: str | Path) -> int:
        """Add the games of another laboratory, all or none; return how many were new.

        DatabaseError, before anything is added, when the other file is damaged, or a game without programs has another
        result here. Games of programs may differ, and stay as they are here.
        """
        return self._copy(Path(other))

    def export(self, path: str | Path, players: Sequence[str] | None = None) -> int:
        """Write the games for other programs; return how many rows, games or replays were written.

        path      .csv or .parquet: a row for each game and seat; .db: a laboratory without replays, which is added to;
                  without a suffix: a folder for the replays
        players   only games between these, each named as in a match; not for replays
        """
        path = Path(path)
        with explained(self.path):
            chosen = None if players is None else naming.numbers(self._connection, players)
        match path.suffix:
            case ".csv" | ".parquet":
                return self._export_table(path, chosen)
            case ".db":
                return self._publish(path, chosen)
            case "" if players is None:
                with explained(self.path):
                    return exporting.write_replays(self._connection, path)
        raise DatabaseError(f"{path}: expected a name that ends in .csv, .parquet or .db, or a folder for all replays.")

    def publish(
        self,
        name: str,
        keys: Collection[str] | None = None,
        players: Sequence[str] | None = None,
        folder: Path | None = None,
    ) -> int:
        """Write those of these games that are not published yet into a new file of `folder`; return how many.

        name      of the plan or study that they belong to, and of the file
        keys      only these games; all without it
        players   only games between these, each named as in a match
        """
        folder = folder or published.FOLDER
        wanted = {key for (key,) in self.query(KEYS)} if keys is None else set(keys)
        if players is not None:
            with explained(self.path):
                chosen = naming.numbers(self._connection, players)
                wanted &= set(exporting.frame(self._connection, chosen)["game"])
        with Database.published(folder) as there:
            wanted -= {key for (key,) in there.query(KEYS)}
        if wanted:
            with explained(self.path):
                published.write(self._connection, wanted, folder / f"{name}{published.SUFFIX}")
        return len(wanted)

    @classmethod
    def _begin(cls, path: Path, patience: float) -> None:
        """Make the file under another name, so that it appears with its tables and first games, or not at all.

        Without a write-ahead log: a full disk may keep that from being merged into the file when it is closed.
        """
        try:
            with (
                writing.creating(path) as part,
                explained(path),
                cls(path, connections.connect(path, patience, new=part)) as begun,
            ):
                begun._make()
        except OSError as error:
            raise DatabaseError(f"{path} cannot be made: {error.strerror or error}.") from None

    def _make(self) -> None:
        """Make the tables and first games of an empty file in one transaction."""
        if not schema.is_empty(self._connection):
            return
        start = published.database(published.FOLDER) if self.path.resolve() == OURS else None
        with (
            merging.together(self._connection, self.path, start)
            if start
            else connections.transaction(self._connection, self.path)
        ):
            if schema.is_empty(self._connection):  # still: two processes may have begun at once
                schema.write(self._connection)
                if start:
                    merging.require_whole(self._connection, start)
                    merging.copy(self._connection)

    @contextlib.contextmanager
    def _changed(self) -> Iterator[None]:
        """Raise DatabaseError for a broken constraint if the file is damaged; else it is a mistake of this code."""
        try:
            yield
        except sqlite3.IntegrityError as error:
            if not (troubles := self.check()):
                raise
            raise DatabaseError(
                f"{self.path} is damaged, and the new games do not fit in: {troubles[0]}. `database check` lists all"
            ) from error

    def _copy(self, source: Path, players: Sequence[int] | None = None, seen: bool = True) -> int:
        with self._changed(), merging.together(self._connection, self.path, source):
            merging.require_sound(self._connection, source)
            return merging.copy(self._connection, players, seen)

    def _export_table(self, path: Path, players: Sequence[int] | None) -> int:
        with explained(self.path):
            games = exporting.frame(self._connection, players)
        exporting.write_table(games, path)
        return len(games)

    def _publish(self, path: Path, players: Sequence[int] | None) -> int:
        if path.exists() and path.samefile(self.path):
            raise DatabaseError(f"{path} is the database itself; name another file to publish to.")
        with Database.open(path) as public:
            added = public._copy(self.path, players, seen=False)
            exporting.shrink(public._connection, path)
        return added
