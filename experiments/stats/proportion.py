"""Proportion: the share of games that are won, and by how much two shares differ."""

from math import hypot, sqrt

from scipy.special import ndtri  # the normal quantile; scipy.stats asks it too, and takes a second to load

from .interval import Interval


def of_wins(wins: int, games: int, confidence: float = 0.95) -> Interval:
    """Return the share of `games` independent games that are won, with Wilson's interval; 0 to 1 for no games.

    E. Wilson, Probable Inference, the Law of Succession, and Statistical Inference (1927). It stays inside 0..1 and is
    not empty where all games ended alike, as share ± 1.96 standard errors is.
    """
    if not 0 <= wins <= games:
        raise ValueError(f"{wins} of {games} games were won; expected 0 to {games}")
    return _wilson(wins / games, games, confidence) if games else Interval(0.0, 0.5, 1.0)


def of_blocks(score: float, variance: float, blocks: int, games: int, confidence: float = 0.95) -> Interval:
    """Return a score of which only the mean and the variance over blocks are known, with its interval.

    Wilson's interval for the number of independent games, from one to all `games` of a block, whose mean would vary as
    the blocks did. It is not empty where no block differed.
    """
    alone = score * (1 - score)  # the variance of a single game
    alike = min(max(alone / variance, 1.0), games) if variance > 0 else games if alone > 0 else 1.0
    return _wilson(score, blocks * alike, confidence)


def _wilson(share: float, games: float, confidence: float) -> Interval:
    z = float(ndtri((1 + confidence) / 2))
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    reach = z / (1 + z * z / games) * sqrt(share * (1 - share) / games + (z / (2 * games)) ** 2)
    # Rounding may leave the share itself a hair outside where nothing or everything was won.
    return Interval(min(max(middle - reach, 0.0), share), share, max(min(middle + reach, 1.0), share))


def difference(one: Interval, other: Interval) -> Interval:
    """Return `one` - `other`, two independent shares, with its interval.

    R. Newcombe, Interval Estimation for the Difference Between Independent Proportions (1998), method 10: the distances
    from value to end are added as the legs of a right triangle.
    """
    value = one.value - other.value
    down = hypot(one.value - one.low, other.high - other.value)
    up = hypot(one.high - one.value, other.value - other.low)
    return Interval(value - down, value, value + up)
