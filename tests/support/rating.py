"""Ratings of blocks that a test writes down as finishing orders."""

from experiments.stats import Fit, kinds


def rate(blocks, anchor, seed, **others):
    """All players, the best first.

    blocks   of strings such as "ab": a finished ahead of b
    others   resamples, prior
    """
    return Fit.of(kinds(blocks), seed=seed, **others).ratings(anchor)
