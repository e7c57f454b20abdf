"""Simulated sweeps of known truth: how often luck is called an improvement; tolerances are three standard errors."""

import numpy as np
import pytest

from experiments.stats.selection import contrasts, paired_superiority

SWEEPS = 400
ALPHA = 0.05
ERROR = 3 * np.sqrt(ALPHA * (1 - ALPHA) / SWEEPS)


def sweep(random, blocks, settings, players=2, better=0.0, style=0.5):
    """(blocks, settings) scores against one opponent; setting 1 is better by so many spreads of the luck of a game."""
    strength = np.zeros(settings)
    strength[1] = better
    shared = style * random.standard_normal((blocks, 1, 1, 1))
    own = random.standard_normal((blocks, settings, players, 1)) + strength[:, None, None] + shared
    return (own > random.standard_normal((blocks, settings, players, players - 1))).mean(axis=(2, 3))


def share_of_sweeps(claims, seed=1, **world):
    """How often `claims(contrasts)` holds."""
    random = np.random.default_rng(seed)
    told = [contrasts(sweep(random, **world), 0, seed=i, replays=299) for i in range(SWEEPS)]
    return np.mean([claims(each) for each in told])


@pytest.mark.slow  # 400 sweeps, each with 299 resamples
@pytest.mark.parametrize(("blocks", "players"), [(60, 2), (12, 4)])
def test_the_best_of_equals_is_seldom_called_different(blocks, players):
    """No setting differs: in at most 5 % of the sweeps is any of them told from the default."""
    wrong = share_of_sweeps(
        lambda all_: min(each.chance for each in all_) < ALPHA, blocks=blocks, settings=9, players=players
    )
    assert wrong <= ALPHA + ERROR


def test_without_the_correction_every_third_sweep_would_find_an_improvement():
    """The best of twenty, tested as if it had been the only one, at the same 5 %."""
    random = np.random.default_rng(1)
    scores = (sweep(random, 60, 21).T for _ in range(100))
    wrong = [any(paired_superiority(each - default) > 1 - ALPHA for each in others) for default, *others in scores]
    assert 0.25 < np.mean(wrong) < 0.5


@pytest.mark.slow  # 400 sweeps, each with 299 resamples
def test_an_improvement_does_not_lend_its_glory_to_the_others():
    """With one setting truly better, the error rate for all the equal ones together stays what it was."""
    wrong = share_of_sweeps(
        lambda all_: min(each.chance for each in (all_[0], *all_[2:])) < ALPHA, blocks=40, settings=8, better=1.0
    )
    assert wrong <= ALPHA + ERROR


@pytest.mark.slow  # 400 sweeps, each with 299 resamples
def test_a_clear_improvement_is_found():
    """Among eight settings, one that beats 76 % of what the default draws with; in 100 blocks it is seldom missed."""
    assert share_of_sweeps(lambda all_: all_[1].is_better, blocks=100, settings=8, better=1.0) > 0.95


def test_the_interval_and_the_chance_agree():
    """0 lies outside the interval exactly when the chance is at most 5 %."""
    random = np.random.default_rng(2)
    for seed in range(50):
        for each in contrasts(sweep(random, 40, 5, better=0.5), 0, seed=seed, replays=999)[1:]:
            outside = each.difference.low > 1e-9 or each.difference.high < -1e-9
            assert outside == (each.chance <= 0.05)


def nearly_alike(random, blocks, settings, share, gained):
    """(blocks, settings) scores of near-copies: a share of the blocks differs from the default's, by half a point."""
    differ = random.random((blocks, settings)) < share
    signs = np.where(random.random((blocks, settings)) < gained, 1, -1)
    return 0.5 + 0.5 * (np.arange(settings) > 0) * differ * signs


@pytest.mark.parametrize("gained", [0.75, 1.0])
@pytest.mark.parametrize("share", [0.02, 0.1, 0.3])
@pytest.mark.parametrize(("blocks", "settings"), [(40, 2), (40, 9)])
def test_the_intervals_of_settings_that_hardly_differ_hold_together(blocks, settings, share, gained):
    """A value that scored as the default on all maps was `+0.0 ± 0.0`: turned signs say nothing of equal blocks."""
    random, truth = np.random.default_rng(6), 0.5 * share * (2 * gained - 1)
    sweeps = (nearly_alike(random, blocks, settings, share, gained) for _ in range(100))
    told = [contrasts(scores, 0, seed=i, replays=199)[1:] for i, scores in enumerate(sweeps)]
    held = [all(each.difference.low <= truth <= each.difference.high for each in all_) for all_ in told]
    assert np.mean(held) >= 1 - ALPHA - 3 * np.sqrt(ALPHA * (1 - ALPHA) / 100)


def test_few_blocks_and_equal_scores_tell_nothing():
    """Three blocks in a row can all be luck; a setting that scored as the default has room: other maps may differ."""
    (_, best) = contrasts([[0.0, 1.0]] * 3, 0, seed=1)
    assert (best.difference.low, best.difference.high) == (-np.inf, np.inf)
    assert best.chance > 0.2
    assert not best.is_better
    scores = np.repeat(np.random.default_rng(3).random((20, 1)), 2, axis=1)
    default, same = contrasts(scores, 0, seed=1)
    assert (default.difference.low, default.difference.value, default.difference.high) == (0, 0, 0)
    assert (same.difference.value, same.superiority, same.chance) == (0, 0.5, 1)
    assert same.difference.low < -0.1
    assert same.difference.high > 0.1


def test_alone_with_the_default_it_is_students_paired_test():
    """One setting against the default, no choice: the chance is close to the two-sided p-value of the paired t-test."""
    random = np.random.default_rng(4)
    scores = sweep(random, 200, 2, better=0.2) + 0.01 * random.random((200, 2))  # without equal sums
    (_, only) = contrasts(scores, 0, seed=1, replays=20_000)
    assert only.superiority == paired_superiority(scores[:, 1] - scores[:, 0])
    assert only.chance == pytest.approx(2 * (1 - only.superiority), abs=0.01)


@pytest.mark.parametrize(("scores", "default"), [([], 0), ([0.5, 0.5], 0), ([[0.5, 0.5]], 2)])
def test_scores_of_another_shape_are_refused(scores, default):
    """A row is a block, a column is a setting, and the default is one of them."""
    with pytest.raises(ValueError, match="settings"):
        contrasts(scores, default, seed=1)


def test_no_chance_is_none():
    """The blocks as they were played are one of the ways in which signs fall; no replay of 99 comes as far."""
    scores = np.stack([np.zeros(40), np.linspace(0.5, 1, 40)], axis=1)
    (_, best) = contrasts(scores, 0, seed=1, replays=99)
    assert best.chance == 1 / 100
