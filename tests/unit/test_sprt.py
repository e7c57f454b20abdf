"""The sequential test on known counts, and how many blocks it needs."""

import numpy as np
import pytest

from experiments.stats import Sprt, Tally, Verdict, chance_of_h1, expected_blocks, fixed_blocks, to_score
from experiments.stats.planning import UNRELATED_GAMES, table, unrelated_games
from tests.support.worlds import World, stopped

MATCH = Tally.pairs(10, 108, 316, 160, 18)


def test_the_bounds_are_walds_and_reaching_one_is_a_verdict():
    """log(beta / (1 - alpha)), log((1 - beta) / alpha): 4.69 passes 2.94, its mirror fails, half goes on."""
    assert Sprt(0, 5).bounds == pytest.approx((-np.log(19), np.log(19)))
    assert Sprt(0, 5, alpha=0.01, beta=0.1).bounds == pytest.approx((np.log(0.1 / 0.99), np.log(90)))
    assert Sprt(0, 10).verdict(MATCH) is Verdict.H1
    assert Sprt(-10, 0).verdict(Tally(2, MATCH.counts[::-1])) is Verdict.H0
    assert Sprt(0, 10).verdict(Tally.pairs(5, 54, 158, 80, 9)) is Verdict.OPEN


def test_counts_of_one_kind_are_evidence_and_no_count_is_none():
    """By hand: even pairs speak against an improvement; two added blocks make their variance 2 / 4 of a 52nd."""
    test = Sprt(0, 30)
    gap = to_score(30) - 0.5
    assert test.llr(Tally.pairs(0, 0, 50, 0, 0)) == pytest.approx(-50 * gap**2 / 2 / (0.5 / 52))
    assert test.verdict(Tally.pairs(0, 0, 50, 0, 0)) is Verdict.H0
    assert Sprt(0, 5).llr(Tally.empty(4)) == 0
    assert Sprt(0, 5).verdict(Tally.empty(4)) is Verdict.OPEN


@pytest.mark.parametrize(
    ("counts", "near"),
    [(MATCH.counts, 0.03), ((0, 30, 50, 41, 0), 0.1)],
)
def test_it_is_close_to_the_llr_of_fishtest(counts, near):
    from scipy.optimize import brentq  # here, because it takes long to load

    seen = np.maximum(counts, 1e-3)
    points = np.linspace(0, 1, 5)

    def explained(mean):
        lean, share = points - mean, seen / seen.sum()
        root = brentq(lambda x: (share * lean / (1 + x * lean)).sum(), -1 / lean[-1] + 1e-9, -1 / lean[0] - 1e-9)
        return (seen * np.log(share / (1 + root * lean))).sum()

    theirs = explained(to_score(10)) - explained(to_score(0))
    assert Sprt(0, 10).llr(Tally.pairs(*counts)) == pytest.approx(theirs, rel=near)


def test_a_block_of_more_players_may_be_of_one_kind_too():
    counts = np.zeros(25, int)
    counts[12] = 50
    gap = to_score(30) - 0.5
    assert Sprt(0, 30).llrs(4, counts) == pytest.approx(-50 * gap**2 / 2 / (2 / 16 / 52))


def test_many_tallies_at_once_are_each_as_alone():
    """Simulations compute thousands at once, and each equals its single result."""
    counts = np.random.default_rng(4).integers(0, 9, size=(3, 7, 25))
    test = Sprt(0, 20)
    expected = [[test.llr(Tally(4, tuple(row.tolist()))) for row in rows] for rows in counts]
    assert test.llrs(4, counts) == pytest.approx(np.array(expected))


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


@pytest.mark.parametrize("players", [2, 4])
def test_unrelated_games_have_every_share_equally_often(players):
    assert unrelated_games(players) ** 2 == pytest.approx(np.linspace(0, 1, players).var() / players)


def test_the_table_has_the_games_of_each_plan():
    test = Sprt(0, 20)
    blocks = [expected_blocks(test, truth, UNRELATED_GAMES) for truth in (0, 10, 20)]
    games = [f"{2 * number:,.0f}" for number in (*blocks, fixed_blocks(10, UNRELATED_GAMES))]
    assert table((20,)).splitlines()[1:] == [
        "| ---: | ---: | ---: | ---: | ---: |",
        f"| 20 Elo | {' | '.join(games)} |",
    ]


@pytest.mark.parametrize("world", [World(2, seat=0.7), World(2, elo=20, style=1), World(4, elo=40, seat=0.3)])
def test_simulated_matches_take_as_long_as_planned(world):
    """Within 20 %: the plan knows no overshoot, and no scores that were not seen yet."""
    test = Sprt(0, 40)
    planned = expected_blocks(test, world.elo, world.deviation(np.random.default_rng(7)))
    counts, _ = stopped(world, test, 500, np.random.default_rng(8))
    assert counts.sum(axis=1).mean() == pytest.approx(planned, rel=0.2)
