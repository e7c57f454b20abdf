"""Effect: standard deviations of a block above one half, which on Elo's scale is normalised Elo."""

import numpy as np
import numpy.typing as npt

from . import interval, likelihood
from .elo import Floats
from .interval import Interval
from .tally import Tally, support

FARTHEST = 1e4  # standard deviations; an end that lies farther off is as good as none
NO_DEVIATION = 1e-12  # replaces a deviation of 0, which would divide
MOST_STEPS = 100  # towards an end; most take a few
SETTLED = 1e-9  # standard deviations that a step has to gain


def of_tally(tally: Tally, confidence: float = 0.95) -> Interval:
    """Return standard deviations of a block above one half, with all effects that the counts do not speak against.

    From the likelihood of `interval.of_score`: the interval lies above 0 exactly when the score's lies above one half,
    and is not empty where blocks hardly differ. Where nothing varied the value is 0, or infinite off one half; an end
    beyond FARTHEST counts as infinite.
    """
    above = tally.score - 0.5
    with np.errstate(divide="ignore"):
        effect = float(np.divide(above, tally.deviation)) if above else 0.0
    low, high = ends(tally.players, tally.counts, confidence)
    return Interval(float(low), effect, float(high))


def ends(players: int, counts: npt.ArrayLike, confidence: float = 0.95) -> tuple[Floats, Floats]:
    """Return both ends of the interval of `of_tally`, for (..., outcomes) counts."""
    number, grid = np.asarray(counts), support(players)
    reach = interval.allowed(number, confidence)
    return _least_effect(number, grid, reach), -_least_effect(number[..., ::-1], grid, reach)


def _least_effect(counts: npt.NDArray[np.int64], grid: Floats, reach: Floats) -> Floats:
    """Return (...) the least effect of all distributions that lose at most `reach`.

    A guess of the effect tells how each score moves it, that gives the farthest distribution, and this a better guess;
    a few rounds settle it. Below one half there may be several local minima, so every score starts a search.
    """
    known = np.isfinite(reach)
    within = np.where(known, reach, 1.0)
    starts = np.stack([grid, *(-np.eye(len(grid)))]).reshape(-1, *[1] * (counts.ndim - 1), len(grid))
    everywhere = np.broadcast_to(counts, (len(starts), *counts.shape))
    guess = likelihood.farthest(everywhere, starts, within)
    least = _descended(everywhere, grid, within, guess).min(axis=0)
    return np.where(known & (least > -FARTHEST), least, -np.inf)


def _descended(counts: npt.NDArray[np.int64], grid: Floats, reach: Floats, guess: Floats) -> Floats:
    """Return (...) the effect of the guess, lowered until no step lowers it further."""
    lowest = _effect(guess, grid)
    for _ in range(MOST_STEPS):
        step = likelihood.farthest(counts, likelihood.effect_lean(guess, grid, lowest[..., None]), reach)
        lower = _effect(step, grid)
        better = lower < lowest - SETTLED
        if not better.any():
            break
        guess, lowest = np.where(better[..., None], step, guess), np.where(better, lower, lowest)
    return lowest


def _effect(probability: Floats, grid: Floats) -> Floats:
    mean = (probability * grid).sum(axis=-1)
    deviation = np.sqrt((probability * (grid - mean[..., None]) ** 2).sum(axis=-1))
    return np.asarray((mean - 0.5) / np.maximum(deviation, NO_DEVIATION))
