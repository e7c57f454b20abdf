"""Interval: a value and the range that the games leave open for it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from scipy.special import stdtrit  # Student's quantile; scipy.stats asks it too, and takes a second to load

from . import likelihood
from .elo import Floats
from .tally import Tally, support

ALMOST = 1e-9  # scores nearer than this to 0 or 1 are taken for 0 or 1
DECIMALS = 9  # shares that differ less are one share: 0.1 + 0.2 is not 0.3 in binary
LEAST_FREEDOM = 4  # degrees of freedom where (nearly) all blocks have one score; see `freedom`


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
        if not np.isfinite(half):
            return True
        return (self.low > 0) != (self.value - half > 0) or (self.high < 0) != (self.value + half < 0)

    def mapped(self, scale: Callable[[float], float]) -> "Interval":
        """Return the interval on another, increasing scale; it covers the truth exactly as often."""
        return Interval(scale(self.low), scale(self.value), scale(self.high))


def of_score(tally: Tally, confidence: float = 0.95) -> Interval:
    """Return the score, with all scores that the counts do not speak against strongly enough.

    For many blocks the ends are fishtest's, score ± 1.96 * deviation / sqrt(blocks). For few they stay inside 0..1,
    with room where nothing varied, while that formula claims ± 0. Fewer than two blocks say nothing: 0 to 1.
    """
    return _of_counts(np.array(tally.counts), support(tally.players), tally.score, confidence)


def of_shares(values: npt.ArrayLike, confidence: float = 0.95) -> Interval:
    """Return the mean of shares 0..1 that are measured once per block, with its interval: `of_score` for any shares.

    values   (blocks,) independent; a block with several games or opponents enters as their mean
    """
    measured = _checked(values).round(DECIMALS)
    if measured.min() < 0 or measured.max() > 1:
        raise ValueError(f"shares from {measured.min():g} to {measured.max():g}; expected numbers of 0..1")
    grid, place = np.unique(np.concatenate([measured, [0.0, 1.0]]), return_inverse=True)
    counts = np.bincount(place[:-2], minlength=len(grid))
    return _of_counts(counts, grid, float(measured.mean()), confidence)


def of_counted(tables: Sequence[Mapping[float, int]], confidence: float = 0.95) -> list[Interval]:
    """Return the intervals of `of_shares` for many tables: equal to six digits, in a hundredth of the time.

    tables   each maps a share 0..1 to the number of blocks that had it; at least one block
    """
    grid = np.array(sorted({0.0, 1.0, *(round(share, DECIMALS) for table in tables for share in table)}))
    place = {share: number for number, share in enumerate(grid.tolist())}
    counts = np.zeros((len(tables), len(grid)), np.int64)
    for row, table in enumerate(tables):
        for share, blocks in table.items():
            counts[row, place[round(share, DECIMALS)]] += blocks
    blocks = counts.sum(axis=1)
    means = counts @ grid / blocks
    reach = np.where(blocks > 1, allowed(counts, confidence), 0.0)
    low = (likelihood.farthest(counts, grid, reach) * grid).sum(axis=1)
    high = 1 - (likelihood.farthest(counts, 1 - grid, reach) * (1 - grid)).sum(axis=1)
    ends = np.array([np.where(blocks > 1, low, 0.0), means, np.where(blocks > 1, high, 1.0)]).T
    ends = np.where(ends < ALMOST, 0.0, np.where(ends > 1 - ALMOST, 1.0, ends))
    return [Interval(*row) for row in ends.tolist()]


def covers(players: int, counts: npt.ArrayLike, score: float, confidence: float = 0.95) -> npt.NDArray[np.bool_]:
    """Return (...) whether the interval of `of_score` holds `score`, for many tallies at once.

    counts   (..., outcomes) blocks with each score of `tally.support(players)`
    """
    return np.asarray(deficits(players, counts, score) <= allowed(counts, confidence))


def freedom(counts: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return (...) Student's degrees of freedom of (..., outcomes) counts: how well the deviation of a block is known.

    One less than the blocks, where scores vary as they usually do. Where nearly all blocks have one score, only
    the others tell how much scores vary: the variance of a variance grows with the kurtosis, and
    2 * blocks / (kurtosis - 1) is twice the number of different blocks (F. Satterthwaite, An Approximate
    Distribution of Estimates of Variance Components, 1946). Below two different blocks it would vanish; LEAST_FREEDOM
    is what the exact binomial interval needs that ends where none of the blocks would be different once in forty times.
    """
    number = np.asarray(counts)
    blocks = number.sum(axis=-1)
    different = blocks - number.max(axis=-1)
    return np.asarray(np.minimum(np.maximum(2 * different, LEAST_FREEDOM), blocks - 1))


