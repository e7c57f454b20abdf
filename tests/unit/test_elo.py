"""Score, Elo and normalised Elo."""

import numpy as np
import pytest

from experiments.stats import elo


def test_four_hundred_elo_are_ten_wins_for_one_loss_and_all_wins_infinitely_many():
    """The definition of the scale."""
    assert elo.to_score(400) == pytest.approx(10 / 11)
    assert elo.from_score(10 / 11) == pytest.approx(400)
    assert [elo.from_score(score) for score in (0, 0.5, 1)] == [-np.inf, 0, np.inf]
    assert [elo.to_score(difference) for difference in (-np.inf, 0, np.inf)] == [0, 0.5, 1]


def test_normalised_elo_is_elo_for_a_small_advantage_and_sees_pairs_better_than_games():
    """One game then deviates by 1/2, and both curves have the same slope at even."""
    assert 0.5 * elo.from_effect((elo.to_score(1) - 0.5) / 0.5, games=1) == pytest.approx(1 / 2, rel=1e-4)
    assert elo.to_effect(10, games=2) == pytest.approx(np.sqrt(2) * elo.to_effect(10, games=1))
    assert elo.from_effect(elo.to_effect(10, games=4), games=4) == pytest.approx(10)
