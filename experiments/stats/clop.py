"""CLOP: confident local optimisation, for tuning by games whose results are mostly luck.

R. Coulom, CLOP: Confident Local Optimization for Noisy Black-Box Parameter Tuning, Advances in Computer Games 13, 2011.

The chance to win is fitted by a quadratic in the logistic scale, P(win at x) = 1 / (1 + exp(-q(x))), which is right
near an optimum and wrong far from it. So samples that are confidently worse than the average lose weight, and the
surface is fitted again to what is left, until the weights stand still. The next sample is drawn where weight is; the
optimum is where the weighted samples lie on average. With more games "confidently worse" means less far away.

Pure: samples in, a point out, each in the box -1..1; `tune/samplers.py` maps parameters to it.
"""

from dataclasses import dataclass, field
from functools import cache
from typing import Self

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

PRIOR_VARIANCE = 100.0  # of each coefficient, mean 0 (Coulom): a slope of 10 in logits is still likely
CONFIDENCE = 3.0  # Coulom's H: a sample this many deviations below the average keeps exp(-1) of its weight
SETTLED = 0.99  # refitting stops when the weights keep this share of their sum (Coulom)
SWEEPS = 20  # over all axes for every drawn point, which starts at the optimum and has to leave it
GRID = 100  # points along an axis among which one is drawn
NEWTON_STEPS = 100  # a convex problem needs some ten; more means a mistake
PRECISE = 1e-10  # gain in log-posterior at which the fit is at its top


@dataclass(frozen=True, slots=True)
class Samples:
    """The points that were played, and their scores."""

    points: Floats  # (samples, axes) in -1..1
    scores: Floats  # (samples,) 0..1, the share of points won
    games: Floats  # (samples,) how many games stand behind each score

    @classmethod
    def of(cls, points: npt.ArrayLike, scores: npt.ArrayLike, games: npt.ArrayLike) -> Self:
        """Check and keep the samples; ValueError for a value outside its range, such as a score of nan."""
        samples = cls(*(np.asarray(each, dtype=np.float64) for each in (points, scores, games)))
        if samples.points.ndim != 2 or not len(samples.points) == len(samples.scores) == len(samples.games):
            raise ValueError(
                f"points, scores and games have shapes {samples.points.shape}, {samples.scores.shape} and "
                f"{samples.games.shape}; expected (samples, axes), (samples,) and (samples,)"
            )
        if not np.all(np.abs(samples.points) <= 1):
            raise ValueError("a point lies outside the box -1..1")
        if not np.all((samples.scores >= 0) & (samples.scores <= 1)):
            raise ValueError(f"scores {samples.scores} should lie in 0..1; is a broken game among them?")
        if not np.all((samples.games > 0) & np.isfinite(samples.games)):
            raise ValueError(f"games {samples.games} should be above 0")
        return samples

    @property
    def axes(self) -> int:
        """The number of parameters."""
        return int(self.points.shape[1])


@dataclass(frozen=True, slots=True)
class Clop:
    """The fit to the samples, and its optimum."""

    samples: Samples
    cuts: tuple[tuple[Floats, float, float], ...]  # per round: coefficients, the average and its deviation, in logits
    confidence: float = CONFIDENCE
    weights: Floats = field(init=False)  # (samples,) 0..1

    def __post_init__(self) -> None:
        object.__setattr__(self, "weights", self.weight(self.samples.points))

    @classmethod
    def of(cls, samples: Samples, confidence: float = CONFIDENCE) -> Self:
        """Fit and lower weights in turn until they stand still. The order of the samples does not matter."""
        fit = cls(samples, (), confidence)
        while True:
            before = fit
            fit = cls(samples, (*before.cuts, _cut(samples, before.weights)), confidence)
            if fit.weights.sum() >= SETTLED * before.weights.sum():
                return fit

    def weight(self, points: Floats) -> Floats:
        """Return (...) how much a sample at (..., axes) counts: 1, and less where any round found it confidently worse.

        A round allows exp((q - average) / (confidence * deviation)); the least of all rounds counts, so what was
        discarded once does not come back when a later surface bends the other way far from its samples.
        """
        allowed, terms = np.zeros(points.shape[:-1]), features(points)
        for coefficients, average, deviation in self.cuts:
            excess = terms @ coefficients - average
            allowed = np.minimum(allowed, excess / (self.confidence * deviation))
        return np.asarray(np.exp(allowed))

    def optimum(self) -> Floats:
        """Return (axes,) the mean of the samples, weighted by weight and games; the middle of the box without samples.

        Not the top of the fitted surface: after few games that may lie anywhere, even outside the box.
        """
        share = self.weights * self.samples.games
        if not share.sum() > 0:
            return np.zeros(self.samples.axes)
        return np.asarray(share @ self.samples.points / share.sum())

    def score(self) -> float:
        """Return the score 0..1 that the last surface expects at the optimum."""
        coefficients, _, _ = self.cuts[-1]
        return float(logistic(features(self.optimum()) @ coefficients))

    def draw(self, random: np.random.Generator) -> Floats:
        """Return (axes,) the next point to play, drawn with a density proportional to the weight.

        Gibbs sampling: starting at the optimum, each axis in turn is drawn anew while the others keep their values.
        """
        point = self.optimum()
        for _ in range(SWEEPS):
            for axis in range(self.samples.axes):
                point[axis] = self._draw_on(axis, point, random)
        return point

    def _draw_on(self, axis: int, point: Floats, random: np.random.Generator) -> float:
        """Draw a value for one axis among evenly spaced points, shifted by chance so that none is preferred."""
        line = np.tile(point, (GRID, 1))
        line[:, axis] = -1 + 2 * (np.arange(GRID) + random.random()) / GRID
        density = self.weight(line)
        return float(random.choice(line[:, axis], p=density / density.sum()))


