"""The table of a sweep: one row for each point and opponent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from experiments.arena.players import Player
from experiments.laboratory.exports import save_table
from experiments.stats import Interval, Tally, contrasts, from_score, of_score, of_shares

from .playing import PointScores
from .points import Design

if TYPE_CHECKING:  # pandas takes a third of a second to load, and few that import this file make a table
    import pandas as pd

ALL = "all"  # the opponent of rows in which each map counts with its mean over all opponents
SUFFIXES = (".csv", ".parquet")


def table(design: Design, opponents: Sequence[Player], results: PointScores) -> pd.DataFrame:
    """Return a row per point and opponent, and with several opponents one per point over all of them.

    Columns: one per axis, then

    default                           whether the point is the base unchanged
    opponent, blocks, games, faults
    score, score_low, score_high      0..1, and its 95 % interval
    elo, elo_low, elo_high            the same as Elo
    difference, …_low, …_high         of the score to that of the default over the same maps; these intervals
                                      hold for all points together
    superiority                       LOS over the default of this point alone, as if no other had been tried
    chance                            at most: that one of points which all equal the default is as far off
    """
    import pandas as pd

    rows = [row for number in range(len(opponents)) for row in _rows(design, opponents, results, [number])]
    if len(opponents) > 1:
        rows += _rows(design, opponents, results, list(range(len(opponents))))
    return pd.DataFrame(rows)


def pooled(scores: pd.DataFrame) -> pd.DataFrame:
    """Return the rows that count for the verdict: over all opponents, or of the only one."""
    chosen = scores[scores.opponent == (ALL if scores.opponent.nunique() > 1 else scores.opponent.iloc[0])]
    return chosen.reset_index(drop=True)


def save(scores: pd.DataFrame, path: Path) -> None:
    """Write a CSV or a Parquet file, as the suffix says."""
    path.parent.mkdir(parents=True, exist_ok=True)
    save_table(scores, path)


def _rows(
    design: Design, opponents: Sequence[Player], results: PointScores, which: list[int]
) -> Iterator[dict[str, Any]]:
    shares = results.shares[:, :, which]
    compared = contrasts(shares.mean(axis=(2, 3)), 0)
    for number, (point, contrast) in enumerate(zip(design.points, compared, strict=True)):
        score = _score(shares[:, number])
        yield {
            **dict(zip(design.space.names, point.values, strict=True)),
            "default": number == 0,
            "opponent": opponents[which[0]].notation if len(which) == 1 else ALL,
            "blocks": shares.shape[0] * len(which),
            "games": shares[:, number].size,
            "faults": int(results.faults[number, which].sum()),
            **_columns("score", score),
            **_columns("elo", score.mapped(from_score)),
            **_columns("difference", contrast.difference),
            "superiority": contrast.superiority,
            "chance": contrast.chance,
        }


def _score(shares: npt.NDArray[np.float64]) -> Interval:
    """Return the interval of (maps, opponents, games) shares; the opponents' blocks of a map make one number."""
    if shares.shape[1] == 1:
        return of_score(Tally.of_games(shares[:, 0]))
    return of_shares(shares.mean(axis=(1, 2)))


def _columns(name: str, interval: Interval) -> dict[str, float]:
    return {name: interval.value, f"{name}_low": interval.low, f"{name}_high": interval.high}
