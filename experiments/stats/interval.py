"""Interval: a value and the range that the games leave open for it."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import stdtrit  # Student's quantile; scipy.stats asks it too, and takes a second to load

from . import likelihood
from .elo import Floats
from .tally import Tally, support

ALMOST = 1e-9  # scores nearer than this to 0 or 1 are taken for 0 or 1


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

    def mapped(self, scale: Callable[[float], float]) -> "Interval":
        """The interval on another, increasing scale; it covers the truth exactly as often."""
        return Interval(scale(self.low), scale(self.value), scale(self.high))

    def within(self, low: float, high: float) -> "Interval":
        """The interval without what lies outside low..high, where no value of its kind can be."""
        return Interval(max(self.low, low), self.value, min(self.high, high))


def of_score(tally: Tally, confidence: float = 0.95) -> Interval:
    """The score, with all scores that the counts do not speak against strongly enough.

    For many blocks the ends are score ± 1.96 * deviation / sqrt(blocks), the formula of fishtest and
    fastchess. For few they stay inside 0..1; and where nothing varied, as after pairs that were all
    even or all won, they still leave room, while that formula claims ± 0. Fewer than two blocks say
    nothing: 0 to 1.
    """
    allowed = _allowed(tally.blocks, confidence)
    if tally.blocks < 2:
        return Interval(0.0, tally.score, 1.0)

    def excess(score: float) -> float:
        return float(deficits(tally.players, tally.counts, score)) - allowed

    return Interval(_end(excess, tally.score, ALMOST), tally.score, _end(excess, tally.score, 1 - ALMOST))


def covers(players: int, counts: npt.ArrayLike, score: float, confidence: float = 0.95) -> npt.NDArray[np.bool_]:
    """(...) whether the interval of `of_score` holds `score`, for many tallies of equally many blocks at once.

    counts   (..., outcomes) blocks with each score of `tally.support(players)`
    """
    (blocks,) = np.unique(np.sum(counts, axis=-1))
    return np.asarray(deficits(players, counts, score) <= _allowed(int(blocks), confidence))


def deficits(players: int, counts: npt.ArrayLike, score: float) -> Floats:
    """(...) twice the log-likelihood that (..., outcomes) counts lose when the true score has to be `score`."""
    best = likelihood.of(counts, likelihood.observed(counts))
    bound = likelihood.of(counts, likelihood.at_mean(counts, support(players), score))
    return np.asarray(np.maximum(2 * (best - bound), 0))


def _allowed(blocks: int, confidence: float) -> float:
    """The largest deficit of a score inside the interval.

    The square of Student's t with blocks - 1 degrees of freedom instead of the chi-square of the theory:
    A. Owen, Empirical Likelihood Ratio Confidence Regions (1990). Chi-square covers too seldom below some
    fifty blocks.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence = {confidence} should lie between 0 and 1; 95 % is written 0.95")
    return float(stdtrit(blocks - 1, (1 + confidence) / 2) ** 2) if blocks > 1 else np.inf


def of_effect(tally: Tally, confidence: float = 0.95) -> Interval:
    """Standard deviations of a block above one half; the ends allow for the deviation being estimated too.

    To first order (the delta method) the estimate varies by (1 - effect * skewness + effect**2 *
    (kurtosis - 1) / 4) / blocks. Where nothing varied the deviation is unknown, and so is everything.
    """
    above = tally.score - 0.5
    if tally.blocks < 2 or tally.deviation == 0:
        return Interval(-np.inf, float(np.sign(above) * np.inf) if above else 0.0, np.inf)
    effect = above / tally.deviation
    skewness, kurtosis = (tally.moment(power) / tally.deviation**power for power in (3, 4))
    variance = max(0.0, 1 - effect * skewness + effect**2 * (kurtosis - 1) / 4) / tally.blocks
    margin = np.sqrt(_allowed(tally.blocks, confidence) * variance)
    return Interval(float(effect - margin), float(effect), float(effect + margin))


def of_mean(values: npt.ArrayLike, confidence: float = 0.95) -> Interval:
    """The mean of any number measured once per block, such as the difference of two settings on the same map.

    values   (blocks,) independent; a block with several games enters as their mean
    Returns  Student's interval: exact for normal values, and close from some twenty blocks on for
             values that are not. One block gives no range: -inf to inf.
    """
    measured = np.asarray(values, dtype=np.float64)
    if measured.ndim != 1 or not len(measured):
        raise ValueError(f"values have shape {measured.shape}, expected (blocks,) with at least one block")
    mean = float(measured.mean())
    if len(measured) == 1:
        return Interval(-np.inf, mean, np.inf)
    margin = float(np.sqrt(_allowed(len(measured), confidence) * measured.var(ddof=1) / len(measured)))
    return Interval(mean - margin, mean, mean + margin)


def _end(excess: Callable[[float], float], inside: float, outside: float) -> float:
    """Where `excess` changes its sign; 0 or 1 itself when not even they are ruled out."""
    from scipy.optimize import brentq  # here, because it takes longer to load than most commands to answer

    reachable = min(max(inside, ALMOST), 1 - ALMOST)
    if reachable == outside or excess(outside) <= 0:
        return round(outside)
    return float(brentq(excess, outside, reachable, xtol=1e-10))
