"""Coverage: how often the intervals hold the truth between players that are nearly copies of one another.

Most pairs of near-copies are even: the same two games with the seats exchanged. The few others decide, and there are
too few of them for any theory of many blocks. So nothing is simulated here: all tallies that such a
match can have are listed with their probabilities, and those whose interval holds the truth are added up.

`print(table())` is a table in docs/6-statistics.md; it takes minutes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import gammaln, xlogy

from . import effect, interval
from .elo import Floats
from .tally import Counts, support

BLOCKS = (50, 100, 200, 500)
UNEVEN = (0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 0.5)
WON = (0.5, 0.75, 1.0)  # of the uneven pairs: neither is better, one is, all the luck is on one side
NEGLIGIBLE = 1e-7  # probability; rarer tallies are left out, and together they weigh less than a thousandth
AT_ONCE = 2000  # tallies whose intervals are sought together


@dataclass(frozen=True, slots=True)
class NearCopies:
    """Two players whose pairs are even but for a share, of which the first wins a part."""

    uneven: float  # 0..1, of pairs; both games go to one player
    won: float  # 0..1, of the uneven pairs

    @property
    def probability(self) -> Floats:
        """(5,) of each score of a pair."""
        return np.array([self.uneven * (1 - self.won), 0, 1 - self.uneven, 0, self.uneven * self.won])

    def tallies(self, blocks: int) -> tuple[Counts, Floats]:
        """Return (tallies, 5) counts and (tallies,) their probabilities, without negligible ones."""
        lost, won = (grid.ravel() for grid in np.indices((blocks + 1, blocks + 1)))
        possible = lost + won <= blocks
        lost, won = lost[possible], won[possible]
        three = np.stack([lost, blocks - lost - won, won], axis=-1)
        ways = gammaln(blocks + 1) - gammaln(three + 1).sum(axis=-1)
        weight = np.exp(ways + xlogy(three, self.probability[[0, 2, 4]]).sum(axis=-1))
        counts = np.zeros((len(three), 5), dtype=np.int64)
        counts[:, [0, 2, 4]] = three
        return counts[weight > NEGLIGIBLE], weight[weight > NEGLIGIBLE]

    def covered(self, blocks: int, confidence: float = 0.95) -> tuple[float, float]:
        """Return how often the score's interval holds the true score, and that of normalised Elo the true one."""
        counts, weight = self.tallies(blocks)
        grid, probability = support(2), self.probability
        score = float(probability @ grid)
        truth = (score - 0.5) / float(np.sqrt(probability @ (grid - score) ** 2))
        weight = weight / weight.sum()
        of_score = interval.covers(2, counts, score, confidence)
        parts = [counts[start : start + AT_ONCE] for start in range(0, len(counts), AT_ONCE)]
        of_effect = np.concatenate([_holds(part, truth, confidence) for part in parts])
        return float(weight @ of_score), float(weight @ of_effect)


def _holds(counts: Counts, truth: float, confidence: float) -> npt.NDArray[np.bool_]:
    low, high = effect.ends(2, counts, confidence)
    return np.asarray((low <= truth) & (truth <= high))


def table(uneven: Sequence[float] = UNEVEN, blocks: Sequence[int] = BLOCKS) -> str:
    """Return Markdown: a row for each share of uneven pairs and of won ones, a cell for each number of blocks."""
    return "".join(f"{line}\n" for line in lines(uneven, blocks))


def lines(uneven: Sequence[float] = UNEVEN, blocks: Sequence[int] = BLOCKS) -> Iterator[str]:
    """Yield the lines of that table, each as soon as it is found: coverage of the score and of normalised Elo."""
    header = ["uneven pairs", "of these won", *(f"{number} blocks" for number in blocks)]
    for cells in (header, ["---:"] * len(header)):
        yield f"| {' | '.join(cells)} |"
    for won in WON:
        for share in uneven:
            pairs = (NearCopies(share, won).covered(number) for number in blocks)
            cells = [f"{100 * share:g} %", f"{100 * won:g} %", *(f"{100 * a:.1f} · {100 * b:.1f} %" for a, b in pairs)]
            yield f"| {' | '.join(cells)} |"
