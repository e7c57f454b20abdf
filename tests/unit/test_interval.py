"""Intervals and the estimate made of them."""

import numpy as np
import pytest
from scipy.special import ndtr

from experiments.stats import Estimate, Interval, Tally, effect, interval, likelihood
from experiments.stats.elo import from_score
from experiments.stats.tally import support


def test_with_many_pairs_intervals_are_the_usual_formulas():
    """Score ± 1.96 deviations / sqrt(pairs), to 1 %; normalised, (score - 1/2) / (deviation sqrt 2) * 347.4."""
    tally = Tally.pairs(250, 3450, 6900, 3700, 300)
    margin = 1.959964 * tally.deviation / np.sqrt(tally.blocks)
    bounds = interval.of_score(tally)
    assert bounds.low == pytest.approx(tally.score - margin, abs=margin / 100)
    assert bounds.high == pytest.approx(tally.score + margin, abs=margin / 100)
    bounds = Estimate.of(tally).normalised
    assert bounds.value == pytest.approx((tally.score - 0.5) / (tally.deviation * np.sqrt(2)) * 347.4356)
    assert bounds.half_width == pytest.approx(1.96 / np.sqrt(2 * tally.blocks) * 347.4356, rel=1e-2)


def test_pairs_that_were_all_alike_leave_room():
    """By hand: the end solves -2 n log(1 - 2d) = t^2, and n log(score) = -t^2 / 2; two blocks say almost nothing."""
    bounds = interval.of_score(Tally.pairs(0, 0, 20, 0, 0))
    allowed = 2.776445**2  # Student's t, 4 degrees of freedom, 97.5 %
    assert bounds.high - 0.5 == pytest.approx((1 - np.exp(-allowed / 40)) / 2, rel=1e-5)
    assert bounds.high + bounds.low == pytest.approx(1)
    bounds = interval.of_score(Tally.pairs(0, 0, 0, 0, 20))
    assert bounds.low == pytest.approx(np.exp(-(2.776445**2) / 40), rel=1e-5)
    assert (bounds.value, bounds.high) == (1, 1)
    assert interval.of_score(Tally.pairs(0, 0, 0, 0, 2)) == Interval(0, 1, 1)


@pytest.mark.parametrize("tally", [Tally.empty(2), Tally.empty(4), Tally.pairs(0, 0, 0, 0, 1)])
def test_fewer_than_two_blocks_say_nothing(tally):
    """One block shows no spread."""
    estimate = Estimate.of(tally)
    assert (estimate.score.low, estimate.score.high) == (0, 1)
    assert (estimate.elo.low, estimate.elo.high) == (-np.inf, np.inf)
    assert (estimate.normalised.low, estimate.normalised.high) == (-np.inf, np.inf)
    assert estimate.superiority == 0.5


def test_the_effect_of_pairs_that_were_all_even_leaves_room_and_of_others_has_no_upper_end():
    """By hand: a share w of pairs won has the effect sqrt(w / (1 - w)), and costs -2 n log(1 - w) = t^2."""
    won = 1 - np.exp(-(2.776445**2) / 40)
    bounds = effect.of_tally(Tally.pairs(0, 0, 20, 0, 0))
    assert (bounds.low, bounds.value, bounds.high) == pytest.approx(
        (-np.sqrt(won / (1 - won)), 0, np.sqrt(won / (1 - won)))
    )
    bounds = effect.of_tally(Tally.pairs(0, 0, 0, 9, 0))  # a deviation of 0 explains them
    assert np.isfinite(bounds.low)
    assert (bounds.value, bounds.high) == (np.inf, np.inf)


def test_the_ends_of_an_effect_are_the_farthest_of_all_likely_distributions():
    """No random distribution that loses as little goes beyond them, however few blocks there are."""
    grid, random = support(2), np.random.default_rng(5)
    for counts in ([10, 108, 316, 160, 18], [0, 0, 99, 0, 1], [17, 0, 19, 0, 214], [1, 0, 4, 1, 3], [0, 2, 0, 1, 0]):
        low, high = effect.ends(2, counts)
        drawn = random.dirichlet(np.array(counts) + 0.5, 20_000)
        lost = 2 * (likelihood.of(counts, likelihood.observed(counts)) - likelihood.of(np.array(counts), drawn))
        drawn = drawn[lost <= interval.allowed(counts, 0.95)]
        mean = drawn @ grid
        spread = (mean - 0.5) / np.sqrt(np.maximum((drawn * (grid - mean[:, None]) ** 2).sum(axis=1), 1e-300))
        assert len(spread) > 1000
        assert low - 1e-9 <= spread.min() <= spread.max() <= high + 1e-9