def features(points: Floats) -> Floats:
    """Return (..., terms) 1, every x, and every product of two, of (..., axes): what a quadratic is linear in."""
    first, second = _pairs(points.shape[-1])
    ones = np.ones((*points.shape[:-1], 1))
    return np.concatenate([ones, points, points[..., first] * points[..., second]], axis=-1)


@cache
def _pairs(axes: int) -> tuple[npt.NDArray[np.intp], ...]:
    return np.triu_indices(axes)


def logistic(logit: Floats) -> Floats:
    """Return the chance 0..1 that belongs to a value of the surface."""
    return np.asarray(0.5 * (1 + np.tanh(logit / 2)))  # 1 / (1 + exp(-logit)), without overflow


def fit(
    terms: Floats, scores: Floats, games: Floats, precision: Floats | float = 1 / PRIOR_VARIANCE
) -> tuple[Floats, Floats]:
    """Return the most probable coefficients under a normal prior around 0, and the inverse of their covariance.

    Args:
        terms: (samples, terms) what each coefficient is multiplied with
        scores: (samples,) 0..1; a half win is half a win and half a loss
        games: (samples,) >= 0, times the weight of the sample
        precision: one over the prior's variance, for all coefficients or (terms,)

    Returns:
        (terms,) and (terms, terms). The prior makes both finite, also when every game was won.
    """
    coefficients, prior = np.zeros(terms.shape[1]), np.broadcast_to(precision, terms.shape[1])
    for _ in range(NEWTON_STEPS):
        chance = logistic(terms @ coefficients)
        slope = terms.T @ (games * (scores - chance)) - prior * coefficients
        curvature = (terms.T * (games * chance * (1 - chance))) @ terms + np.diag(prior)
        step = np.asarray(np.linalg.solve(curvature, slope), dtype=np.float64)
        if slope @ step < PRECISE:
            return coefficients, curvature
        coefficients = _uphill(coefficients, step, terms, scores, games, prior)
    raise ArithmeticError(f"the fit of {len(scores)} samples did not settle in {NEWTON_STEPS} Newton steps")


def _uphill(coefficients: Floats, step: Floats, terms: Floats, scores: Floats, games: Floats, prior: Floats) -> Floats:
    """Return one Newton step, halved until it leads uphill: a whole one overshoots when nearly every game was won."""
    here = _log_posterior(coefficients, terms, scores, games, prior)
    while _log_posterior(coefficients + step, terms, scores, games, prior) < here:
        step = step / 2
    return coefficients + step


def _log_posterior(coefficients: Floats, terms: Floats, scores: Floats, games: Floats, prior: Floats) -> float:
    logit = terms @ coefficients
    likelihood = np.dot(games, scores * logit - np.logaddexp(0, logit))
    return float(likelihood - prior @ coefficients**2 / 2)


def _cut(samples: Samples, weights: Floats) -> tuple[Floats, float, float]:
    games = samples.games * weights
    coefficients, _ = fit(features(samples.points), samples.scores, games)
    constant, curvature = fit(np.ones((len(games), 1)), samples.scores, games)
    return coefficients, float(constant[0]), float(curvature[0, 0] ** -0.5)
