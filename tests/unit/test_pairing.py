"""The gain of playing every map from all seats."""

import numpy as np
import pytest

from experiments.stats.pairing import Pairing
from experiments.stats.simulation import World


def test_variance_and_gain_by_hand():
    """Pairs won-lost, lost-won, won-won, lost-lost.

    The means 1/2, 1/2, 1, 0 have variance 1/6; within pairs it is 1/2, 1/2, 0, 0, on average 1/4. A lone
    game therefore has 1/6 + 1/8 = 7/24, two unrelated ones 7/48, and the gain is 7/8.
    """
    pairing = Pairing.of_games([[1, 0], [0, 1], [1, 1], [0, 0]], seed=1)
    assert pairing.swapped == pytest.approx(1 / 6)
    assert pairing.unswapped == pytest.approx(7 / 48)
    assert pairing.gain.value == pytest.approx(7 / 8)
    assert pairing.correlation == pytest.approx(1 / 7)


def test_maps_that_favour_a_seat_gain_by_the_swap_and_those_that_favour_a_style_lose():
    """Two unrelated games of even players have variance 1/8; a style's second game tells less than another map."""
    games = World(2, seat=1.0, style=0.0).games((4000,), np.random.default_rng(2))
    pairing = Pairing.of_games(games, seed=3, resamples=200)
    assert pairing.unswapped == pytest.approx(1 / 8, rel=0.01)
    assert pairing.correlation < 0
    assert pairing.gain.low > 1.2
    games = World(4, seat=0.0, style=1.0).games((2000,), np.random.default_rng(2))
    pairing = Pairing.of_games(games, seed=3, resamples=200)
    assert pairing.correlation > 0
    assert pairing.gain.high < 1


def test_the_correlation_is_the_one_between_the_games():
    """The intraclass correlation, in the terms of the variances: 1 / gain = 1 + (games - 1) * correlation."""
    games = World(4).games((4000,), np.random.default_rng(5))
    pairing = Pairing.of_games(games, seed=1, resamples=10)
    between = np.corrcoef(games.T)[~np.eye(4, dtype=bool)].mean()
    assert pairing.correlation == pytest.approx(between, abs=0.01)
    assert 1 / pairing.gain.value == pytest.approx(1 + 3 * pairing.correlation)
    assert pairing == Pairing.of_games(games, seed=1, resamples=10) != Pairing.of_games(games, seed=2, resamples=10)


def test_blocks_without_variance_are_refused():
    """One block has no variance, one game no pair; and where nothing differs there is nothing to compare."""
    with pytest.raises(ValueError, match="at least 2 x 2"):
        Pairing.of_games([[1, 0]], seed=1)
    with pytest.raises(ValueError, match="same score"):
        Pairing.of_games([[1, 0], [0, 1]], seed=1)
    same = [[1 / 3, 2 / 3, 0, 1], [1, 2 / 3, 1 / 3, 0], [0, 1, 2 / 3, 1 / 3]]
    with pytest.raises(ValueError, match="all 3 blocks have the same score"):
        Pairing.of_games(same, seed=1)
    assert Pairing.of_games([*same, [1, 1, 1, 1]], seed=1).gain.high < 100
