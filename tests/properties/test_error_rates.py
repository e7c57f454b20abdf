"""Simulated matches: the test errs as seldom as it promises, and intervals cover as often as they say.

Seeds are fixed, tolerances are three Monte-Carlo standard errors: a test that errs twice as often passes with none.
"""

import numpy as np
import pytest

from experiments.stats import Sprt, effect, elo
from experiments.stats.simulation import World, coverage, pass_share

# Games of a block differ where maps favour a seat, and are alike where they favour a style.
DIFFERENT, ALIKE = {"seat": 1.0, "style": 0.0}, {"seat": 0.3, "style": 1.0}
MATCHES = 1000


def check_errors(test, null, better):
    """Both error rates of `test` in the two worlds where its hypotheses hold exactly."""
    passes = pass_share(null, test, MATCHES, seed=1)
    fails = 1 - pass_share(better, test, MATCHES, seed=2).value
    assert passes.value <= test.alpha + 3 * passes.error(test.alpha)
    assert fails <= test.beta + 3 * passes.error(test.beta)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "maps"), [(2, DIFFERENT), (4, ALIKE)], ids=["different", "alike"])
def test_error_rates_stay_within_alpha_and_beta(players, maps):
    """5 % and 5 % at both hypotheses, for pairs and for blocks of four players."""
    check_errors(Sprt(0, 40), World(players, 0, **maps), World(players, 40, **maps))


def test_unequal_error_rates_are_kept_too():
    """With 2 % and 20 %."""
    check_errors(Sprt(-20, 40, alpha=0.02, beta=0.2), World(2, -20, **ALIKE), World(2, 40, **ALIKE))


@pytest.mark.parametrize("players", [2, 4])
def test_error_rates_stay_when_a_dozen_blocks_decide(players):
    """The theory speaks of many blocks; outcomes that were not seen yet keep few of them from deciding rashly."""
    check_errors(Sprt(0, 150), World(players, 0, **ALIKE), World(players, 150, **ALIKE))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "difference", "blocks", "maps"),
    [
        (2, 0, 10, DIFFERENT), (2, 0, 200, ALIKE), (2, 200, 10, ALIKE), (2, 200, 50, DIFFERENT),
        (4, 50, 50, ALIKE), (4, 50, 200, DIFFERENT), (6, 0, 10, ALIKE), (6, 0, 200, DIFFERENT),
    ],
)  # fmt: skip
def test_intervals_cover_the_true_score(players, difference, blocks, maps):
    """At least 95 %, and at 200 blocks not much more: for any correlation, near an even score or far from it."""
    rates = coverage(World(players, difference, **maps), blocks, matches=2000, seed=4)
    assert rates.value >= 0.95 - 3 * rates.error(0.95)
    assert blocks < 200 or rates.value <= 0.95 + 3 * rates.error(0.95)


def test_intervals_of_another_confidence_cover_as_often_as_they_say():
    """Intervals of 80 % hold the true score in 80 % of the matches."""
    rates = coverage(World(2, 30), blocks=200, matches=2000, seed=5, confidence=0.8)
    assert rates.value == pytest.approx(0.8, abs=3 * rates.error(0.8))


@pytest.mark.parametrize("difference", [0, 150])
def test_intervals_cover_the_true_normalised_elo(difference):
    """The truth is measured on 100 000 blocks; a large one needs the room for the estimated deviation."""
    world, matches = World(2, difference, **ALIKE), 1000
    deviation = world.deviation(np.random.default_rng(6))
    truth = (elo.to_score(difference) - 0.5) / deviation
    counts = world.counts((matches,), 100, np.random.default_rng(7))
    low, high = effect.ends(2, counts)
    covered = np.mean((low <= truth) & (truth <= high))
    assert covered == pytest.approx(0.95, abs=3 * np.sqrt(0.95 * 0.05 / matches))
