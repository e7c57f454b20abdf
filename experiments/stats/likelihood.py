"""Likelihood: the distribution of block scores that explains the counts best while a hypothesis holds.

Any distribution on the scores a block can have (`tally.support`), so correlation inside a block is part of what is
counted. Without a hypothesis the answer is the observed shares. Under one, every observed score has its share divided
by 1 + multiplier * lean, where lean says how far the score pulls away from the hypothesis, and the multiplier is the
root of one decreasing function. This is Owen's empirical likelihood, and what fishtest and fastchess compute.

The best distribution may put weight on a score that was never seen, and then only on the one that pulls most. We
compute this case exactly; fishtest and fastchess replace counts of 0 by 0.001, which moves an LLR by about 0.01 at
most.

Everything works on many sets of counts at once: (..., outcomes), with the leading axes free.

Sources: M. Van den Bergh, The Generalized Maximum Likelihood Ratio for the Expectation Value of a Distribution (2019)
and Normalized Elo Practical (2020); A. Owen, Empirical Likelihood (2001), ch. 2.
"""

import numpy as np
import numpy.typing as npt
from scipy.special import xlogy

from .elo import Floats

PRECISION = 1e-11  # of probabilities, and of the multiplier relative to its size
HALVINGS = 64  # of the range of floors, until nothing is left of it
NEAREST_AND_FARTHEST_FLOOR = -600.0, 30.0  # logarithms of the distance from the least lean, in spans of the lean
NEVER_ZERO = 1e-15  # keeps the ends of the multiplier's range free of 0 / 0


def of(counts: npt.ArrayLike, probability: Floats) -> Floats:
    """Return (...) log-likelihoods of (..., outcomes) counts; an outcome with count 0 adds 0, even at probability 0."""
    seen = np.asarray(counts)
    return np.asarray(xlogy(seen, np.where(seen > 0, probability, 1)).sum(axis=-1))


def observed(counts: npt.ArrayLike) -> Floats:
    """Return (..., outcomes) the share of each count, the best free distribution; all alike if empty."""
    number = np.asarray(counts, dtype=np.float64)
    total = number.sum(axis=-1, keepdims=True)
    return np.asarray(np.where(total > 0, number, 1) / np.where(total > 0, total, number.shape[-1]))


def at_mean(counts: npt.ArrayLike, support: Floats, mean: float) -> Floats:
    """Return (..., outcomes) the best distribution whose mean is `mean`, strictly between the ends of the support."""
    if not support[0] < mean < support[-1]:
        raise ValueError(f"a mean of {mean} is not inside {support[0]}..{support[-1]}; is it a score, not an Elo?")
    share = observed(counts)
    return _tilted(share, np.broadcast_to(support - mean, share.shape))


def farthest(counts: npt.ArrayLike, lean: Floats, allowed: npt.ArrayLike) -> Floats:
    """Return (..., outcomes) of all distributions that are likely enough, the one with the least mean of `lean`.

    counts    (..., outcomes); without a block all shares are alike
    lean      (..., outcomes) not all alike
    allowed   (...) twice the log-likelihood that a distribution may lose against the observed shares

    Lagrange's condition gives every observed score its share divided by its height over a floor, which lies
    below the least lean; the lower the floor, the nearer to the shares. The loss falls with the distance of the
    floor, so bisection finds it. A least lean that was never seen gets what may still be lost at distance 0.
    """
    share = observed(counts)
    doubled = 2 * np.maximum(np.sum(counts, axis=-1), 1)
    height = lean - lean.min(axis=-1, keepdims=True)
    height = np.broadcast_to(height / height.max(axis=-1, keepdims=True), share.shape)
    near, far = (np.full(share.shape[:-1], end) for end in NEAREST_AND_FARTHEST_FLOOR)
    for _ in range(HALVINGS):
        middle = (near + far) / 2
        too_far = doubled * _divergence(share, height, middle) > allowed
        near, far = np.where(too_far, middle, near), np.where(too_far, far, middle)
    shares = share / (height + np.exp(far)[..., None])
    shares /= shares.sum(axis=-1, keepdims=True)
    lowest = height.argmin(axis=-1, keepdims=True)
    left = np.maximum(allowed - doubled * _divergence(share, height, far), 0)[..., None]
    unseen = np.where(np.take_along_axis(share, lowest, axis=-1) > 0, 0, -np.expm1(-left / doubled[..., None]))
    shares *= 1 - unseen
    np.put_along_axis(shares, lowest, np.take_along_axis(shares, lowest, axis=-1) + unseen, axis=-1)
    return np.asarray(shares)


