"""The feed: finished games, the newest first by time: merged and published games are numbered in another order."""

from itertools import groupby
from operator import itemgetter
from typing import Any

from .season import Season
from .thumbnails import thumbnail

NEWEST_GAMES = 300  # games

NEWEST = """
SELECT games.id, lower(hex(key)), games.width, height, map_seed, turns, stored, seat, player, rank, territory, fault,
       EXISTS (SELECT 1 FROM replays WHERE replays.game = games.id), version, endings.width, owners
FROM games JOIN engines ON engines.id = games.engine JOIN seats ON seats.game = games.id
LEFT JOIN endings ON endings.game = games.id
WHERE games.id IN ({chosen}) ORDER BY stored DESC, games.id DESC, seat
"""
CHOSEN = "SELECT id FROM games {of} ORDER BY stored DESC, id DESC LIMIT ?"
OF_ONE = "SELECT game FROM seats WHERE player = ?"
SINCE = "SELECT id FROM games WHERE id > ? ORDER BY id DESC LIMIT ?"


def newest(season: Season, *players: int, most: int = NEWEST_GAMES) -> list[dict[str, Any]]:
    """Return the last games in which all of these players met; without any of everybody."""
    of = f"WHERE id IN ({' INTERSECT '.join([OF_ONE] * len(players))})" if players else ""
    return _games(season, CHOSEN.format(of=of), *players, most)


def since(season: Season, last: int, most: int = NEWEST_GAMES) -> list[dict[str, Any]]:
    """Return the games after this number."""
    return _games(season, SINCE, last, most)


def _games(season: Season, chosen: str, *values: int) -> list[dict[str, Any]]:
    rows = season.database.query(NEWEST.format(chosen=chosen), *values)
    return [_game(list(seats)) for _, seats in groupby(rows, key=itemgetter(0))]


def _game(rows: list[tuple[Any, ...]]) -> dict[str, Any]:
    number, key, width, height, seed, turns, stored, *_ = rows[0]
    return {
        "id": number, "key": key, "width": width, "height": height, "seed": seed, "turns": turns, "stored": stored,
        "recorded": bool(rows[0][12]), "rules": rows[0][13],
        "last": thumbnail(*rows[0][14:]) if rows[0][15] else None,
        "seats": [{"player": row[8], "rank": row[9], "territory": row[10], "fault": row[11]} for row in rows],
    }  # fmt: skip
