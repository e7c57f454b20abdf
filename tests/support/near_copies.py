"""Coverage: how often the intervals hold the truth between players that are nearly copies of one another.

Most of their pairs are even, and the few others are too few for any theory of many blocks. So all tallies that such a
match can have are listed with their probabilities, and those whose interval holds the truth are added up.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import gammaln, xlogy

from experiments.stats import effect, interval
from experiments.stats.elo import Floats
from experiments.stats.tally import Counts, support

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