def _divergence(share: Floats, height: Floats, distance: Floats) -> Floats:
    """Return (...) the log-likelihood per block that shares lose by height over the floor, exp(distance)."""
    above = height + np.exp(distance)[..., None]
    return np.asarray(np.log((share / above).sum(axis=-1)) + xlogy(share, above).sum(axis=-1))


def effect_lean(guess: Floats, support: Floats, effect: Floats | float) -> Floats:
    """Return the derivative of `mean - 1/2 - effect * deviation` by each score's share at the guess; 0 on average."""
    mean = (guess * support).sum(axis=-1, keepdims=True)
    deviation = np.sqrt((guess * (support - mean) ** 2).sum(axis=-1, keepdims=True))
    spread = deviation + (support - mean) ** 2 / np.maximum(deviation, NEVER_ZERO)
    return np.asarray(support - 0.5 - effect / 2 * spread)


def _tilted(share: Floats, lean: Floats) -> Floats:
    """Return the distribution nearest to the (..., outcomes) share under which the mean of lean is 0."""
    multiplier = _multiplier(share, lean)[..., None]
    probability = share / np.maximum(1 + multiplier * lean, NEVER_ZERO)
    # What is missing to 1 belongs to a score that was never seen; see the top of the file.
    unseen = np.where(multiplier > 0, lean.argmin(axis=-1, keepdims=True), lean.argmax(axis=-1, keepdims=True))
    missing = 1 - probability.sum(axis=-1, keepdims=True)
    np.put_along_axis(probability, unseen, np.take_along_axis(probability, unseen, axis=-1) + missing, axis=-1)
    return probability


def _multiplier(share: Floats, lean: Floats) -> Floats:
    """Return (...) the root of the sum of share * lean / (1 + multiplier * lean), or the end of its range."""
    outcomes = share.shape[-1]
    shares, leans = share.reshape(-1, outcomes), np.broadcast_to(lean, share.shape).reshape(-1, outcomes)
    left, right = -1 / leans.max(axis=-1), -1 / leans.min(axis=-1)
    beyond, before = _slope(shares, leans, right)[0] >= 0, _slope(shares, leans, left)[0] <= 0
    multiplier = np.where(beyond, right, np.where(before, left, 0.0))
    inside = np.flatnonzero(~beyond & ~before)
    multiplier[inside] = _root(shares[inside], leans[inside], left[inside], right[inside])
    return multiplier.reshape(share.shape[:-1])


def _root(share: Floats, lean: Floats, left: Floats, right: Floats) -> Floats:
    """Return (n,) the root between left and right, both (n,), for (n, outcomes) shares and leans.

    Newton's step where it stays between the nearest points known to lie left and right of the root,
    else their middle: it cannot escape. A root that has settled is not computed further; only a few take long.
    """
    roots, moving = np.zeros(len(share)), np.arange(len(share))
    for _ in range(100):
        at = roots[moving]
        value, steepness = _slope(share, lean, at)
        left, right = np.where(value > 0, at, left), np.where(value < 0, at, right)
        step = at + value / np.maximum(steepness, NEVER_ZERO)
        roots[moving] = step = np.where((step > left) & (step < right), step, (left + right) / 2)
        rest = np.abs(step - at) > PRECISION * (1 + np.abs(step))
        if not rest.any():
            break
        if rest.all():
            continue
        moving, share, lean, left, right = moving[rest], share[rest], lean[rest], left[rest], right[rest]
    return roots


def _slope(share: Floats, lean: Floats, multiplier: Floats) -> tuple[Floats, Floats]:
    """Return the function whose root is sought, and how fast it falls."""
    pull = lean / np.maximum(1 + multiplier[..., None] * lean, NEVER_ZERO)
    return (share * pull).sum(axis=-1), (share * pull * pull).sum(axis=-1)