def allowed(counts: npt.ArrayLike, confidence: float) -> Floats:
    """Return (...) the largest deficit inside the interval; infinite for fewer than two blocks.

    Student's t squared instead of chi-square, which covers too seldom below some fifty blocks: A. Owen, Empirical
    Likelihood Ratio Confidence Regions (1990).
    """
    known = freedom(counts)
    return np.where(known > 0, _quantile(np.maximum(known, 1), confidence) ** 2, np.inf)


def deficits(players: int, counts: npt.ArrayLike, score: float) -> Floats:
    """Return (...) twice the log-likelihood that (..., outcomes) counts lose when the true score has to be `score`."""
    return _deficits(counts, _best(counts), support(players), score)


def of_gain(values: npt.ArrayLike, confidence: float = 0.95) -> Interval:
    """Return the mean gain of a share, measured once per block: with a change, less without it on the same map.

    values   (blocks,) independent, -1..1; a block with several games enters as their mean
    Returns  the interval of `of_shares`, stretched to -1..1. It has room where few blocks differ, and where none
             does; Student's interval holds the truth in 55 of 100 matches of 40 maps where 2 of 100 differ.
    """
    measured = _checked(values)
    if np.abs(measured.round(DECIMALS)).max() > 1:
        raise ValueError(f"gains from {measured.min():g} to {measured.max():g}; expected numbers of -1..1")
    share = of_shares((measured + 1) / 2, confidence)
    mean = round(float(measured.mean()), DECIMALS) + 0.0  # gains that cancel leave -2e-17, and -0.0 has a sign
    return Interval(2 * share.low - 1, mean, 2 * share.high - 1)


def of_mean(values: npt.ArrayLike, confidence: float = 0.95) -> Interval:
    """Return the mean of numbers without bounds, measured once per block, such as turns or squares.

    values   (blocks,) independent; a block with several games enters as their mean

    Student's interval: exact for normal values, too narrow where most blocks are equal, so differences of scores belong
    to `of_gain`. One block gives no range: -inf to inf.
    """
    measured = _checked(values)
    mean = float(measured.mean())
    if len(measured) == 1:
        return Interval(-np.inf, mean, np.inf)
    margin = float(_quantile(len(measured) - 1, confidence) * measured.std(ddof=1) / np.sqrt(len(measured)))
    return Interval(mean - margin, mean, mean + margin)


def _checked(values: npt.ArrayLike) -> Floats:
    measured = np.asarray(values, dtype=np.float64)
    if measured.ndim != 1 or not len(measured):
        raise ValueError(f"values have shape {measured.shape}, expected (blocks,) with at least one block")
    return measured


def _quantile(known: npt.ArrayLike, confidence: float) -> Floats:
    """Return Student's t that leaves half of what `confidence` lacks on each side."""
    if not 0 < confidence < 1:
        raise ValueError(f"confidence = {confidence} should lie between 0 and 1; 95 % is written 0.95")
    return np.asarray(stdtrit(known, (1 + confidence) / 2))


def _of_counts(counts: npt.NDArray[np.int64], grid: Floats, score: float, confidence: float) -> Interval:
    """Return the interval of (outcomes,) counts of the scores `grid`, from 0 to 1."""
    return _of_known(tuple(counts.tolist()), tuple(grid.tolist()), score, confidence)


@lru_cache(maxsize=1024)  # a report and a line of progress ask for the same counts again and again
def _of_known(scored: tuple[int, ...], scores: tuple[float, ...], score: float, confidence: float) -> Interval:
    counts, grid = np.array(scored), np.array(scores)
    reach = float(allowed(counts, confidence))
    if counts.sum() < 2:
        return Interval(0.0, score, 1.0)

    best = _best(counts)

    def excess(mean: float) -> float:
        return float(_deficits(counts, best, grid, mean)) - reach

    return Interval(_end(excess, score, ALMOST), score, _end(excess, score, 1 - ALMOST))


def _best(counts: npt.ArrayLike) -> Floats:
    """Return (...) the log-likelihood of (..., outcomes) counts without a hypothesis."""
    return likelihood.of(counts, likelihood.observed(counts))


def _deficits(counts: npt.ArrayLike, best: Floats, grid: Floats, mean: float) -> Floats:
    bound = likelihood.of(counts, likelihood.at_mean(counts, grid, mean))
    return np.asarray(np.maximum(2 * (best - bound), 0))


def _end(excess: Callable[[float], float], inside: float, outside: float) -> float:
    """Return where `excess` changes its sign; 0 or 1 itself when not even they are ruled out."""
    from scipy.optimize import brentq  # here, because it takes a fifth of a second to load

    reachable = min(max(inside, ALMOST), 1 - ALMOST)
    if excess(outside) <= 0:
        return round(outside)
    return float(brentq(excess, outside, reachable, xtol=1e-10))
