"""The sequential test and how many blocks it needs, and ratings: against closed forms and on simulated games."""

import numpy as np
import pytest

from experiments.stats import Sprt, Tally, Verdict, from_score, ratings, to_score
from experiments.stats.planning import (
    UNRELATED_GAMES,
    chance_of_h1,
    expected_blocks,
    fixed_blocks,
    table,
    unrelated_games,
)
from experiments.stats.ratings import ELO_PER_NAT
from tests.support.results import rate

MATCH = Tally.pairs(10, 108, 316, 160, 18)


def test_the_bounds_are_walds_and_reaching_one_is_a_verdict():
    """log(beta / (1 - alpha)), log((1 - beta) / alpha): 4.69 passes 2.94, its mirror fails, half goes on."""
    assert Sprt(0, 5).bounds == pytest.approx((-np.log(19), np.log(19)))
    assert Sprt(0, 5, alpha=0.01, beta=0.1).bounds == pytest.approx((np.log(0.1 / 0.99), np.log(90)))
    assert Sprt(0, 10).verdict(MATCH) is Verdict.H1
    assert Sprt(-10, 0).verdict(Tally(2, MATCH.counts[::-1])) is Verdict.H0
    assert Sprt(0, 10).verdict(Tally.pairs(5, 54, 158, 80, 9)) is Verdict.OPEN
    assert Sprt(0, 100).llr(Tally.of_games([[2 / 3] * 4] * 10)) == pytest.approx(9.4819, abs=1e-4), "of four players"


TEST = Sprt(0, 10)


def test_at_the_hypotheses_the_chances_are_the_promised_ones():
    test = Sprt(0, 10, alpha=0.02, beta=0.1)
    assert chance_of_h1(test, 0, UNRELATED_GAMES) == pytest.approx(0.02)
    assert chance_of_h1(test, 10, UNRELATED_GAMES) == pytest.approx(0.9)
    assert [chance_of_h1(TEST, truth, 0.1) for truth in (500, -500)] == pytest.approx([1, 0]), "nothing overflows"
    assert expected_blocks(TEST, -500, 0.1) < expected_blocks(TEST, -50, 0.1) < expected_blocks(TEST, 0, 0.1)


def test_half_way_the_test_takes_longest_and_half_the_width_four_times_the_blocks():
    """A fair coin without drift: barriers over variance. For ± 10 Elo (1.96 * 0.3536 * 694.9 / 10)^2 pairs."""
    middle = (to_score(10) - 0.5) / 2
    half = 400 * np.log10((0.5 + middle) / (0.5 - middle))
    assert chance_of_h1(TEST, half, UNRELATED_GAMES) == pytest.approx(0.5)
    steps = np.log(19) ** 2 / (2 * middle / UNRELATED_GAMES) ** 2
    assert expected_blocks(TEST, half, UNRELATED_GAMES) == pytest.approx(steps, rel=1e-4)
    assert fixed_blocks(10, UNRELATED_GAMES) == np.ceil((1.959964 * UNRELATED_GAMES * 694.8712 / 10) ** 2)
    assert fixed_blocks(5, UNRELATED_GAMES) == pytest.approx(4 * fixed_blocks(10, UNRELATED_GAMES), rel=1e-3)
    even, ahead = (fixed_blocks(10, UNRELATED_GAMES, truth=truth) for truth in (0, 300))
    assert ahead == pytest.approx(even / (4 * to_score(300) * to_score(-300)) ** 2, rel=1e-3), "at 300 Elo"


@pytest.mark.parametrize("players", [2, 4])
def test_unrelated_games_have_every_share_equally_often(players):
    assert unrelated_games(players) ** 2 == pytest.approx(np.linspace(0, 1, players).var() / players)


def test_the_table_has_the_games_of_each_plan():
    test = Sprt(0, 20)
    blocks = [expected_blocks(test, truth, UNRELATED_GAMES) for truth in (0, 10, 20)]
    games = [f"{2 * number:,.0f}" for number in (*blocks, fixed_blocks(10, UNRELATED_GAMES))]
    assert table((20,)).splitlines()[1:] == ["|" + " ---: |" * 5, f"| 20 Elo | {' | '.join(games)} |"]


ALMOST_NONE = 1e-9  # virtual games


