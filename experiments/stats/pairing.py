"""Pairing: the gain in precision of playing every map from every seat.

A map may favour a seat; played from all seats that cancels, and games of a block differ (negative correlation). It may
favour a style of play from every seat; then they are alike (positive correlation).

Sources: R. A. Fisher, Statistical Methods for Research Workers (1925), on the intraclass correlation;
L. Kish, Survey Sampling (1965), on the design effect, of which the gain is the inverse.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from .elo import Floats
from .interval import Interval

NOTHING = 1e-12  # a variance below it is that of rounding: blocks of thirds can be equal and differ by 1e-16


@dataclass(frozen=True, slots=True)
class Pairing:
    """The variance of a block's score with seats swapped on one map, and without."""

    swapped: float  # as the blocks were played
    unswapped: float  # expected of as many games, each on a map and from a seat drawn anew
    correlation: float  # of two games of a block, -1..1; below 0 the swap helps
    gain: Interval  # unswapped / swapped: how many games without the swap tell as much as one game with it

    @classmethod
    def of_games(cls, scores: npt.ArrayLike, *, seed: int, resamples: int = 1000, confidence: float = 0.95) -> Self:
        """Measure it from the scores of single games.

        scores   (blocks, games) of one player; at least two blocks of at least two games
        seed     of the resampled blocks, whose percentiles are the interval; of a dozen blocks it is too narrow
        """
        games = np.asarray(scores, dtype=np.float64)
        if games.ndim != 2 or min(games.shape) < 2:
            raise ValueError(f"scores have shape {games.shape}, expected (blocks, games), at least 2 x 2")
        swapped, unswapped = (float(variance) for variance in _variances(games))
        if swapped < NOTHING:
            raise ValueError(f"all {len(games)} blocks have the same score: the gain would be a division by 0")
        number = games.shape[1]
        correlation = (swapped / unswapped - 1) / (number - 1)
        low, high = _resampled_gains(games, seed, resamples, confidence)
        return cls(swapped, unswapped, correlation, Interval(low, unswapped / swapped, high))


def _resampled_gains(games: Floats, seed: int, resamples: int, confidence: float) -> tuple[float, float]:
    """Return the ends of the interval; a resample whose blocks are all alike has no gain and is left out."""
    random, blocks = np.random.default_rng(seed), len(games)
    # One after the other: a thousand copies of a long match would not fit into memory.
    drawn = [_variances(games[random.integers(blocks, size=blocks)]) for _ in range(resamples)]
    swapped, unswapped = np.transpose(drawn)
    varied = swapped > NOTHING
    low, high = np.quantile(unswapped[varied] / swapped[varied], [(1 - confidence) / 2, (1 + confidence) / 2])
    return float(low), float(high)


def _variances(games: Floats) -> tuple[Floats, Floats]:
    """Return (...) variances of a block's mean, as played and if unrelated, from (..., blocks, games).

    The variance of a single game is that between blocks plus that within them. The plain variance of all games would be
    biased, because games of one block are correlated.
    """
    number = games.shape[-1]
    swapped = games.mean(axis=-1).var(axis=-1, ddof=1)
    within = games.var(axis=-1, ddof=1).mean(axis=-1)
    return swapped, (swapped + within * (number - 1) / number) / number
