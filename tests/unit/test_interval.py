"""Intervals, the estimate made of them, and how both are written."""

import numpy as np
import pytest
from scipy.special import ndtr

from experiments.stats import Estimate, Interval, Tally, difference, interval, of_wins
from experiments.stats.elo import from_score
from experiments.stats.selection import Pruning, contrasts, superiority

MANY = Tally.pairs(250, 3450, 6900, 3700, 300)


def test_with_many_pairs_intervals_are_the_usual_formulas():
    """Score ± 1.96 deviations / sqrt(pairs), to 1 %; normalised, (score - 1/2) / (deviation sqrt 2) * 347.4."""
    margin = 1.959964 * MANY.deviation / np.sqrt(MANY.blocks)
    bounds = interval.of_score(MANY)
    assert bounds.low == pytest.approx(MANY.score - margin, abs=margin / 100)
    assert bounds.high == pytest.approx(MANY.score + margin, abs=margin / 100)
    bounds = Estimate.of(MANY).normalised
    assert bounds.value == pytest.approx((MANY.score - 0.5) / (MANY.deviation * np.sqrt(2)) * 347.4356)
    assert bounds.half_width == pytest.approx(1.96 / np.sqrt(2 * MANY.blocks) * 347.4356, rel=1e-2)


def test_a_score_has_the_interval_of_students_test_with_a_lost_and_a_won_block():
    from scipy.stats import ttest_1samp  # here, because it takes long to load

    values = [0.5] * 6 + [0.75] * 3 + [1.0]
    theirs = ttest_1samp([*values, 0, 1], 0).confidence_interval(0.9)
    for bounds in (interval.of_score(Tally.pairs(0, 0, 6, 3, 1), 0.9), interval.of_shares(values, 0.9)):
        assert (bounds.low, bounds.value, bounds.high) == pytest.approx((theirs.low, 0.625, theirs.high))
    (counted,) = interval.of_counted([{0.5: 6, 0.75: 3, 1.0: 1}], 0.9)
    assert (counted.low, counted.high) == pytest.approx((theirs.low, theirs.high))


def test_pairs_that_were_all_alike_leave_room():
    """Twenty games that ended alike were `50.0 % (50.0 to 50.0)`, which is Student's alone."""
    bounds = interval.of_score(Tally.pairs(0, 0, 20, 0, 0))
    assert bounds.low < 0.45 < 0.55 < bounds.high
    assert bounds.high + bounds.low == pytest.approx(1)
    bounds = interval.of_shares([1.0] * 10)
    assert bounds.low < 0.8
    assert (bounds.value, bounds.high) == (1, 1)
    assert interval.of_score(Tally.pairs(0, 0, 0, 0, 2)).low < 0.2


@pytest.mark.parametrize("tally", [Tally.empty(2), Tally.empty(4), Tally.pairs(0, 0, 0, 0, 1)])
def test_fewer_than_two_blocks_say_nothing(tally):
    estimate = Estimate.of(tally)
    assert (estimate.score.low, estimate.score.high) == (0, 1)
    assert (estimate.elo.low, estimate.elo.high) == (-np.inf, np.inf)
    assert (estimate.normalised.low, estimate.normalised.high) == (-np.inf, np.inf)
    assert 0.5 <= estimate.superiority < 0.7


def test_the_effect_of_pairs_that_were_all_even_leaves_room_and_of_others_has_no_upper_end():
    bounds = Estimate.of(Tally.pairs(0, 0, 20, 0, 0)).normalised
    assert (bounds.low, bounds.value) == (pytest.approx(-bounds.high), 0)
    assert 50 < bounds.high < 150
    bounds = Estimate.of(Tally.pairs(0, 0, 0, 9, 0)).normalised
    assert np.isfinite(bounds.low)
    assert (bounds.value, bounds.high) == (np.inf, np.inf)


def test_superiority_is_certain_to_the_degree_that_the_interval_excludes_even():
    """At 97.5 % the 95 % interval begins at one half; for many pairs it is fishtest's normal probability."""
    tally = Tally.pairs(9, 40, 60, 48, 16)
    sure = Estimate.of(tally).superiority
    assert interval.of_score(tally, confidence=2 * sure - 1).low == pytest.approx(0.5, abs=1e-6)
    tally = Tally.pairs(250, 3450, 6900, 3550, 270)
    usual = ndtr((tally.score - 0.5) * np.sqrt(tally.blocks) / tally.deviation)
    assert Estimate.of(tally).superiority == pytest.approx(usual, abs=1e-3)


