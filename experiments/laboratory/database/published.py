"""The published games: files in the repository, and the database that is built from them when it is first needed.

`experiments/published/` has a file for each plan of the ledger and each study, and none of them is ever changed, so
the repository grows by what is new. A file is text, a line of JSON after the other, compressed by xz:

    {"format": 1, "players": [[identity, notation, in process], ...], "engines": [version, ...]}
    [width, height, map seed, engine, turns, stored, [player, rank, territory, last frame alive], ...]
    ...

a line for each game and a list for each seat, to which a program adds fault, mean and worst answer. Players and engines
are places in the lists of the first line. Keys are not written: they follow from the rest.
"""

import contextlib
import hashlib
import json
import lzma
import os
import sqlite3
import tempfile
from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from engine import writing
from experiments.arena import schedule
from experiments.arena.fingerprint import ROOT

from . import counting, schema
from .failures import DatabaseError
from .storing import NEW_GAME, NEW_SEAT, engine_number, player_number

FOLDER = ROOT / "experiments" / "published"
SUFFIX = ".jsonl.xz"
FORMAT = 1
KEPT = 3  # databases: that of today's files, and some of other revisions that may be asked again

PLAYERS = "SELECT id, identity, notation, in_process FROM players ORDER BY id"
ENGINES = "SELECT id, version FROM engines ORDER BY id"
ROWS = """
SELECT lower(hex(key)), width, height, map_seed, engine, turns, stored,
       player, rank, territory, last_frame_alive, fault, mean_answer, worst_answer
FROM games JOIN seats ON seats.game = games.id ORDER BY games.id, seat
"""


def database(folder: Path) -> Path:
    """Return the database of all games that are published in `folder`, built outside git where it is missing.

    It is renamed when complete, so that two processes may ask at once. DatabaseError where it cannot be built.
    """
    files = sorted(folder.glob(f"*{SUFFIX}"))
    target = home() / f"{_name(files)}.db"
    if not target.is_file():
        try:
            _build(files, target)
            _forget_old(target.parent)
        except OSError as error:
            raise DatabaseError(
                f"the published games cannot be unpacked in {target.parent} ({error}); is there room, and is it "
                "yours? The variable HALITE_PUBLISHED names another folder"
            ) from None
    return target


def write(connection: sqlite3.Connection, keys: Collection[str], path: Path) -> None:
    """Publish the games with these keys in a new file. DatabaseError when it exists, or cannot be written."""
    chosen = [row for row in connection.execute(ROWS) if row[0] in keys]
    players = _used(connection.execute(PLAYERS), {row[7] for row in chosen})
    engines = _used(connection.execute(ENGINES), {row[4] for row in chosen})
    head = {"format": FORMAT, "players": list(players.values()), "engines": [name for (name,) in engines.values()]}
    places = [{number: place for place, number in enumerate(table)} for table in (players, engines)]
    games = (_line(list(rows), *places) for _, rows in groupby(chosen, key=itemgetter(0)))
    _write_whole(path, "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in (head, *games)))


def _used(rows: Iterable[tuple[Any, ...]], numbers: Collection[int]) -> dict[int, list[Any]]:
    """Return the rows of a table that are spoken of, by their number in it."""
    return {number: row for number, *row in rows if number in numbers}


def _line(rows: list[tuple[Any, ...]], players: dict[int, int], engines: dict[int, int]) -> list[Any]:
    _, width, height, seed, engine, turns, stored, *_ = rows[0]
    seats = ([players[row[7]], *row[8:11], *(row[11:] if any(row[11:]) else ())] for row in rows)
    return [width, height, seed, engines[engine], turns, stored, *seats]


def _write_whole(path: Path, text: str) -> None:
    if path.exists():
        raise DatabaseError(f"{path} is there already, and published games never change; publish under another name")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        writing.write(path, lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    except OSError as error:
        raise DatabaseError(f"{path} cannot be written: {error.strerror or error}") from None


def home() -> Path:
    """Return the folder outside git for what can be made again."""
    return Path(os.environ.get("HALITE_PUBLISHED") or ROOT / ".published")


def _name(files: list[Path]) -> str:
    """Return twelve characters that change with any file, and with the tables."""
    digest = hashlib.sha256(schema.ALL.encode())
    for path in files:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def _build(files: list[Path], target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as unfinished:
        path = Path(unfinished) / target.name
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = OFF")  # it can be built again, and has its name when it is whole
            connection.execute("BEGIN")
            schema.write(connection)
            for file in files:
                _add(connection, file)
            counting.count(connection)
            connection.execute("COMMIT")
        path.replace(target)


def _forget_old(home: Path) -> None:
    """Open readers are not disturbed; a system that forbids the removal keeps the file until the next time."""
    newest_first = sorted(home.glob("*.db"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in newest_first[KEPT:]:
        with contextlib.suppress(OSError):
            path.unlink()


def _add(connection: sqlite3.Connection, file: Path) -> None:
    """Add the games of one file, except those of earlier files."""
    try:
        head, *games = map(json.loads, lzma.decompress(file.read_bytes()).decode().splitlines())
        if head["format"] != FORMAT:
            raise ValueError(f"it has format {head['format']}, this code reads {FORMAT}")
        players = [player_number(connection, *row) for row in head["players"]]
        engines = [engine_number(connection, version) for version in head["engines"]]
        for width, height, seed, engine, turns, stored, *seats in games:
            board = schedule.Map(width, height, seed, len(seats))
            key = schedule.key(board, [head["players"][seat[0]][0] for seat in seats], head["engines"][engine])
            row = [bytes.fromhex(key), width, height, seed, len(seats), engines[engine], turns, stored]
            made = connection.execute(f"{NEW_GAME} ON CONFLICT DO NOTHING", row)
            if made.rowcount:
                connection.executemany(NEW_SEAT, _seats(made.lastrowid, seats, players))
    except (lzma.LZMAError, ValueError, LookupError, TypeError) as error:
        raise DatabaseError(f"{file} is damaged: {error}; `git checkout` restores it") from None


def _seats(game: int | None, seats: list[list[Any]], players: list[int]) -> Iterator[list[Any]]:
    """Yield the rows of one game. Players of this code have no clock, so those columns are empty."""
    for seat, (player, *results) in enumerate(seats, start=1):
        yield [game, seat, players[player], *results, *[None] * (6 - len(results))]
