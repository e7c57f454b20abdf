"""The newest games of a database, each with the link that plays it in a page."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

from engine.names import shown
from experiments.arena import links
from experiments.arena.schedule import referee

from .database import Database

NEWEST = """
SELECT games.id, stored, width, height, map_seed, turns, version, rank, notation, identity
FROM games JOIN engines ON engines.id = games.engine
JOIN seats ON seats.game = games.id JOIN players ON players.id = seats.player
WHERE games.id IN (SELECT id FROM games ORDER BY stored DESC, id DESC LIMIT ?)
ORDER BY stored DESC, games.id DESC, seat
"""
NO_LINK = "no link: other rules than today's, or a player that is no preset of today"


def listing(database: Database, most: int) -> Iterator[str]:
    """Yield two lines for each of the newest games: what was played, and its link."""
    for _, seats in groupby(database.query(NEWEST, most), key=itemgetter(0)):
        yield from _lines(list(seats))


def _lines(seats: list[tuple[Any, ...]]) -> tuple[str, str]:
    _, stored, width, height, seed, turns, version, *_ = seats[0]
    when = datetime.fromtimestamp(stored, UTC).strftime("%Y-%m-%d %H:%M")
    players = " · ".join(f"{shown(notation)} ({rank}.)" for *_, rank, notation, _ in seats)
    is_today = version == referee()
    is_playable = is_today and all(links.is_playable(notation, identity) for *_, notation, identity in seats)
    link = links.link(width, height, seed, [notation for *_, notation, _ in seats]) if is_playable else None
    return f"{when}  {width} x {height}, seed {seed}, {turns} turns: {players}", f"  {link or NO_LINK}"
