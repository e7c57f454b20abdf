"""Habits: what a player does in its studied games beside its opponents, as `analyse` measures it (docs page 9)."""

from collections import Counter
from typing import Any

import numpy as np
import numpy.typing as npt

from experiments.laboratory.database.counting import TENS

from .season import Season

BAND = 10, 90  # percentiles of the games
MEASURES = {
    "cap_loss": ("Strength lost to the cap", "strength"),
    "forgone": ("Production forgone by moving", "strength"),
    "damage_dealt": ("Destroyed of enemies", "strength"),
    "damage_taken": ("Lost to enemies", "strength"),
    "most_damage": ("Most destroyed in one turn", "strength"),
    "openings": ("Walls opened", "squares"),
}
STILL = ("Squares with strength that stood still", "%")

COLUMNS = (*MEASURES, "pieces", "still", "contact", "opening")
SEATS = f"""
SELECT player = ?, {", ".join(COLUMNS)} FROM studies
WHERE game IN (SELECT game FROM studies WHERE player = ?)
"""
STUDIED = "SELECT count(DISTINCT game) FROM studies WHERE player = ?"
WAITING = """
SELECT count(DISTINCT seats.game) FROM seats JOIN replays USING (game)
WHERE player = ? AND seats.game NOT IN (SELECT game FROM studies)
"""

Table = dict[str, npt.NDArray[np.float64]]  # column: a number for each seat, NaN for none


def habits(season: Season, player: int) -> dict[str, Any]:
    """Return a player's losses, lost production, damage, share of resting squares, first contacts and opened walls."""
    rows = season.database.query(SEATS, player, player)
    ours, theirs = (_table([row[1:] for row in rows if row[0] == side]) for side in (1, 0))
    return {
        "games": season.database.query(STUDIED, player)[0][0],
        "waiting": season.database.query(WAITING, player)[0][0],
        "measures": _measures(ours, theirs) if rows else [],
        "contacts": _when(ours["contact"]),
        "openings": _when(ours["opening"]),
    }


def _table(rows: list[tuple[Any, ...]]) -> Table:
    values = np.array(rows, np.float64).reshape(-1, len(COLUMNS))
    return dict(zip(COLUMNS, values.T, strict=True))


def _measures(ours: Table, theirs: Table) -> list[dict[str, Any]]:
    """Low, mean and high of every measure, on both sides; None for opponents where it only met itself."""
    rows = [
        {"name": name, "title": title, "unit": unit, "ours": _band(ours[name]), "theirs": _band(theirs[name])}
        for name, (title, unit) in MEASURES.items()
    ]
    title, unit = STILL
    return [*rows, {"name": "still", "title": title, "unit": unit, "ours": _still(ours), "theirs": _still(theirs)}]


def _band(values: npt.NDArray[np.float64]) -> list[float] | None:
    if not len(values):
        return None
    low, high = np.percentile(values, BAND)
    return [round(float(each), 2) for each in (low, values.mean(), high)]


def _still(table: Table) -> list[float] | None:
    """Per cent of all squares of all games, as `analyse` has it, and the band of single games."""
    has_any = table["pieces"] > 0
    if not has_any.any():
        return None
    pieces, still = table["pieces"][has_any], table["still"][has_any]
    low, high = np.percentile(100 * still / pieces, BAND)
    return [round(float(each), 2) for each in (low, 100 * still.sum() / pieces.sum(), high)]


def _when(turns: npt.NDArray[np.float64]) -> list[list[int]]:
    """Tens of turns with the number of seats; never is -1."""
    counts = Counter(-1 if np.isnan(turn) else int(turn) // TENS for turn in turns)
    return [[tens, seats] for tens, seats in sorted(counts.items())]
