"""Consistency of the file: SQLite checks its pages, this module checks what the rows say about games."""

import sqlite3
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from experiments.arena import schedule

from . import counting
from .played import Ending

GAMES = """
SELECT games.id, lower(hex(key)), width, height, map_seed, games.players, turns, version,
       seat, identity, rank, territory, last_frame_alive
FROM {name}.games JOIN {name}.engines ON engines.id = games.engine
LEFT JOIN {name}.seats ON seats.game = games.id LEFT JOIN {name}.players ON players.id = seats.player
ORDER BY games.id, seat
"""
REPLAYS = "SELECT lower(hex(key)), content FROM {name}.replays JOIN {name}.games ON games.id = replays.game"
TEXTS = ("SELECT notation FROM {name}.players", "SELECT fault FROM {name}.seats WHERE fault IS NOT NULL")
ENDINGS = """
SELECT lower(hex(key)), halfway, endings.width, owners, group_concat(seat || ' ' || territory)
FROM {name}.endings JOIN {name}.games ON games.id = endings.game JOIN {name}.seats ON seats.game = games.id
GROUP BY games.id
"""
COURSES = """
SELECT lower(hex(key)), turns, course FROM {name}.courses JOIN {name}.games ON games.id = courses.game
"""
REPORTS = """
SELECT run FROM {name}.reports
WHERE CASE WHEN json_valid(content) THEN json_type(content) <> 'object' ELSE 1 END
"""
COURSE = 3 * 4  # bytes of a frame: three numbers of four
GZIP = 16  # what zlib wants added for data with the head of a gzip file
AT_ONCE = 1 << 20  # bytes of a recording that are unpacked together


def problems(connection: sqlite3.Connection, name: str = "main", counts: bool = True) -> Iterator[str]:
    """Yield everything that is wrong with the attached database `name`, a line each.

    Rows are checked only where the file is sound: those of a damaged file may hold anything.

    counts   also compare the league's counts with the games
    """
    try:
        broken = list(_of_file(connection, name))
        yield from broken
        if not broken:
            yield from _of_rows(connection, name, counts)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # a page, or bytes of a text, that cannot be read
        yield f"the rest cannot be read: {str(error).encode(errors='replace').decode()}"


def of_pages(connection: sqlite3.Connection, name: str = "main") -> list[str]:
    """Return the damages that SQLite finds: pages, indexes, types and constraints."""
    lines = [str(line) for (line,) in connection.execute(f"PRAGMA {name}.integrity_check")]
    return [] if lines == ["ok"] else [f"the file: {line}" for line in lines]


def _of_file(connection: sqlite3.Connection, name: str) -> Iterator[str]:
    yield from of_pages(connection, name)
    links = Counter((row[0], row[2]) for row in connection.execute(f"PRAGMA {name}.foreign_key_check"))
    yield from (f"links from {table} to {parent} that lead nowhere: {n}" for (table, parent), n in links.items())


def _of_rows(connection: sqlite3.Connection, name: str, counts: bool) -> Iterator[str]:
    for text in TEXTS:
        for _ in connection.execute(text.format(name=name)):  # reading is the test
            pass
    contradictions = [
        line
        for _, rows in groupby(connection.execute(GAMES.format(name=name)), key=itemgetter(0))
        for line in _of_game([*rows])
    ]
    yield from _of_league(connection, name, contradictions, counts)
    for key, content in connection.execute(REPLAYS.format(name=name)):
        if trouble := _of_recording(content):
            yield f"game {key}: its recording {trouble}"


