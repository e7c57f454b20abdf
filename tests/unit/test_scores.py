"""Scores, tallies, Elo and their intervals, and how reports write them."""

import numpy as np
import pytest
from scipy.special import ndtr

from experiments.stats import Estimate, Tally, difference, elo, interval, of_wins, result_block, shares
from experiments.stats.interval import Interval
from experiments.stats.selection import Pruning, contrasts, superiority
from experiments.stats.tally import support
from experiments.stats.words import amount, format_interval, format_short


@pytest.mark.parametrize(("places", "scores"), [
    ([1, 2, 3, 4], [1, 2 / 3, 1 / 3, 0]), ([2, 1], [0, 1]), ([1, 1], [0.5, 0.5]),
    ([[1, 2, 2], [3, 1, 3]], [[1, 0.25, 0.25], [0.25, 1, 0.25]]),
])  # fmt: skip
def test_the_score_of_a_place_is_the_share_of_opponents_beaten(places, scores):
    assert shares(places) == pytest.approx(np.array(scores))


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


MANY = Tally.pairs(250, 3450, 6900, 3700, 300)


def ends(bounds):
    return bounds.low, bounds.value, bounds.high


def test_with_many_pairs_intervals_are_the_usual_formulas():
    """Score ± 1.96 deviations / sqrt(pairs), to 1 %; normalised, (score - 1/2) / (deviation sqrt 2) * 347.4."""
    margin = 1.959964 * MANY.deviation / np.sqrt(MANY.blocks)
    usual = MANY.score - margin, MANY.score, MANY.score + margin
    assert ends(interval.of_score(MANY)) == pytest.approx(usual, abs=margin / 100)
    bounds = Estimate.of(MANY).normalised
    assert bounds.value == pytest.approx((MANY.score - 0.5) / (MANY.deviation * np.sqrt(2)) * 347.4356)
    assert bounds.half_width == pytest.approx(1.96 / np.sqrt(2 * MANY.blocks) * 347.4356, rel=1e-2)
    assert Estimate.of(Tally.of_games([[1] * 4, [0] * 4, [1] * 4])).normalised.value == pytest.approx(61.4185, rel=1e-5)


def test_intervals_are_those_of_students_test_of_a_score_with_a_lost_and_a_won_block():
    from scipy.stats import ttest_1samp  # here, because it takes long to load

    values = [0.5] * 6 + [0.75] * 3 + [1.0]
    theirs = ttest_1samp([*values, 0, 1], 0).confidence_interval(0.9)
    for bounds in (interval.of_score(Tally.pairs(0, 0, 6, 3, 1), 0.9), interval.of_shares(values, 0.9)):
        assert ends(bounds) == pytest.approx((theirs.low, 0.625, theirs.high))
    (counted,) = interval.of_counts([{0.5: 6, 0.75: 3, 1.0: 1}], 0.9)
    assert (counted.low, counted.high) == pytest.approx((theirs.low, theirs.high))
    values = np.random.default_rng(3).normal(2, 5, 30)
    theirs = ttest_1samp(values, 0).confidence_interval(0.9)
    assert ends(interval.of_mean(values, 0.9)) == pytest.approx((theirs.low, values.mean(), theirs.high))
    assert interval.of_mean([4.0]) == Interval(-np.inf, 4, np.inf)


@pytest.mark.parametrize("tally", [Tally.empty(2), Tally.empty(4), Tally.pairs(0, 0, 0, 0, 1)])
def test_fewer_than_two_blocks_say_nothing(tally):
    estimate = Estimate.of(tally)
    bounds = [(each.low, each.high) for each in (estimate.score, estimate.elo, estimate.normalised)]
    assert bounds == [(0, 1), (-np.inf, np.inf), (-np.inf, np.inf)]
    assert 0.5 <= estimate.superiority < 0.7


def test_superiority_is_certain_to_the_degree_that_the_interval_excludes_even():
    """At 97.5 % the 95 % interval begins at one half; for many pairs it is fishtest's normal probability."""
    tally = Tally.pairs(9, 40, 60, 48, 16)
    sure = Estimate.of(tally).superiority
    assert Estimate.of(tally, confidence=2 * sure - 1).score.low == pytest.approx(0.5, abs=1e-6)
    tally = Tally.pairs(250, 3450, 6900, 3550, 270)
    usual = ndtr((tally.score - 0.5) * np.sqrt(tally.blocks) / tally.deviation)
    assert Estimate.of(tally).superiority == pytest.approx(usual, abs=1e-3)


