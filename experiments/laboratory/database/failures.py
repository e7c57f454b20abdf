"""Turns the errors of SQLite and of the file system into messages for the user."""

import contextlib
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from engine.errors import UserError

DAMAGED = (
    "it is damaged ({error}). Keep the file as it is, and copy what can be read with `sqlite3 FILE .recover`; "
    "games that are missing are played again"
)
SENTENCES = {
    sqlite3.SQLITE_FULL: "the disk is full. {safe}; make room and start again",
    sqlite3.SQLITE_IOERR: (
        "the system refused to read or write it ({error}): a full disk, a quota, a limit on file sizes or a "
        "lost network folder. {safe}; mend that and start again"
    ),
    sqlite3.SQLITE_BUSY: "another process has been writing to it all the time. {safe}; wait for it, or end it",
    sqlite3.SQLITE_LOCKED: "another process has been writing to it all the time. {safe}; wait for it, or end it",
    sqlite3.SQLITE_READONLY: (
        "it cannot be written to: the file or its folder is read-only, or belongs to another user. SQLite keeps a "
        "log beside the file, even to read it. Change the rights, or copy the file to a folder of yours"
    ),
    sqlite3.SQLITE_PERM: "the system does not permit it. Change the rights, or name another file",
    sqlite3.SQLITE_CANTOPEN: (
        "it cannot be opened or made there: the folder or the file is read-only, or belongs to another user. "
        "Change the rights, or name another file"
    ),
    sqlite3.SQLITE_NOTADB: "it is not a database. Was another file meant? It was not touched",
    sqlite3.SQLITE_CORRUPT: DAMAGED,
}
# Of errors of the general kind, those that a question of this code or of a user's own can cause.
ASKED_WRONGLY = re.compile(r"no such|syntax error|near \"|ambiguous|incomplete input|attempt to write a readonly|only")
SAFE = "Nothing of this step was stored, all that was stored before is safe"


class DatabaseError(UserError):
    """A database cannot be used, or contradicts itself; the message is for the user."""


@contextlib.contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into DatabaseError with the likely cause.

    Errors that the user cannot have caused, such as a broken constraint, pass: they are mistakes of this code.
    """
    try:
        yield
    except UnicodeDecodeError as error:  # not even SQLite's own message can be read, for it quotes the file
        raise DatabaseError(f"{path}: {DAMAGED.format(error='bytes that are not text')}.") from error
    except sqlite3.Error as error:
        sentence = _sentence(error)
        if sentence is None:
            raise
        said = str(error).encode(errors="replace").decode()  # it may quote bytes of the file
        raise DatabaseError(f"{path}: {sentence.format(error=said, safe=SAFE)}.") from error


def _sentence(error: sqlite3.Error) -> str | None:
    """Return the cause, if the user can have a part in it.

    SQLite has no error of its own for much of what damage causes, such as "Could not decode to UTF-8".
    """
    kind = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF  # the low byte is the kind of error
    if kind in SENTENCES:
        return SENTENCES[kind]
    is_general = type(error) in (sqlite3.OperationalError, sqlite3.DatabaseError)
    return DAMAGED if is_general and not ASKED_WRONGLY.search(str(error)) else None
