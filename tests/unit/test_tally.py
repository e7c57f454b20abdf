"""The score of a game, the score of a block, the tally of blocks, and Elo."""

import numpy as np
import pytest

from experiments.stats import Tally, elo, shares
from experiments.stats.tally import support


def test_the_score_of_a_place_is_the_share_of_opponents_beaten():
    assert shares([1, 2, 3, 4]).tolist() == pytest.approx([1, 2 / 3, 1 / 3, 0])
    assert shares([2, 1]).tolist() == [0, 1]
    assert shares([1, 1]).tolist() == [0.5, 0.5]
    assert shares([[1, 2, 2], [3, 1, 3]]).tolist() == [[1, 0.25, 0.25], [0.25, 1, 0.25]]


def test_a_pair_has_five_outcomes_and_a_block_of_four_players_25():
    assert support(2).tolist() == [0, 0.25, 0.5, 0.75, 1]
    games = [[0, 0], [0.5, 0], [1, 0], [0, 1], [1, 0.5], [1, 1]]
    assert Tally.of_games(games) == Tally.pairs(1, 1, 2, 1, 1)
    tally = Tally.of_games([[1, 2 / 3, 1 / 3, 0], [1, 1, 1, 1], [1, 1, 1, 5 / 6]])
    assert len(tally.counts) == 25
    assert {outcome: count for outcome, count in enumerate(tally.counts) if count} == {12: 1, 23: 1, 24: 1}
    assert (tally.blocks, tally.games) == (3, 12)


def test_score_deviation_and_sum_are_those_of_the_blocks():
    """Two pairs lost, one even, one won: mean 3/8, variance 11/64, by hand."""
    tally = Tally.pairs(2, 0, 1, 0, 1)
    assert tally.score == 3 / 8
    assert tally.deviation**2 == pytest.approx(11 / 64)
    assert tally.below_even_above == (2, 1, 1)
    empty = Tally.empty(4)
    assert (empty.score, empty.deviation, empty.blocks) == (0.5, 0, 0)
    assert Tally.pairs(1, 0, 2, 0, 3) + Tally.pairs(0, 4, 0, 5, 0) == Tally.pairs(1, 4, 2, 5, 3)


def test_four_hundred_elo_are_ten_wins_for_one_loss_and_normalised_elo_sees_pairs_better():
    assert elo.to_score(400) == pytest.approx(10 / 11)
    assert elo.from_score(10 / 11) == pytest.approx(400)
    assert [elo.from_score(score) for score in (0, 0.5, 1)] == [-np.inf, 0, np.inf]
    assert [elo.to_score(difference) for difference in (-np.inf, 0, np.inf)] == [0, 0.5, 1]
    assert 0.5 * elo.from_effect((elo.to_score(1) - 0.5) / 0.5, games=1) == pytest.approx(1 / 2, rel=1e-4)
    assert elo.from_effect(0.1, games=2) == pytest.approx(elo.from_effect(0.1, games=1) / np.sqrt(2))
