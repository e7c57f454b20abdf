"""Estimate: how much better one player is, as far as its blocks tell."""

from dataclasses import dataclass

import numpy as np
from scipy.special import stdtr  # Student's distribution; scipy.stats asks it too, and takes a second to load

from . import effect, elo, interval
from .interval import Interval
from .tally import Tally


@dataclass(frozen=True, slots=True)
class Estimate:
    """One player's strength against its opponents, with the intervals that fixed-size matches justify.

    After a sequential test they are biased, because it stops when luck agrees with it: measure the size of an effect
    with further blocks, of a number fixed in advance.
    """

    score: Interval  # 0..1, share of opponents beaten
    elo: Interval  # logistic Elo of that share
    normalised: Interval  # normalised Elo, per game
    superiority: float  # 0..1, LOS, the likelihood of superiority: how sure we may be that it is the better one

    @classmethod
    def of(cls, tally: Tally, confidence: float = 0.95) -> "Estimate":
        """Estimate from the blocks counted so far; without blocks it is 0 Elo and everything is possible."""
        score = interval.of_score(tally, confidence)
        return cls(
            score=score,
            elo=score.mapped(elo.from_score),
            normalised=effect.of_tally(tally, confidence).mapped(lambda ends: elo.from_effect(ends, tally.players)),
            superiority=superiority(tally),
        )


def superiority(tally: Tally) -> float:
    """Return LOS: one minus the p-value of "not better than even" against "better". One half for fewer than two blocks.

    It is over 97.5 % exactly when the 95 % interval of the score lies above one half. For many blocks it is fishtest's
    formula, the normal probability of (score - 1/2) * sqrt(blocks) / deviation.
    """
    if tally.blocks < 2:
        return 0.5
    distance = np.sign(tally.score - 0.5) * np.sqrt(interval.deficits(tally.players, tally.counts, 0.5))
    return float(stdtr(interval.freedom(tally.counts), distance))
