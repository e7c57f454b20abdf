"""Players that are nearly copies of one another: almost every pair is even.

The few others are too few for any theory of many blocks. So all tallies that such a match can have are listed with
their probabilities, and those whose interval holds the truth are added up.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pytest
from scipy.special import bdtr, gammaln, xlogy

from experiments.stats import (
    Estimate,
    Interval,
    Sprt,
    Tally,
    effect,
    interval,
    of_gain,
    of_mean,
    of_shares,
    result_block,
)
from experiments.stats.elo import Floats, to_score
from experiments.stats.tally import Counts, support
from experiments.stats.words import signed

UNEVEN = (0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 0.5)
MAPS = (20, 40, 60, 100, 200)  # on which a gain is measured
WON = (0.5, 0.75, 1.0)  # of the uneven pairs: neither is better, one is, all the luck is on one side
NEGLIGIBLE = 1e-7  # probability; rarer tallies are left out, and together they weigh less than a thousandth
AT_ONCE = 2000  # tallies whose intervals are sought together


@dataclass(frozen=True, slots=True)
class NearCopies:
    """Two players whose pairs are even but for a share, of which the first wins a part."""

    uneven: float  # 0..1, of pairs
    won: float  # 0..1, of the uneven pairs
    games: int = 2  # of an uneven pair that go to one player: both, or one, and the other one is shared

    @property
    def probability(self) -> Floats:
        """(5,) of each score of a pair."""
        probability = np.zeros(5)
        probability[self.places] = self.uneven * (1 - self.won), 1 - self.uneven, self.uneven * self.won
        return probability

    @property
    def places(self) -> list[int]:
        """The three outcomes that occur: lost, even, won."""
        return [2 - self.games, 2, 2 + self.games]

    @property
    def score(self) -> float:
        """The true one."""
        return float(self.probability @ support(2))

    def tallies(self, blocks: int) -> tuple[Counts, Floats]:
        """Return (tallies, 5) counts and (tallies,) their probabilities, without negligible ones."""
        lost, won = (grid.ravel() for grid in np.indices((blocks + 1, blocks + 1)))
        possible = lost + won <= blocks
        lost, won = lost[possible], won[possible]
        three = np.stack([lost, blocks - lost - won, won], axis=-1)
        ways = gammaln(blocks + 1) - gammaln(three + 1).sum(axis=-1)
        weight = np.exp(ways + xlogy(three, self.probability[self.places]).sum(axis=-1))
        counts = np.zeros((len(three), 5), dtype=np.int64)
        counts[:, self.places] = three
        return counts[weight > NEGLIGIBLE], weight[weight > NEGLIGIBLE]

    def covered(self, blocks: int, confidence: float = 0.95) -> tuple[float, float]:
        """Return how often the score's interval holds the true score, and that of normalised Elo the true one."""
        counts, weight = self.tallies(blocks)
        grid, probability, score = support(2), self.probability, self.score
        truth = (score - 0.5) / float(np.sqrt(probability @ (grid - score) ** 2))
        weight = weight / weight.sum()
        of_score = interval.covers(2, counts, score, confidence)
        parts = [counts[start : start + AT_ONCE] for start in range(0, len(counts), AT_ONCE)]
        of_effect = np.concatenate([_holds(part, truth, confidence) for part in parts])
        return float(weight @ of_score), float(weight @ of_effect)

    def gained(self, maps: int, confidence: float = 0.95) -> float:
        """Return how often the interval of `interval.of_gain` covers the true gain; each pair is a map.

        The gain of a change is twice the score above one half.
        """
        counts, weight = self.tallies(maps)
        return float(weight @ interval.covers(2, counts, self.score, confidence) / weight.sum())


def _holds(counts: Counts, truth: float, confidence: float) -> npt.NDArray[np.bool_]:
    low, high = effect.ends(2, counts, confidence)
    return np.asarray((low <= truth) & (truth <= high))