def test_shares_of_any_kind_have_the_interval_of_a_tally_and_a_gain_that_of_a_score():
    """Nothing varied is no certainty there either; a gain goes from -1 to 1 and is never -0.0."""
    bounds = interval.of_shares([0.5] * 6 + [0.75] * 3 + [1.0])
    theirs = interval.of_score(Tally.pairs(0, 0, 6, 3, 1))
    assert (bounds.low, bounds.value, bounds.high) == pytest.approx((theirs.low, theirs.value, theirs.high))
    assert interval.of_shares([1 / 3 * 1.5] * 20).high == pytest.approx(
        interval.of_score(Tally.pairs(0, 0, 20, 0, 0)).high
    )
    bounds = interval.of_gain([0] * 6 + [0.5] * 3 + [1.0])
    theirs = interval.of_score(Tally.pairs(0, 0, 6, 3, 1))
    assert (bounds.low, bounds.value, bounds.high) == pytest.approx((2 * theirs.low - 1, 0.25, 2 * theirs.high - 1))
    values = [-0.1, -0.2, 0.3]
    assert f"{np.mean(values):+.1f}" == "-0.0"
    assert f"{interval.of_gain(values).value:+.1f}" == "+0.0"


def test_elo_is_the_score_on_another_scale():
    """Elo's interval is the score's, converted, so it has the same coverage."""
    estimate = Estimate.of(Tally.pairs(10, 108, 316, 160, 18))
    assert estimate.elo.value == pytest.approx(from_score(646 / 1224))
    assert estimate.elo.low == pytest.approx(from_score(estimate.score.low))
    assert estimate.elo.half_width == pytest.approx((estimate.elo.high - estimate.elo.low) / 2)


def test_superiority_is_certain_to_the_degree_that_the_interval_excludes_even():
    """At 97.5 % the 95 % interval begins at one half."""
    tally = Tally.pairs(9, 40, 60, 48, 16)
    superiority = Estimate.of(tally).superiority
    assert interval.of_score(tally, confidence=2 * superiority - 1).low == pytest.approx(0.5, abs=1e-6)
    tally = Tally.pairs(250, 3450, 6900, 3550, 270)
    usual = ndtr((tally.score - 0.5) * np.sqrt(tally.blocks) / tally.deviation)
    assert Estimate.of(tally).superiority == pytest.approx(usual, abs=1e-4)


def test_the_interval_of_measured_values_is_students():
    """The same as SciPy's one-sample t-test says."""
    values = np.random.default_rng(3).normal(2, 5, 30)
    from scipy.stats import (
        ttest_1samp,  # here, because it takes long to load, and every test is loaded before one is chosen
    )

    theirs = ttest_1samp(values, 0).confidence_interval(0.9)
    bounds = interval.of_mean(values, 0.9)
    assert (bounds.low, bounds.high) == pytest.approx((theirs.low, theirs.high))
    assert interval.of_mean([4.0]) == Interval(-np.inf, 4, np.inf)


def test_covers_agrees_with_the_ends():
    """The quick question, for many tallies at once, has the answer of the interval."""
    tally = Tally.pairs(2, 9, 14, 12, 3)
    bounds = interval.of_score(tally)
    asked = [bounds.low - 1e-4, bounds.low + 1e-4, bounds.high - 1e-4, bounds.high + 1e-4]
    assert [bool(interval.covers(2, tally.counts, score)) for score in asked] == [False, True, True, False]


def test_what_is_no_confidence_and_no_value_is_refused():
    """95 is a likely slip for 0.95."""
    with pytest.raises(ValueError, match="95 % is written"):
        interval.of_score(Tally.empty(2), confidence=95)
    with pytest.raises(ValueError, match=r"expected \(blocks,\)"):
        interval.of_mean([])
    with pytest.raises(ValueError, match=r"expected numbers of 0\.\.1"):
        interval.of_shares([50, 60])
    with pytest.raises(ValueError, match=r"expected numbers of -1\.\.1"):
        interval.of_gain([50, -60])
