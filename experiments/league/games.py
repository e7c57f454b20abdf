"""One game: its seats, its result, and a player's reasons, computed when a page asks for them."""

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bot.knobs.knob import Knobs
from engine.replay import parse
from experiments.recordings import explaining

from .replays import NoReplayError, parameters
from .season import Contestant, Season

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


def players(season: Season, key: str) -> dict[int, Contestant]:
    """Return the players of a game by their seats, 1 for the first; none when there is no such game."""
    return {seat: season.contestants[player] for seat, player, *_ in _seats(season, key)}


def ranks(season: Season, key: str) -> dict[int, int]:
    """Return the ranks of a game by their seats; none when there is no such game."""
    return {seat: rank for seat, _, rank, *_ in _seats(season, key)}


def values(seated: Mapping[int, Contestant], key: str, seat: int) -> Knobs:
    """Return the values that play at a seat. NoReplayError for a program, other code, or no such seat.

    The first time that a player is looked at takes seconds, or a minute where it is not compiled: so does `askable`.
    """
    if seat not in seated:
        raise NoReplayError(f"the game {key:.40} has no seat {seat}")
    known: Knobs = parameters(seated[seat])
    return known


def askable(seated: Mapping[int, Contestant]) -> list[int]:
    """Return the seats whose players can be asked for their reasons."""
    return [seat for seat, player in seated.items() if _is_of_today(player)]


def reasons(recording: bytes, seat: int, known: Knobs) -> bytes:
    """Return the explanation file of a seat, which takes longer than the game did.

    Raises ReplayError for a damaged one.
    """
    replay = parse(recording)
    settled = known.settled(len(replay.player_names), *replay.production.shape)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "reasons.explain.gz"
        explaining.write(replay, seat, settled, path, is_told=False)
        return path.read_bytes()


def _seats(season: Season, key: str) -> list[tuple[Any, ...]]:
    found = _found(season, key)
    return season.database.query(SEATS, found[0]) if found else []


def _found(season: Season, key: str) -> tuple[Any, ...] | None:
    try:
        rows = season.database.query(GAME, bytes.fromhex(key))
    except ValueError:
        return None
    return rows[0] if rows else None


def _is_of_today(player: Contestant) -> bool:
    try:
        parameters(player)
    except NoReplayError:
        return False
    return True
