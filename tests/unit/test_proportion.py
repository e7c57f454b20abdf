"""The share of games won, and the difference of two shares."""

import numpy as np
import pytest

from experiments.stats import difference, of_blocks, of_wins
from experiments.stats.interval import Interval


@pytest.mark.parametrize(("wins", "games"), [(0, 5), (5, 5), (3, 7), (81, 150), (1, 1000)])
@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.9917])
def test_the_interval_is_wilsons(wins, games, confidence):
    """The interval equals scipy's Wilson interval."""
    from scipy.stats import binomtest  # here, because it takes long to load

    bounds, expected = of_wins(wins, games, confidence), binomtest(wins, games).proportion_ci(confidence, "wilson")
    assert bounds.value == wins / games
    assert (bounds.low, bounds.high) == pytest.approx((expected.low, expected.high))


@pytest.mark.parametrize(
    ("variance", "games"), [(0.25, 50), (0.4, 50), (0.25 / 1.2, 60), (0.125, 100), (0.01, 100), (0, 100)]
)
def test_blocks_tell_as_much_as_their_variance_says_and_no_more_than_all_their_games(variance, games):
    """Fifty blocks of two games: as many independent games as vary like that, never more than a hundred."""
    known, expected = of_blocks(0.5, variance, 50, 2), of_wins(games // 2, games)
    assert (known.low, known.value, known.high) == pytest.approx((expected.low, expected.value, expected.high))


@pytest.mark.parametrize(("wins", "games"), [(-1, 5), (6, 5)])
def test_more_wins_than_games_are_refused_and_no_games_say_nothing(wins, games):
    """The error names both numbers."""
    assert of_wins(0, 0) == Interval(0.0, 0.5, 1.0)
    with pytest.raises(ValueError, match=f"{wins} of {games} games"):
        of_wins(wins, games)


def test_the_difference_is_newcombes():
    """The examples (a), (b) and (e) of his paper, method 10."""
    for (a, m), (b, n), low, high in [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((10, 10), (0, 10), 0.6075, 1.0),
    ]:
        gap = difference(of_wins(a, m), of_wins(b, n))
        assert gap.value == pytest.approx(a / m - b / n)
        assert (gap.low, gap.high) == pytest.approx((low, high), abs=1e-3)


@pytest.mark.parametrize(("p", "q"), [(0.5, 0.5), (0.9, 0.6), (0.05, 0.02)])
def test_the_difference_covers(p, q):
    """In 95 % of the samples, give or take three Monte-Carlo standard errors, and never much less."""
    random = np.random.default_rng(1)
    samples = [(random.binomial(75, p), random.binomial(75, q)) for _ in range(1000)]
    gaps = [difference(of_wins(int(a), 75), of_wins(int(b), 75)) for a, b in samples]
    assert np.mean([each.low <= p - q <= each.high for each in gaps]) >= 0.95 - 0.021
