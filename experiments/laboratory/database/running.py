"""The table of running commands: each lists itself, and the league shows them and may ask them to end."""

import sqlite3
import time
from dataclasses import dataclass

STOP = "UPDATE runs SET stop = 1 WHERE id = ? AND ended IS NULL"
ASKED = "SELECT stop FROM runs WHERE id = ?"
BEGIN = "INSERT INTO runs VALUES (NULL, ?, ?, ?, NULL, 0, 0, ?, '', 0)"
REPORT = "INSERT INTO reports VALUES (?, ?) ON CONFLICT DO UPDATE SET content = excluded.content"
NOTE = "UPDATE runs SET seen = ?, ended = ?, played = ?, found = ?, total = ?, status = ? WHERE id = ?"


@dataclass(frozen=True, slots=True)
class Note:
    """How a command stands."""

    played: int  # games
    found: int  # games that were stored before
    total: int | None  # of both; None while that is open
    status: str  # in words


def begin(connection: sqlite3.Connection, title: str, total: int | None) -> int:
    """Add a command in the caller's transaction, and return its number."""
    now = int(time.time())
    return int(connection.execute(BEGIN, (title, now, now, total)).lastrowid or 0)


def note(connection: sqlite3.Connection, run: int, state: Note, has_ended: bool = False) -> None:
    """Update how a command stands, in the caller's transaction."""
    now = int(time.time())
    values = now, now if has_ended else None, state.played, state.found, state.total, state.status, run
    connection.execute(NOTE, values)