def test_a_gain_is_a_score_from_minus_one_to_one():
    theirs = interval.of_score(Tally.pairs(0, 0, 6, 3, 1))
    expected = 2 * theirs.low - 1, 0.25, 2 * theirs.high - 1
    assert ends(interval.of_gain([0] * 6 + [0.5] * 3 + [1.0])) == pytest.approx(expected)
    values = [-0.1, -0.2, 0.3]
    assert (f"{np.mean(values):+.1f}", f"{interval.of_gain(values).value:+.1f}") == ("-0.0", "+0.0")


@pytest.mark.parametrize(("wins", "games"), [(0, 5), (5, 5), (3, 7), (81, 150), (1, 1000)])
@pytest.mark.parametrize("confidence", [0.9, 0.9917])
def test_the_interval_of_won_games_is_wilsons(wins, games, confidence):
    from scipy.stats import binomtest  # here, because it takes long to load

    expected = binomtest(wins, games).proportion_ci(confidence, "wilson")
    assert ends(of_wins(wins, games, confidence)) == pytest.approx((expected.low, wins / games, expected.high))
    assert of_wins(0, 0) == Interval(0.0, 0.5, 1.0)


@pytest.mark.parametrize(("one", "other", "low", "high"), [
    ((56, 70), (48, 80), 0.0524, 0.3339), ((9, 10), (3, 10), 0.1705, 0.8090), ((10, 10), (0, 10), 0.6075, 1.0),
])  # fmt: skip
def test_the_difference_is_newcombes(one, other, low, high):
    """The examples (a), (b) and (e) of his paper, method 10."""
    expected = low, one[0] / one[1] - other[0] / other[1], high
    assert ends(difference(of_wins(*one), of_wins(*other))) == pytest.approx(expected, abs=1e-3)


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
    assert ends(default.difference) == (0, 0, 0)
    assert (same.difference.value, same.superiority, same.chance) == (0, 0.5, 1)
    assert same.difference.low < -0.1 < 0.1 < same.difference.high


def test_looks_are_after_a_quarter_half_and_three_quarters_and_share_the_level():
    looks = [Pruning(blocks).looks for blocks in (100, 10, 2, 1)]
    assert looks == [(25, 50, 75), (3, 5, 8), (1,), Pruning(9, parts=1).looks] == [*looks[:3], ()]
    gains = {"at a look": [-1] * 10, "after it": [-1] * 11, "ahead": [1] * 10, "LOS 1.3 %": [-1] * 9 + [0] * 11,
             "LOS 2.1 %": [-1] * 8 + [0] * 12}  # fmt: skip
    assert [name for name in gains if Pruning(40).gives_up(np.divide(gains[name], 2))] == ["at a look", "LOS 1.3 %"]


@pytest.mark.parametrize("kind", [int, np.int64, np.uint8])
def test_a_noun_follows_its_number(kind):
    """Counts from arrays too: "s" times a bool of numpy is a TypeError, and the report of every sweep stopped there."""
    assert [amount(kind(count), "block") for count in (1, 0, 200)] == ["1 block", "0 blocks", "200 blocks"]
    assert amount(2000, "block") == "2,000 blocks"


@pytest.mark.parametrize(("write", "ends", "written"), [
    (format_short, (10.0, 20.0, 30.0), "+20.0 ± 10.0"), (format_short, (11.2, 231.9, 501.6), "+232 (+11 to +502)"),
    (format_short, (120.4, np.inf, np.inf), "more than +120"),
    (format_short, (-np.inf, -300.0, -20.0), "-300 (less than -20)"), (format_short, (-np.inf, 0.0, np.inf), "unknown"),
    (format_interval, (131.14, np.inf, np.inf), "more than +131.1"),
    # 36 of 72 opponents beaten gave "Elo: -0 +/- 161", and -0.0 in the entry: the last bit of a sum.
    (format_interval, (-160.5, -1e-12, 160.5), "+0.0 ± 160.5"),
    (lambda even: format_short(even, 2, " +/- ", ""), (-160.5, -1e-12, 160.5), "0 +/- 160"),
])  # fmt: skip
def test_reports_and_entries_have_no_infinite_elo_and_reports_no_tenths_of_a_wide_interval(write, ends, written):
    """`+inf (-inf to +inf)` and `+147.2 ± 467.8` say less than they seem to."""
    assert write(Interval(*ends)) == written


def test_before_a_game_all_is_possible_and_a_ratio_without_a_lost_pair_is_unknown():
    assert result_block("a", "b", Tally.empty(2)).splitlines()[1:] == [
        "Elo: unknown, nElo: unknown",
        "LOS: 50.00 %, DrawRatio: 0.00 %, PairsRatio: unknown",
        "Games: 0, Blocks: 0, Points: 0.0 (50.00 %)",
        "Ptnml(0-2): [0, 0, 0, 0, 0]",
    ]
