"""Interval: a value and the range that the games leave open for it.

The score of a match has Student's interval of its blocks, with one lost and one won block added: so it has room where
few blocks differ or none does, where Student's alone is far too narrow. This is what A. Agresti and B. Coull do for
proportions (Approximate Is Better than "Exact" for Interval Estimation of Binomial Proportions, 1998).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot, isfinite, sqrt
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from .elo import Floats
from .tally import Tally, support

ADDED = 2  # blocks: one lost, one won


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate between the ends of its confidence interval."""

    low: float
    value: float
    high: float

    @property
    def half_width(self) -> float:
        """Half the distance of the ends: what people write after the ±."""
        return (self.high - self.low) / 2

    @property
    def needs_both_ends(self) -> bool:
        """Whether value ± half width would mislead: an end is infinite, or 0 lies between the one and the other."""
        half = self.half_width
        if not isfinite(half):
            return True
        return (self.low > 0) != (self.value - half > 0) or (self.high < 0) != (self.value + half < 0)

    def on_scale(self, scale: Callable[[float], float]) -> "Interval":
        """Return the interval on another, increasing scale; it covers the truth exactly as often."""
        return Interval(scale(self.low), scale(self.value), scale(self.high))


@dataclass(frozen=True, slots=True)
class Student:
    """Mean and variance of block scores with the two blocks added; numbers, or arrays of many matches."""

    blocks: Floats  # the added ones too
    mean: Floats
    variance: Floats  # of a block, divided by `blocks`

    @classmethod
    def of(cls, blocks: npt.ArrayLike, total: npt.ArrayLike, squares: npt.ArrayLike, players: int = 2) -> "Student":
        """Add the two blocks to (...) blocks, the sum of their scores 0..1, and that of the squared scores.

        Blocks of more players vary less, so the two lie 1 / players off one half: as far as if luck alone decided.
        """
        number = np.asarray(blocks) + float(ADDED)
        mean = (np.asarray(total) + ADDED / 2) / number
        return cls(number, mean, (np.asarray(squares) + ADDED * (1 / 4 + players**-2)) / number - mean**2)

    @property
    def error(self) -> Floats:
        """(...) the standard error of the mean."""
        return np.asarray(np.sqrt(self.variance / (self.blocks - 1)))

    @property
    def superiority(self) -> float:
        """LOS: one minus the p-value of "not better than even"; of one match."""
        from scipy.special import stdtr  # here, as below: scipy loads more slowly than a match begins

        return float(stdtr(self.blocks - 1, (self.mean - 0.5) / self.error))

    def ends(self, confidence: float) -> tuple[Floats, Floats]:
        """Return (...) both ends of the interval, inside 0..1."""
        margin = _quantile(self.blocks - 1, confidence) * self.error
        return np.maximum(self.mean - margin, 0.0), np.minimum(self.mean + margin, 1.0)

    def interval(self, value: float, confidence: float) -> Interval:
        """Return the ends around the score without the added blocks."""
        low, high = (float(end) for end in self.ends(confidence))
        return Interval(min(low, value), value, max(high, value))


def of_score(tally: Tally, confidence: float = 0.95) -> Interval:
    """Return the score of a match. For many blocks the ends are score ± 1.96 * deviation / sqrt(blocks)."""
    return of_tally(tally).interval(tally.score, confidence)


def of_tally(tally: Tally) -> Student:
    """Return mean and variance of a tally with the two blocks added."""
    grid = support(tally.players)
    return Student.of(tally.blocks, np.dot(tally.counts, grid), np.dot(tally.counts, grid**2), tally.players)


def of_shares(values: npt.ArrayLike, confidence: float = 0.95) -> Interval:
    """Return the mean of shares 0..1 that are measured once per block, with its interval: `of_score` for any shares.

    Args:
        values: (blocks,) independent; a block with several games or opponents enters as their mean
    """
    measured = _as_sample(values)
    if measured.min() < -1e-9 or measured.max() > 1 + 1e-9:
        raise ValueError(f"shares from {measured.min():g} to {measured.max():g}; expected numbers of 0..1")
    student = Student.of(len(measured), measured.sum(), (measured**2).sum())
    return student.interval(float(measured.mean()), confidence)


