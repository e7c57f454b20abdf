"""The exact test on blocks that two players have in common, and the planned looks of a pruned trial."""

import numpy as np
import pytest

from experiments.stats.paired import Pruning, chance_if_equal


def test_the_chance_is_that_of_the_signs_by_hand():
    """One pattern in 64 is as bad as six lost blocks; the size counts, the test has one side; a game may be missing."""
    assert chance_if_equal([], 2) == 1
    assert chance_if_equal([0, 0, 0], 2) == 1
    assert chance_if_equal([-0.5] * 6, 2) == pytest.approx(1 / 64)
    assert chance_if_equal([-1, -0.25], 2) == pytest.approx(1 / 4)
    assert chance_if_equal([-1, 0.25], 2) == pytest.approx(2 / 4)
    assert chance_if_equal([0.5] * 10, 2) == 1
    with pytest.raises(ValueError, match="is a game missing"):
        chance_if_equal([0.1], 2)


def test_every_pattern_is_counted_as_by_hand():
    """The convolution against the list of all 2^9 patterns, for four players with their finer scores."""
    random = np.random.default_rng(3)
    differences = random.integers(-24, 25, size=9) / 24
    signs = 1 - 2 * ((np.arange(2**9)[:, None] >> np.arange(9)) & 1)
    sums = (signs * np.abs(differences)).sum(axis=1)
    assert chance_if_equal(differences, 4) == pytest.approx((sums <= differences.sum() + 1e-9).mean())


def test_looks_are_after_a_quarter_half_and_three_quarters_and_share_the_level():
    """Rounded up; between them nothing is given up. Five lost of five are 1 in 32: not under a third of 5 %."""
    assert Pruning(100).looks == (25, 50, 75)
    assert Pruning(10).looks == (3, 5, 8)
    assert Pruning(2).looks == (1,)
    assert Pruning(1).looks == ()
    pruning = Pruning(40)
    assert pruning.gives_up([-0.5] * 10, 2)
    assert not pruning.gives_up([-0.5] * 11, 2)
    assert not Pruning(20).gives_up([-0.5] * 5, 2)
    assert Pruning(24).gives_up([-0.5] * 6, 2)


@pytest.mark.parametrize("wrong", [{"blocks": 0}, {"blocks": 9, "level": 5}, {"blocks": 9, "parts": 0}])
def test_a_plan_that_cannot_be_kept_is_refused(wrong):
    """The message says how 5 % is written."""
    with pytest.raises(ValueError, match=r"5 % is 0\.05"):
        Pruning(**wrong)


def trials(number, blocks, worse, style, seed):
    """(number, blocks) differences of two-player blocks: both players suit each map by luck, the candidate less."""
    random = np.random.default_rng(seed)
    suits = random.normal(size=(2, number, blocks, 1)) * np.array([1, style])[:, None, None, None]
    suits[1] -= worse
    won = suits + random.normal(size=(2, number, blocks, 2)) > 0
    return won[1].mean(axis=-1) - won[0].mean(axis=-1)


def share_given_up(differences):
    """How many of these trials end at one of their looks."""
    pruning = Pruning(differences.shape[1])
    return np.mean([any(pruning.gives_up(row[:look], 2) for look in pruning.looks) for row in differences])


@pytest.mark.parametrize("style", [1, 3])
def test_an_equally_good_candidate_is_seldom_given_up(style):
    """At most 5 % (and three Monte-Carlo errors), also for a candidate whose score varies more from map to map."""
    allowed = 0.05 + 3 * np.sqrt(0.05 * 0.95 / 1000)
    assert share_given_up(trials(1000, 24, worse=0, style=style, seed=1)) < allowed


def test_a_much_worse_candidate_is_mostly_given_up():
    """Of candidates that win a quarter of their games, nine in ten are given up: this saves the games."""
    assert share_given_up(trials(300, 80, worse=1, style=1, seed=2)) > 0.9