def _of_league(connection: sqlite3.Connection, name: str, contradictions: list[str], counts: bool) -> Iterator[str]:
    """Yield the contradictions of games, and the troubles of the league's tables; only sound games can be counted."""
    for key, *ending in connection.execute(ENDINGS.format(name=name)):
        contradictions += (f"game {key}: {trouble}" for trouble in _of_ending(*ending))
    yield from contradictions
    if counts and not contradictions and (line := counting.difference(connection, name)):
        yield f"{line}; games that are exported to another .db are counted again"
    for key, turns, course in connection.execute(COURSES.format(name=name)):
        if trouble := _of_course(turns, course):
            yield f"game {key}: {trouble}"
    for (run,) in connection.execute(REPORTS.format(name=name)):
        yield f"command {run}: its report is not a JSON object"


def _of_recording(content: bytes) -> str | None:
    """Return why its bytes do not unpack; engine.verify checks the game in them."""
    unpacking = zlib.decompressobj(wbits=zlib.MAX_WBITS | GZIP)
    try:
        unpacking.decompress(content, AT_ONCE)
        while unpacking.unconsumed_tail:
            unpacking.decompress(unpacking.unconsumed_tail, AT_ONCE)
    except zlib.error as error:
        return f"is damaged: {error}"
    return None if unpacking.eof and not unpacking.unused_data else "is cut short, or something follows it"


def _of_ending(halfway: str, width: int, owners: bytes, territory: str) -> Iterator[str]:
    """Yield whether the last frame shows the squares that the seats have; `territory` holds "seat squares" pairs."""
    squares = {int(seat): int(number) for seat, number in (each.split() for each in territory.split(","))}
    if len(halfway.split()) != len(squares) or not halfway.replace(" ", "").isdecimal():
        yield f"squares at half time are {halfway!r}, expected {len(squares)} numbers"
    try:
        owner = Ending((), width, owners).last()
    except ValueError as error:
        yield str(error)
        return
    counted = {seat: int((owner == seat).sum()) for seat in squares}
    if counted != squares:
        yield f"its last frame shows territory {list(counted.values())}, its row says {list(squares.values())}"


def _of_course(turns: int, course: bytes) -> str | None:
    """Return whether it unpacks to three numbers for each frame of its game."""
    unpacking = zlib.decompressobj()
    try:
        held = len(unpacking.decompress(course, COURSE * (turns + 1) + 1))
    except zlib.error as error:
        return f"the course of a seat is damaged: {error}"
    return None if held == COURSE * (turns + 1) else f"the course of a seat is not one of {turns} turns"


def _of_game(rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    """Yield the contradictions in one game. `rows` has a row for each seat, or one without a seat if there is none."""
    _, key, width, height, map_seed, players, turns, engine, *_ = rows[0]
    seats, identities, ranks, territory, alive = zip(*(row[8:] for row in rows), strict=True)
    name = f"game {key}"
    if list(seats) != list(range(1, players + 1)):
        yield f"{name} has {players} players and seats {[seat for seat in seats if seat]}"
        return
    map_ = schedule.Map(width, height, map_seed, players)
    if (expected := schedule.key(map_, identities, engine)) != key:
        yield f"{name}: map, players and engine of its row belong to key {expected}"
    yield from (f"{name}: {problem}" for problem in _of_result(turns, ranks, territory, alive))


def _of_result(turns: int, ranks: Sequence[int], territory: Sequence[int], alive: Sequence[int]) -> Iterator[str]:
    """Yield squares that contradict last frames, and ranks that do not follow from both as in engine.ranking."""
    if sorted(ranks) != list(range(1, len(ranks) + 1)):
        yield f"ranks {list(ranks)} are not each of 1..{len(ranks)} once"
    for seat, (squares, frame) in enumerate(zip(territory, alive, strict=True), start=1):
        if (squares > 0) != (frame == turns) or squares < 0 or not 0 <= frame <= turns:
            yield f"player {seat} holds {squares} squares after {turns} turns and was last alive in frame {frame}"
    merits = [merit for _, merit in sorted(zip(ranks, zip(alive, territory, strict=True), strict=True))]
    if merits != sorted(merits, reverse=True):
        yield f"ranks {list(ranks)} do not follow from last frames alive {list(alive)} and territory {list(territory)}"
