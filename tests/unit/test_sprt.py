"""The sequential test on known counts."""

import numpy as np
import pytest

from experiments.stats import Sprt, Tally, Verdict, to_score

MATCH = Tally.pairs(10, 108, 316, 160, 18)


def test_the_bounds_are_walds_and_reaching_one_is_a_verdict():
    """log(beta / (1 - alpha)), log((1 - beta) / alpha): 4.69 passes 2.94, its mirror fails, half goes on."""
    assert Sprt(0, 5).bounds == pytest.approx((-np.log(19), np.log(19)))
    assert Sprt(0, 5, alpha=0.01, beta=0.1).bounds == pytest.approx((np.log(0.1 / 0.99), np.log(90)))
    assert Sprt(0, 10).verdict(MATCH) is Verdict.H1
    assert Sprt(-10, 0).verdict(Tally(2, MATCH.counts[::-1])) is Verdict.H0
    assert Sprt(0, 10).verdict(Tally.pairs(5, 54, 158, 80, 9)) is Verdict.OPEN


def test_without_draws_it_is_walds_test_of_a_coin_and_counts_of_one_kind_are_evidence():
    """A pair only lost or won is one toss; n log(s1 / s0) for wins, even pairs speak against an improvement."""
    test = Sprt(0, 30)
    s0, s1 = to_score(0), to_score(30)
    expected = 25 * np.log(s1 / s0) + 20 * np.log((1 - s1) / (1 - s0))
    assert test.llr(Tally.pairs(20, 0, 0, 0, 25)) == pytest.approx(expected)
    assert Sprt(0, 30).llr(Tally.pairs(0, 0, 0, 0, 1)) == pytest.approx(np.log(to_score(30) / to_score(0)))
    test = Sprt(0, 30)
    assert test.llr(Tally.pairs(0, 0, 50, 0, 0)) == pytest.approx(50 * np.log(2 - 2 * to_score(30)))
    assert test.verdict(Tally.pairs(0, 0, 50, 0, 0)) is Verdict.H0
    assert Sprt(0, 5).llr(Tally.empty(4)) == 0
    assert Sprt(0, 5).verdict(Tally.empty(4)) is Verdict.OPEN


@pytest.mark.parametrize(
    ("counts", "near"),
    [(MATCH.counts, 1e-9), ((0, 30, 50, 41, 0), 2e-3), ((0, 0, 50, 20, 0), 2e-3), ((0, 0, 814, 0, 28), 0.012)],
)
def test_it_is_the_llr_of_fishtest(counts, near):
    """Written anew from its description: 0.001 for counts of 0, which is felt where nearly all pairs are even."""
    from scipy.optimize import (
        brentq,  # here, because it takes long to load, and every test is loaded before one is chosen
    )

    seen = np.maximum(counts, 1e-3)
    points = np.linspace(0, 1, 5)

    def explained(mean):
        lean, share = points - mean, seen / seen.sum()
        root = brentq(lambda x: (share * lean / (1 + x * lean)).sum(), -1 / lean[-1] + 1e-9, -1 / lean[0] - 1e-9)
        return (seen * np.log(share / (1 + root * lean))).sum()

    theirs = explained(to_score(10)) - explained(to_score(0))
    assert Sprt(0, 10).llr(Tally.pairs(*counts)) == pytest.approx(theirs, abs=near)


def test_for_near_hypotheses_it_is_the_normal_approximation():
    """n (s1 - s0) (2 score - s0 - s1) / (2 variance), Van den Bergh's first one."""
    s0, s1 = to_score(0), to_score(4)
    rough = MATCH.blocks * (s1 - s0) * (2 * MATCH.score - s0 - s1) / (2 * MATCH.deviation**2)
    assert Sprt(0, 4).llr(MATCH) == pytest.approx(rough, rel=0.03)


def test_many_tallies_at_once_are_each_as_alone():
    """Simulations compute thousands at once, and each equals its single result."""
    counts = np.random.default_rng(4).integers(0, 9, size=(3, 7, 25))
    test = Sprt(0, 20)
    expected = [[test.llr(Tally(4, tuple(row.tolist()))) for row in rows] for rows in counts]
    assert test.llrs(4, counts) == pytest.approx(np.array(expected))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ((5, 5), "elo0 should be the smaller one"), ((5, 0), "elo0 should be"), ((0, np.nan), "elo0 should be"),
        ((0, 10, 5), "both should lie between"), ((0, 10, 0.05, 0), "both should"), ((0, 10, 0.5), "both should"),
    ],
)  # fmt: skip
def test_hypotheses_in_the_wrong_order_and_error_rates_outside_their_range_are_refused(wrong, message):
    """5 is a likely slip for 0.05."""
    with pytest.raises(ValueError, match=message):
        Sprt(*wrong)
