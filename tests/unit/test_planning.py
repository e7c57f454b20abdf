"""How many blocks a test needs, by hand and against simulated matches."""

import numpy as np
import pytest

from experiments.stats import Sprt, chance_of_h1, expected_blocks, fixed_blocks, to_score
from experiments.stats.planning import UNRELATED_GAMES
from tests.support.worlds import World, stopped

TEST = Sprt(0, 10)


def test_at_the_hypotheses_the_chances_are_the_promised_ones():
    test = Sprt(0, 10, alpha=0.02, beta=0.1)
    assert chance_of_h1(test, 0, UNRELATED_GAMES) == pytest.approx(0.02)
    assert chance_of_h1(test, 10, UNRELATED_GAMES) == pytest.approx(0.9)
    assert [chance_of_h1(TEST, truth, 0.1) for truth in (500, -500)] == pytest.approx([1, 0]), "nothing overflows"
    assert expected_blocks(TEST, -500, 0.1) < expected_blocks(TEST, -50, 0.1) < expected_blocks(TEST, 0, 0.1)
    for mistake in (lambda: expected_blocks(TEST, 0, 0), lambda: fixed_blocks(0, 0.3)):
        with pytest.raises(ValueError, match="should be above 0"):
            mistake()


def test_half_way_the_test_takes_longest_and_half_the_width_four_times_the_blocks():
    """A fair coin without drift: barriers over variance. For ± 10 Elo (1.96 * 0.3536 * 694.9 / 10)^2 pairs."""
    middle = (to_score(10) - 0.5) / 2
    half = 400 * np.log10((0.5 + middle) / (0.5 - middle))
    assert chance_of_h1(TEST, half, UNRELATED_GAMES) == pytest.approx(0.5)
    steps = np.log(19) ** 2 / (2 * middle / UNRELATED_GAMES) ** 2
    assert expected_blocks(TEST, half, UNRELATED_GAMES) == pytest.approx(steps, rel=1e-4)
    assert fixed_blocks(10, UNRELATED_GAMES) == np.ceil((1.959964 * UNRELATED_GAMES * 694.8712 / 10) ** 2)
    assert fixed_blocks(5, UNRELATED_GAMES) == pytest.approx(4 * fixed_blocks(10, UNRELATED_GAMES), rel=1e-3)
    assert fixed_blocks(10, UNRELATED_GAMES, truth=300) > fixed_blocks(10, UNRELATED_GAMES)


@pytest.mark.parametrize("world", [World(2, seat=0.7), World(2, elo=20, style=1), World(4, elo=40, seat=0.3)])
def test_simulated_matches_take_as_long_as_planned(world):
    """Within 20 %: the plan knows no overshoot, and no scores that were not seen yet."""
    test = Sprt(0, 40)
    planned = expected_blocks(test, world.elo, world.deviation(np.random.default_rng(7)))
    counts, _ = stopped(world, test, 500, np.random.default_rng(8))
    assert counts.sum(axis=1).mean() == pytest.approx(planned, rel=0.2)
