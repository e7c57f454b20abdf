"""The games as files for other programs: tables, a published database, the replays."""

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine import writing
from experiments.laboratory.exports import save_table

from . import naming
from .failures import DatabaseError, explained

if TYPE_CHECKING:
    import pandas

# Columns that can be empty in every row, which leaves nothing to guess a type from.
TYPES = {"fault": "string", "mean_answer": "float64", "worst_answer": "float64"}


# The rows of the view `results`, which has notations and no numbers of players.
SEATED = """
SELECT seats.player FROM games JOIN seats ON seats.game = games.id JOIN players ON players.id = seats.player
JOIN engines ON engines.id = games.engine ORDER BY games.id, seats.seat
"""


def frame(connection: sqlite3.Connection, players: Sequence[int] | None = None) -> "pandas.DataFrame":
    """Return the view `results` with the names of naming.py for players; only games between `players` if given."""
    import pandas  # here, because it loads slowly

    read = connection.execute("SELECT * FROM results")
    columns = [column[0] for column in read.description]
    games = pandas.DataFrame(read.fetchall(), columns=columns).astype(TYPES)
    seated = pandas.Series([number for (number,) in connection.execute(SEATED)], index=games.index, dtype="int64")
    games["player"] = seated.map(naming.names(connection)).astype(games["player"].dtype)
    if players is None:
        return games
    return games[seated.isin(players).groupby(games["game"]).transform("all")].reset_index(drop=True)


def write_table(games: "pandas.DataFrame", path: Path) -> None:
    """Write a CSV or a Parquet file, by the suffix."""
    with _write_errors(path):
        save_table(games, path)


def write_replays(connection: sqlite3.Connection, folder: Path) -> int:
    """Write a KEY.hlt.gz into `folder` for each replay; returns how many."""
    written = 0
    with _write_errors(folder):
        folder.mkdir(exist_ok=True)
    for key, content in connection.execute(
        "SELECT lower(hex(key)), content FROM replays JOIN games ON games.id = replays.game"
    ):
        with _write_errors(path := folder / f"{key}.hlt.gz"):
            writing.write(path, content)
        written += 1
    return written


def shrink(connection: sqlite3.Connection, path: Path) -> None:
    """Leave one file without gaps that can be read from anywhere, also from a read-only folder."""
    with explained(path):
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("VACUUM")


@contextlib.contextmanager
def _write_errors(path: Path) -> Iterator[None]:
    if not path.parent.is_dir():
        raise DatabaseError(f"{path}: there is no folder {path.parent}. Make it, or name another file.")
    try:
        yield
    except OSError as error:
        raise DatabaseError(
            f"{path} cannot be written: {error.strerror or error}. "
            "Is there room, is it yours, and does its folder take new files?"
        ) from error