def elo_of(blocks, anchor, **others):
    return {each.name: each.elo.value for each in rate(blocks, anchor, seed=1, resamples=2, **others)}


def iterated(games, prior):
    """Hunter's MM iteration, written from his paper, with the virtual games: worths, slowly but surely."""
    names = sorted(set("".join(games)))
    worth = dict.fromkeys(names, 1.0)
    for _ in range(3000):
        faced = {name: prior / (worth[name] + 1) for name in names}
        won = dict.fromkeys(names, prior / 2)
        for order in games:
            for place in range(len(order) - 1):
                won[order[place]] += 1
                for name in order[place:]:
                    faced[name] += 1 / sum(worth[other] for other in order[place:])
        worth = {name: won[name] / faced[name] for name in names}
    return worth


def test_ratings_of_two_are_the_elo_of_their_score_and_add_up_along_a_chain():
    elo = elo_of([["ab", "ab"], ["ab", "ba"]], "b", prior=ALMOST_NONE)
    assert elo == pytest.approx({"a": from_score(3 / 4), "b": 0})
    elo = elo_of([["ab", "ab", "ab", "ba"], ["bc", "bc", "bc", "cb"]], "c", prior=ALMOST_NONE)
    assert elo["a"] == pytest.approx(2 * from_score(3 / 4))
    assert elo_of([["ab", "ab", "ba", "aa"]], "b") == pytest.approx(elo_of([["ab", "ab", "ba"]], "b"))


def test_who_never_lost_is_pulled_to_a_finite_rating():
    """By hand: strengths x and -x by symmetry, and x solves n (1 - p(2x)) = p(x) - 1/2."""
    from scipy.optimize import brentq  # here: they take long to load
    from scipy.special import expit

    half = brentq(lambda x: 10 * (1 - expit(2 * x)) - (expit(x) - 0.5), 0, 20)
    assert elo_of([["ab"]] * 10, "b")["a"] == pytest.approx(2 * half * ELO_PER_NAT)


def test_more_wins_without_a_loss_rate_higher():
    few, many = (rate([["ab"]] * number, "b", seed=1, resamples=400)[0] for number in (5, 50))
    assert 0 < few.elo.low < few.elo.value < many.elo.value < many.elo.high - 300
    assert (few.games, many.games) == (5, 50)


def test_the_ends_of_an_interval_leave_out_as_much_as_they_say():
    """Of 39 draws one falls below an end in forty, on average over all luck: it is the outermost."""
    drawn = np.stack([np.random.default_rng(1).permutation(39), np.zeros(39)], axis=1) / ELO_PER_NAT
    first = ratings.Fit({"a": 1, "b": 1}, np.zeros(2), drawn).ratings("b")[0]
    assert (first.elo.low, first.elo.high) == pytest.approx((0, 38))


def test_the_fit_is_the_one_of_hunters_iteration():
    games = ["ab", "ba", "abc", "cab", "dabc", "abcd", "cd", "dc", "bd"]
    worth = iterated(games, prior=1.0)
    expected = {name: 400 * np.log10(worth[name] / worth["a"]) for name in worth}
    assert elo_of([games], "a") == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("rounds", [1, 7])
def test_every_player_has_as_many_unseen_blocks(rounds):
    robin = [[one + other, other + one] for one in "abcd" for other in "abcd" if one < other] * rounds
    for blocks in (robin, [["abcd", "dcba", "bcda", "cdab"]] * rounds):
        shares = ratings._one_sided(ratings.kinds(blocks))
        games = {len(kind) for kind in shares}
        assert games == {len(blocks[0])}, "a block of two is as long as those in which they met"
        assert sum(share for kind, share in shares.items() if "a" in kind[0]) == pytest.approx(2 * ratings.UNSEEN)
    gauntlet = ratings._one_sided(ratings.kinds([["z" + other, other + "z"] for other in "abc"] * rounds))
    assert set(gauntlet.values()) == {ratings.UNSEEN}


def test_unseen_blocks_move_no_rating():
    even = rate([["ab", "ba"]] * 30, "b", seed=1, resamples=4000)
    told = next(rating.elo for rating in even if rating.name == "a")
    assert told.value == pytest.approx(0, abs=1e-6)
    assert told.low == pytest.approx(-told.high, rel=0.1)
    assert 25 < told.high < 45  # a match of thirty even pairs says 42
