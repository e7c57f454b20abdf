"""One game: its seats and its result."""

from typing import Any

from .season import Season

GAME = "SELECT id, width, height, map_seed, turns, stored FROM games WHERE key = ?"
SEATS = "SELECT seat, player, rank, territory, fault FROM seats WHERE game = ? ORDER BY seat"


def page(season: Season, key: str) -> dict[str, Any] | None:
    """Return a game and its seats; None when there is no such game."""
    found = _found(season, key)
    if not found:
        return None
    number, *board = found
    seats = [
        {
            "seat": seat, "player": player, "name": season.contestants[player].name, "rank": rank,
            "territory": territory, "fault": fault,
        }
        for seat, player, rank, territory, fault in season.database.query(SEATS, number)
    ]  # fmt: skip
    return {"key": key, **dict(zip(("width", "height", "seed", "turns", "stored"), board, strict=True)), "seats": seats}


def _found(season: Season, key: str) -> tuple[Any, ...] | None:
    try:
        rows = season.database.query(GAME, bytes.fromhex(key))
    except ValueError:
        return None
    return rows[0] if rows else None
