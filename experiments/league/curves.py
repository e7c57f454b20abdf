"""Curves of a player's studied games: its measures after each turn, beside its opponents' mean."""

from collections.abc import Sequence
from itertools import groupby
from math import ceil
from operator import itemgetter
from typing import Any

import numpy as np
import numpy.typing as npt

from .season import Season
from .studies import course

NEWEST_GAMES = 40  # games, the newest
POINTS = 60  # of a curve
BAND = 10, 90  # percentiles of the games
FEWEST = 0.5  # share of the games that must have such a turn, or the last ones would draw the curve alone

MEASURES = {"territory": "squares", "production": "strength per turn", "strength": "strength"}

COURSES = """
SELECT game, studies.player = ?, contact, course FROM studies JOIN courses USING (game, seat)
WHERE game IN (SELECT DISTINCT game FROM studies WHERE player = ? ORDER BY game DESC LIMIT ?)
ORDER BY game, studies.player <> ?, seat
"""

Totals = npt.NDArray[np.float64]  # (measures, 2, turns + 1): the player's, and the mean of its opponents'


def curves(season: Season, player: int) -> dict[str, Any]:
    """Mean and band over the games: turn by turn, and by turns before and after the first contact."""
    games = _games(season, player)
    met = [(totals, contact) for totals, contact in games if contact is not None]
    return {
        "games": len(games),
        "measures": _measures([totals for totals, _ in games], [0] * len(games)),
        "met": len(met),
        "aligned": _measures([totals for totals, _ in met], [contact for _, contact in met]),
    }


def _games(season: Season, player: int) -> list[tuple[Totals, int | None]]:
    """Return the newest studied games against others, copies of itself too, and the turn of the first contact."""
    games = []
    for _, rows in groupby(season.database.query(COURSES, player, player, NEWEST_GAMES, player), key=itemgetter(0)):
        seats = [(contact, course(packed)) for _, _, contact, packed in rows]
        others = [values for _, values in seats[1:]]
        if others:
            games.append((np.stack([seats[0][1], np.mean(others, axis=0)], axis=1), seats[0][0]))
    return games


def _measures(games: Sequence[Totals], zeros: Sequence[int]) -> list[dict[str, Any]]:
    """Return a curve for each measure; `zeros` are the turns of the games that are turn 0 of the curve."""
    if not games:
        return []
    turns = _turns([-zero for zero in zeros], [each.shape[-1] - zero for each, zero in zip(games, zeros, strict=True)])
    return [
        {"name": name, "unit": unit, "points": [_point(games, zeros, number, turn) for turn in turns]}
        for number, (name, unit) in enumerate(MEASURES.items())
    ]


def _turns(starts: list[int], ends: list[int]) -> list[int]:
    """Return the turns of a curve, from the first to the last that enough games have; a game has start..end - 1."""
    first = sorted(starts)[ceil(len(starts) * FEWEST) - 1]
    last = sorted(ends)[int(len(ends) * (1 - FEWEST))] - 1
    return sorted({first + round(point * (last - first) / POINTS) for point in range(POINTS + 1)})


def _point(games: Sequence[Totals], zeros: Sequence[int], measure: int, turn: int) -> dict[str, Any]:
    """Over the games that have this turn."""
    places = [(each, turn + zero) for each, zero in zip(games, zeros, strict=True)]
    values = np.array([each[measure, :, place] for each, place in places if 0 <= place < each.shape[-1]])
    low, high = np.percentile(values, BAND, axis=0)
    mean = values.mean(axis=0)
    ours, theirs = ([round(float(ends[side]), 2) for ends in (low, mean, high)] for side in (0, 1))
    return {"turn": turn, "games": len(values), "ours": ours, "theirs": theirs}
