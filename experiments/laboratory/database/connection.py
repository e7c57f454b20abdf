"""Opens the database file: creates it if it is missing, sets how safely it writes, refuses files of another format."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from . import schema
from .failures import DatabaseError, explained

NEEDED = (3, 37)  # the first SQLite with STRICT tables
PATIENCE = 10.0  # s to wait for another process that writes

# FULL: a commit returns when it is on the disk. NORMAL survives kill -9, but a power cut may take the last commits
# back, and with them games that a verdict has already counted. macOS needs fullfsync for the same.
SETTINGS = ("PRAGMA foreign_keys = ON", "PRAGMA synchronous = FULL", "PRAGMA fullfsync = ON")


def connect(path: Path, patience: float, new: Path | None = None) -> sqlite3.Connection:
    """Return the database at `path`, or an empty one in the file `new`, which will be there once it is whole."""
    with explained(path):
        return sqlite3.connect(
            address(new, "rwc") if new else address(path, "rw"), uri=True, timeout=patience, isolation_level=None
        )


def settle(connection: sqlite3.Connection, path: Path, read_only: bool) -> None:
    """Configure SQLite for the way this database is read and written."""
    with explained(path):
        for setting in SETTINGS:
            connection.execute(setting)
        connection.execute("PRAGMA query_only = ON" if read_only else "PRAGMA journal_mode = WAL")


def address(path: Path, mode: str) -> str:
    """Return the path as SQLite's URI; rw is also for reading, because a reader must be able to tidy up the log."""
    return f"{path.absolute().as_uri()}?mode={mode}"


def require(connection: sqlite3.Connection, path: Path, name: str = "main", new: bool = False) -> None:
    """Raise DatabaseError unless the database attached as `name` is a laboratory, or empty where `new` allows it."""
    with explained(path):
        if schema.is_empty(connection, name):
            problem = None if new else "is empty: it was made, but nothing was ever stored in it"
        else:
            problem = schema.problem(connection, name) or schema.difference(connection, name)
    if problem:
        raise DatabaseError(f"{path} {problem}.")


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Wait for other writers, then write all or nothing; it is on the disk at the end."""
    with explained(path):
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # SQLite may have taken everything back itself, when the disk is full
                connection.execute("ROLLBACK")
            raise


@contextlib.contextmanager
def snapshot(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Show all queries inside one moment of the file, while other processes may write. May lie inside another."""
    is_inside: bool = connection.in_transaction
    with explained(path):
        if not is_inside:
            connection.execute("BEGIN")
        try:
            yield
        finally:
            if connection.in_transaction and not is_inside:  # an error of the disk ends it, too
                connection.execute("ROLLBACK")  # nothing was written


def check(path: Path, create: bool) -> None:
    """Raise DatabaseError when no database can be at `path`, or none is there and none is to be made."""
    if sqlite3.sqlite_version_info < NEEDED:
        raise DatabaseError(f"this Python brings SQLite {sqlite3.sqlite_version}; the laboratory needs 3.37 or newer.")
    if path.is_dir():
        raise DatabaseError(f"{path} is a folder; expected the name of a database file such as laboratory.db.")
    if not path.parent.is_dir():
        raise DatabaseError(f"{path}: there is no folder {path.parent}. Make it, or name another file.")
    if not create and not path.exists():
        raise DatabaseError(f"there is no database {path}. Is this the right folder? `match` makes a database.")
