"""Curves of a player's recorded games: what it held after each turn, beside its opponents' mean."""

from typing import Any

import numpy as np
import numpy.typing as npt

from engine import Replay
from engine.replay import parse

from .season import Season

MOST = 40  # recordings, the newest
POINTS = 60  # of a curve
BAND = 10, 90  # percentiles of the games
FEWEST = 0.5  # share of the games that must still be played, or the last ones would draw the curve alone

MEASURES = {"territory": "squares", "production": "strength per turn", "strength": "strength"}

NUMBER = "SELECT count(DISTINCT seats.game) FROM seats JOIN replays USING (game) WHERE player = ?"
RECORDED = """
SELECT min(seat), content FROM seats JOIN replays USING (game) WHERE player = ? GROUP BY game ORDER BY game DESC LIMIT ?
"""

Totals = npt.NDArray[np.float64]  # (measures, 2, turns + 1): the player's, and the mean of its opponents'


def recorded(season: Season, player: int) -> int:
    """How many of its games have a recording."""
    return int(season.database.query(NUMBER, player)[0][0])


def contents(season: Season, player: int) -> list[tuple[int, bytes]]:
    """The newest recordings, each with the player's seat."""
    return [(seat, bytes(content)) for seat, content in season.database.query(RECORDED, player, MOST)]


def curves(recordings: list[tuple[int, bytes]]) -> dict[str, Any]:
    """Mean and band over the games, turn by turn."""
    games = [totals(parse(content), seat) for seat, content in recordings]
    if not games:
        return {"games": 0, "measures": []}
    lengths = sorted(each.shape[-1] for each in games)
    last = lengths[int(len(lengths) * (1 - FEWEST))]
    turns = sorted({round(point * (last - 1) / POINTS) for point in range(POINTS + 1)})
    measures = [
        {"name": name, "unit": unit, "points": [_point(games, number, turn) for turn in turns]}
        for number, (name, unit) in enumerate(MEASURES.items())
    ]
    return {"games": len(games), "measures": measures}


def totals(replay: Replay, seat: int) -> Totals:
    """What a player and, on average, each of its opponents held in every frame."""
    players = len(replay.player_names)
    held = [replay.owner == number for number in range(1, players + 1)]
    measured = [
        [np.count_nonzero(each, axis=(1, 2)) for each in held],
        [(each * replay.production).sum(axis=(1, 2)) for each in held],
        [(each * replay.strength.astype(np.int64)).sum(axis=(1, 2)) for each in held],
    ]
    values = np.array(measured, np.float64)  # (measures, players, frames)
    ours, others = values[:, seat - 1], np.delete(values, seat - 1, axis=1).mean(axis=1)
    return np.stack([ours, others], axis=1)


def _point(games: list[Totals], measure: int, turn: int) -> dict[str, Any]:
    """Over the games that lasted so long."""
    values = np.array([each[measure, :, turn] for each in games if turn < each.shape[-1]])
    low, high = np.percentile(values, BAND, axis=0)
    mean = values.mean(axis=0)
    ours, theirs = ([round(float(ends[side]), 2) for ends in (low, mean, high)] for side in (0, 1))
    return {"turn": turn, "games": len(values), "ours": ours, "theirs": theirs}