def of_counts(tables: Sequence[Mapping[float, int]], confidence: float = 0.95) -> list[Interval]:
    """Return the intervals of `of_shares` for many tables.

    Args:
        tables: each maps a share 0..1 to the number of blocks that had it; at least one block
    """
    blocks, total, squares = (
        np.array([sum(number * share**power for share, number in table.items()) for table in tables], np.float64)
        for power in range(3)
    )
    means = total / blocks
    low, high = Student.of(blocks, total, squares).ends(confidence)
    ends = np.stack([np.minimum(low, means), means, np.maximum(high, means)], axis=1)
    return [Interval(*row) for row in ends.tolist()]


def of_gain(values: npt.ArrayLike, confidence: float = 0.95) -> Interval:
    """Return the mean gain of a share, measured once per block: with a change, less without it on the same map.

    The interval is that of `of_shares`, stretched to -1..1.

    Args:
        values: (blocks,) independent, -1..1; a block with several games enters as their mean
    """
    measured = _as_sample(values)
    if np.abs(measured).max() > 1 + 1e-9:
        raise ValueError(f"gains from {measured.min():g} to {measured.max():g}; expected numbers of -1..1")
    share = of_shares((measured + 1) / 2, confidence)
    mean = round(float(measured.mean()), 9) + 0.0  # gains that cancel leave -2e-17, and -0.0 has a sign
    return Interval(2 * share.low - 1, mean, 2 * share.high - 1)


def of_mean(values: npt.ArrayLike, confidence: float = 0.95) -> Interval:
    """Return the mean of numbers without bounds, measured once per block, such as turns or squares.

    Student's interval: exact for normal values, too narrow where most blocks are equal, so differences of scores belong
    to `of_gain`. One block gives no range: -inf to inf.
    """
    measured = _as_sample(values)
    mean = float(measured.mean())
    if len(measured) == 1:
        return Interval(-np.inf, mean, np.inf)
    margin = float(_quantile(len(measured) - 1, confidence) * measured.std(ddof=1) / np.sqrt(len(measured)))
    return Interval(mean - margin, mean, mean + margin)


def of_wins(wins: int, games: int, confidence: float = 0.95) -> Interval:
    """Return the share of independent games that are won, with Wilson's interval; 0 to 1 for no games.

    E. Wilson, Probable Inference, the Law of Succession, and Statistical Inference (1927).
    """
    if not 0 <= wins <= games:
        raise ValueError(f"{wins} of {games} games were won; expected 0 to {games}")
    return _wilson(wins / games, games, confidence) if games else Interval(0.0, 0.5, 1.0)


def difference(one: Interval, other: Interval) -> Interval:
    """Return `one` - `other`, two independent shares, with its interval.

    R. Newcombe, Interval Estimation for the Difference Between Independent Proportions (1998), method 10: the distances
    from value to end are added as the legs of a right triangle.
    """
    value = one.value - other.value
    down = hypot(one.value - one.low, other.high - other.value)
    up = hypot(one.high - one.value, other.value - other.low)
    return Interval(value - down, value, value + up)


def _wilson(share: float, games: float, confidence: float) -> Interval:
    z = NormalDist().inv_cdf(_tail(confidence))
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    reach = z / (1 + z * z / games) * sqrt(share * (1 - share) / games + (z / (2 * games)) ** 2)
    # Rounding may leave the share itself a hair outside where nothing or everything was won.
    return Interval(min(max(middle - reach, 0.0), share), share, max(min(middle + reach, 1.0), share))


def _as_sample(values: npt.ArrayLike) -> Floats:
    measured = np.asarray(values, dtype=np.float64)
    if measured.ndim != 1 or not len(measured):
        raise ValueError(f"values have shape {measured.shape}, expected (blocks,) with at least one block")
    return measured


def _quantile(freedom: npt.ArrayLike, confidence: float) -> Floats:
    """Return Student's quantile, (...) of so many degrees of freedom."""
    from scipy.special import stdtrit

    return np.asarray(stdtrit(freedom, _tail(confidence)))


def _tail(confidence: float) -> float:
    """Return the share below the upper end of an interval that leaves as much out on either side."""
    if not 0 < confidence < 1:
        raise ValueError(f"confidence = {confidence} should lie between 0 and 1; 95 % is written 0.95")
    return (1 + confidence) / 2