def test_a_gain_is_a_score_from_minus_one_to_one():
    bounds = interval.of_gain([0] * 6 + [0.5] * 3 + [1.0])
    theirs = interval.of_score(Tally.pairs(0, 0, 6, 3, 1))
    assert (bounds.low, bounds.value, bounds.high) == pytest.approx((2 * theirs.low - 1, 0.25, 2 * theirs.high - 1))
    values = [-0.1, -0.2, 0.3]
    assert f"{np.mean(values):+.1f}" == "-0.0"
    assert f"{interval.of_gain(values).value:+.1f}" == "+0.0"


def test_elo_is_the_score_on_another_scale():
    estimate = Estimate.of(Tally.pairs(10, 108, 316, 160, 18))
    assert estimate.elo.value == pytest.approx(from_score(646 / 1224))
    assert estimate.elo.low == pytest.approx(from_score(estimate.score.low))


def test_the_interval_of_measured_values_is_students():
    from scipy.stats import ttest_1samp  # here, because it takes long to load

    values = np.random.default_rng(3).normal(2, 5, 30)
    theirs = ttest_1samp(values, 0).confidence_interval(0.9)
    bounds = interval.of_mean(values, 0.9)
    assert (bounds.low, bounds.high) == pytest.approx((theirs.low, theirs.high))
    assert interval.of_mean([4.0]) == Interval(-np.inf, 4, np.inf)


@pytest.mark.parametrize(("wins", "games"), [(0, 5), (5, 5), (3, 7), (81, 150), (1, 1000)])
@pytest.mark.parametrize("confidence", [0.9, 0.9917])
def test_the_interval_of_won_games_is_wilsons(wins, games, confidence):
    from scipy.stats import binomtest  # here, because it takes long to load

    bounds, expected = of_wins(wins, games, confidence), binomtest(wins, games).proportion_ci(confidence, "wilson")
    assert bounds.value == wins / games
    assert of_wins(0, 0) == Interval(0.0, 0.5, 1.0)
    assert (bounds.low, bounds.high) == pytest.approx((expected.low, expected.high))


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


def test_the_interval_and_the_chance_of_a_contrast_agree():
    """0 lies outside the interval exactly when the chance is at most 5 %; one setting alone is a paired t-test."""
    dice = np.random.default_rng(2)
    for _ in range(50):
        scores = np.clip(np.rint(4 * (np.array([0.5, 0.5, 0.6, 0.7]) + 0.25 * dice.standard_normal((40, 4)))), 0, 4) / 4
        for each in contrasts(scores, 0)[1:]:
            assert (each.difference.low > 0 or each.difference.high < 0) == (each.chance <= 0.05)
    (_, only) = contrasts(scores[:, [0, 3]], 0)
    assert only.superiority == superiority(scores[:, 3] - scores[:, 0])
    assert only.chance == pytest.approx(2 * (1 - only.superiority))


def test_few_blocks_and_equal_scores_tell_nothing():
    (_, best) = contrasts([[0.0, 1.0]] * 3, 0)
    assert best.chance > 0.05
    assert not best.is_better
    default, same = contrasts(np.repeat(np.random.default_rng(3).random((20, 1)), 2, axis=1), 0)
    assert (default.difference.low, default.difference.value, default.difference.high) == (0, 0, 0)
    assert (same.difference.value, same.superiority, same.chance) == (0, 0.5, 1)
    assert same.difference.low < -0.1 < 0.1 < same.difference.high


def test_looks_are_after_a_quarter_half_and_three_quarters_and_share_the_level():
    assert Pruning(100).looks == (25, 50, 75)
    assert Pruning(10).looks == (3, 5, 8)
    assert Pruning(2).looks == (1,)
    assert Pruning(1).looks == Pruning(9, parts=1).looks == ()
    assert Pruning(40).gives_up([-0.5] * 10)
    assert not Pruning(40).gives_up([-0.5] * 11)
    assert not Pruning(40).gives_up([0.5] * 10)
