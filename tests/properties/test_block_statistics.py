"""What holds for any counts of blocks."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.stats import Estimate, Sprt, Tally, chance_of_h1, shares
from experiments.stats.tally import support
from tests.support.examples import examples
from tests.support.matches import rate


def tallies(players):
    """Counts with many zeros, as they are early in a match, and any up to a few hundred."""
    outcomes = len(support(players))
    count = st.one_of(st.just(0), st.integers(0, 3), st.integers(0, 300))
    return st.lists(count, min_size=outcomes, max_size=outcomes).map(lambda counts: Tally(players, tuple(counts)))


ANY_TALLY = st.integers(2, 4).flatmap(tallies)
BOUNDS = st.tuples(st.floats(-30, 29), st.floats(1, 30)).map(lambda pair: (pair[0], pair[0] + pair[1]))


@given(ANY_TALLY, BOUNDS)
def test_from_the_other_side_the_evidence_has_the_other_sign(tally, bounds):
    """ "Better by elo1 than by elo0" is "worse by" for the opponent, whose counts are mirrored."""
    mine = Sprt(*bounds).llr(tally)
    theirs = Sprt(-bounds[1], -bounds[0]).llr(Tally(tally.players, tally.counts[::-1]))
    assert mine == pytest.approx(-theirs, abs=1e-6)


@examples(20)  # an estimate takes some milliseconds
@given(ANY_TALLY)
def test_intervals_hold_their_estimate_and_mirror_with_the_counts(tally):
    mine, theirs = Estimate.of(tally), Estimate.of(Tally(tally.players, tally.counts[::-1]))
    for scale in ("score", "elo", "normalised"):
        own, other = getattr(mine, scale), getattr(theirs, scale)
        whole = 1 if scale == "score" else 0
        assert own.low <= own.value <= own.high
        assert (own.low, own.high) == pytest.approx((whole - other.high, whole - other.low), abs=1e-5, rel=1e-6)
    assert mine.superiority + theirs.superiority == pytest.approx(1)


@examples(20)  # an estimate takes some milliseconds
@given(ANY_TALLY, st.floats(0.5, 0.9))
def test_more_confidence_takes_a_wider_interval(tally, confidence):
    narrow, wide = Estimate.of(tally, confidence).score, Estimate.of(tally, confidence + 0.09).score
    assert wide.low <= narrow.low + 1e-9
    assert narrow.high <= wide.high + 1e-9


@given(st.integers(2, 6).flatmap(lambda n: st.lists(st.integers(1, n), min_size=n, max_size=n)))
def test_the_shares_of_a_game_average_one_half(ranks):
    assert shares(ranks).mean() == pytest.approx(0.5)


@given(st.lists(st.permutations([0, 0.5, 1]), min_size=1, max_size=20), st.randoms())
def test_the_order_of_blocks_and_of_games_in_them_is_indifferent(scores, random):
    turned = [random.sample(block, len(block)) for block in random.sample(scores, len(scores))]
    assert Tally.of_games(turned) == Tally.of_games(scores)


@given(st.floats(-50, 50), st.floats(0.1, 20), st.floats(0.05, 0.5))
def test_who_is_better_passes_more_often(truth, more, deviation):
    """A test that does not tell them apart in this direction would be useless."""
    test = Sprt(0, 10)
    assert chance_of_h1(test, truth, deviation) <= chance_of_h1(test, truth + more, deviation)


@given(st.lists(st.lists(st.permutations("abc").map("".join), min_size=1, max_size=3), min_size=1, max_size=8))
def test_renaming_players_renames_their_ratings(blocks):
    names = str.maketrans("abc", "zyx")
    renamed = [[order.translate(names) for order in block] for block in blocks]
    before = {rating.name.translate(names): rating.elo.value for rating in rate(blocks, "a", seed=1, resamples=1)}
    after = {rating.name: rating.elo.value for rating in rate(renamed, "z", seed=1, resamples=1)}
    assert after == pytest.approx(before, abs=1e-3)


@given(st.lists(st.permutations("abc").map("".join), min_size=1, max_size=8))
def test_a_win_more_never_lowers_a_rating(orders):
    """Measured against who lost it."""
    before, after = (rate([games], "b", seed=1, resamples=1) for games in (orders, [*orders, "ab"]))
    elo = [{rating.name: rating.elo.value for rating in ratings}["a"] for ratings in (before, after)]
    assert elo[1] > elo[0]


def test_a_block_of_any_size_is_one_observation():
    """Blocks, not games, make intervals narrow: two players' pairs and four players' blocks of one spread agree."""
    pairs = Tally.pairs(0, 40, 20, 40, 0)
    fours = np.zeros(25, dtype=int)
    fours[[6, 12, 18]] = 40, 20, 40
    two, four = Estimate.of(pairs).score, Estimate.of(Tally(4, tuple(fours.tolist()))).score
    assert (two.low, two.high) == pytest.approx((four.low, four.high), abs=0.002)
