"""Score, Elo and normalised Elo."""

import numpy as np
import pytest

from experiments.stats import elo


def test_four_hundred_elo_are_ten_wins_for_one_loss():
    """The definition of the scale."""
    assert elo.to_score(400) == pytest.approx(10 / 11)
    assert elo.from_score(10 / 11) == pytest.approx(400)


def test_a_score_of_one_is_infinitely_many_elo():
    """No finite difference explains that every game was won; and nothing is warned about."""
    assert [elo.from_score(score) for score in (0, 0.5, 1)] == [-np.inf, 0, np.inf]
    assert [elo.to_score(difference) for difference in (-np.inf, 0, np.inf)] == [0, 0.5, 1]


def test_normalised_elo_is_elo_for_a_small_advantage_without_draws():
    """One game then deviates by 1/2, and both curves have the same slope at even."""
    assert 0.5 * elo.from_effect((elo.to_score(1) - 0.5) / 0.5, games=1) == pytest.approx(1 / 2, rel=1e-4)


def test_a_pair_sees_an_effect_the_root_of_two_better_than_a_game():
    """fishtest's convention: the deviation of a pair, times the root of 2, is that of a game."""
    assert elo.to_effect(10, games=2) == pytest.approx(np.sqrt(2) * elo.to_effect(10, games=1))
    assert elo.from_effect(elo.to_effect(10, games=4), games=4) == pytest.approx(10)