class TestFewUnevenPairs:
    """The story: `nElo 24.69 ± 24.62` after 100 pairs of which one was not even.

    The ± was the delta method of mean and deviation, which the one pair made both.
    """

    def test_one_uneven_pair_of_a_hundred_is_not_significant(self):
        """The interval of normalised Elo has room on both sides of 0, in the report too."""
        estimate = Estimate.of(Tally.pairs(0, 0, 99, 0, 1))
        assert estimate.normalised.low < -30
        assert estimate.normalised.value == pytest.approx(24.69, abs=0.01)
        assert "nElo: 24.69 +/- 52.32\n" in result_block("a", "b", Tally.pairs(0, 0, 99, 0, 1))

    @pytest.mark.parametrize("won", range(13))
    def test_every_figure_of_a_report_agrees_whether_it_is_luck(self, won):
        """Elo, normalised Elo and LOS speak of one test: all three exclude even, or none does."""
        estimate = Estimate.of(Tally.pairs(1, 0, 99 - won, 0, won))
        assert (estimate.elo.low > 0) == (estimate.normalised.low > 0) == (estimate.superiority > 0.975)

    def test_a_half_width_never_tells_another_story_than_the_ends(self):
        """The range of few pairs is lopsided; where ± would put 0 on the wrong side, both ends are printed."""
        assert signed(Interval(-1, 10, 12)) == "+10.0 (-1.0 to +12.0)"
        assert signed(Interval(-9, 10, 30)) == "+10.0 ± 19.5"
        assert signed(Interval(1, 4, 9)) == "+4.0 (+1.0 to +9.0)"
        assert signed(Interval(2, 4, 6)) == "+4.0 ± 2.0"

    @pytest.mark.parametrize("won", WON)
    @pytest.mark.parametrize("uneven", [0.01, 0.02, 0.04, 0.08, 0.15])
    @pytest.mark.parametrize("blocks", [50, 100])
    def test_both_intervals_hold_the_truth(self, blocks, uneven, won):
        """Exact probabilities, no luck: 95 % within what the coarse grid of so few uneven pairs allows."""
        assert min(NearCopies(uneven, won).covered(blocks)) > 0.945

    def test_the_probabilities_are_those_of_such_a_match(self):
        """They add up to one, and their mean is the true score."""
        world = NearCopies(0.04, 0.75)
        counts, weight = world.tallies(60)
        assert weight.sum() == pytest.approx(1, abs=1e-4)
        assert weight @ counts @ support(2) / 60 == pytest.approx(world.probability @ support(2), abs=1e-4)

    @pytest.mark.slow  # 1,000 matches, each of some thousand pairs
    @pytest.mark.parametrize(
        ("uneven", "strength", "share"), [(0.03, 10, 0.055), (0.04, 10, 0.053), (0.06, 0, 0.048), (0.08, 0, 0.047)]
    )
    def test_a_sequential_test_errs_in_little_more_than_five_per_cent(self, uneven, strength, share):
        """[0, 10] Elo with 5 % asked for: of equals so many pass, of players 10 Elo better so many fail."""
        test, dice = Sprt(0, 10), np.random.default_rng(1)
        chances = NearCopies(uneven, 0.5 + (to_score(strength) - 0.5) / uneven).probability
        counts, wrong, right = np.zeros((1000, 5), np.int64), 0, 0
        while len(counts):
            counts = counts + dice.multinomial(8, chances, len(counts))
            ratio = test.llrs(2, counts)
            passed, failed = ratio >= test.bounds[1], ratio <= test.bounds[0]
            wrong, right = (
                wrong + (failed if strength else passed).sum(),
                right + (passed if strength else failed).sum(),
            )
            counts = counts[~(passed | failed)]
        assert wrong + right == 1000
        assert wrong / 1000 == pytest.approx(share, abs=3 * np.sqrt(share * (1 - share) / 1000))


class TestGainsOnFewMaps:
    """`-0.8 ± 1.7` of one map of thirty, ± 0 of none: Student's holds 55 in a hundred if 2 of 100 maps differ."""

    @pytest.mark.parametrize(("maps", "share"), [(40, 0.55), (60, 0.70), (100, 0.87)])
    def test_students_interval_was_too_narrow(self, maps, share):
        """Exact: how often it holds 0.02, from all numbers of maps that may differ."""
        gained = np.arange(maps + 1)
        probability = chances(gained, maps, 0.02)
        bounds = [of_mean([1.0] * n + [0.0] * (maps - n)) for n in gained]
        assert probability @ [one.low <= 0.02 <= one.high for one in bounds] == pytest.approx(share, abs=0.01)

    @pytest.mark.parametrize("games", [1, 2])
    @pytest.mark.parametrize("won", WON)
    @pytest.mark.parametrize("maps", MAPS)
    def test_a_gain_holds_the_truth_however_few_differ(self, maps, won, games):
        """Exact probabilities for one and both games of the maps that differ."""
        assert min(NearCopies(uneven, won, games).gained(maps) for uneven in UNEVEN) > 0.943

    def test_the_chances_added_up_are_those_of_the_interval(self):
        """The sum over all numbers of maps that may differ, each with its interval."""
        gained = np.arange(41)
        bounds = [of_gain([0.5] * n + [0.0] * (40 - n)) for n in gained]
        held = chances(gained, 40, 0.15) @ [one.low <= 0.075 <= one.high for one in bounds]
        assert held == pytest.approx(NearCopies(0.15, 1.0, 1).gained(40), abs=1e-4)


def chances(gained, maps, share):
    """How likely each number of maps is, if each differs with this probability."""
    return np.diff(bdtr(gained, maps, share), prepend=0)


def test_equal_shares_leave_room_and_the_best_of_all_below_only():
    """The same mistake elsewhere: twenty games that ended alike were `50.0 % (50.0 to 50.0)`, which is Student's."""
    bounds = of_shares([0.5] * 20)
    assert bounds.low < 0.45 < 0.55 < bounds.high
    bounds = of_shares([1.0] * 10)
    assert bounds.low < 0.75
    assert bounds.high == 1


def test_an_effect_far_from_even_has_ends_on_its_side():
    """94 % of the points: the iteration settles there as well."""
    bounds = effect.of_tally(Tally.pairs(6, 0, 3, 0, 108))
    assert 0 < bounds.low < bounds.value < bounds.high < 10
