"""Does the file agree with itself? SQLite checks its pages, this checks what the rows say about games."""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from experiments.arena import schedule

GAMES = """
SELECT games.id, lower(hex(key)), width, height, map_seed, games.players, turns, version,
       seat, identity, rank, territory, last_frame_alive
FROM games JOIN engines ON engines.id = games.engine
LEFT JOIN seats ON seats.game = games.id LEFT JOIN players ON players.id = seats.player
ORDER BY games.id, seat
"""


def problems(connection: sqlite3.Connection) -> Iterator[str]:
    """Everything that is wrong, a line each, the file's own troubles first."""
    pages = [str(line) for (line,) in connection.execute("PRAGMA integrity_check")]
    if pages != ["ok"]:
        yield from (f"the file: {line}" for line in pages)
    broken = Counter((row[0], row[2]) for row in connection.execute("PRAGMA foreign_key_check"))
    yield from (f"links from {table} to {parent} that lead nowhere: {n}" for (table, parent), n in broken.items())
    for _, rows in groupby(connection.execute(GAMES), key=itemgetter(0)):
        yield from _of_game(list(rows))


def _of_game(rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    """What is wrong with one game: a row for each seat, or one without a seat when there is none."""
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
    """What contradicts engine.ranking: who dies later, then who has more land at the end, ranks better."""
    if sorted(ranks) != list(range(1, len(ranks) + 1)):
        yield f"ranks {list(ranks)} are not each of 1..{len(ranks)} once"
    for seat, (squares, frame) in enumerate(zip(territory, alive, strict=True), start=1):
        if (squares > 0) != (frame == turns) or squares < 0 or not 0 <= frame <= turns:
            yield f"player {seat} holds {squares} squares after {turns} turns and was last alive in frame {frame}"
    merits = [merit for _, merit in sorted(zip(ranks, zip(alive, territory, strict=True), strict=True))]
    if merits != sorted(merits, reverse=True):
        yield f"ranks {list(ranks)} do not follow from last frames alive {list(alive)} and territory {list(territory)}"
