"""Estimate: how much better one player is, as far as its blocks tell."""

from dataclasses import dataclass

import numpy as np

from . import elo, interval
from .interval import Interval
from .tally import Tally


@dataclass(frozen=True, slots=True)
class Estimate:
    """One player's strength against its opponents, with the intervals that fixed-size matches justify.

    After a sequential test they are biased, because it stops when luck agrees with it: measure the size of an effect
    with further blocks, of a number fixed in advance. The interval of Elo lies above 0 exactly when that of normalised
    Elo does, and when LOS is over 97.5 %.
    """

    score: Interval  # 0..1, share of opponents beaten
    elo: Interval  # logistic Elo of that share
    normalised: Interval  # normalised Elo, per game
    superiority: float  # 0..1, LOS, the likelihood of superiority: one minus the p-value of "not better than even"

    @classmethod
    def of(cls, tally: Tally, confidence: float = 0.95) -> "Estimate":
        """Estimate from the blocks counted so far; without blocks it is 0 Elo and everything is possible."""
        student, score = interval.of_tally(tally), interval.of_score(tally, confidence)
        return cls(
            score=score,
            elo=score.on_scale(elo.from_score),
            normalised=_normalised_elo(tally, score, float(np.sqrt(student.variance))),
            superiority=student.superiority,
        )


def _normalised_elo(tally: Tally, score: Interval, deviation: float) -> Interval:
    """Return the score above one half in measured deviations; its ends in those with the two blocks added, never 0.

    It holds for scores near one half: far from it the deviation itself is uncertain.
    """
    above = tally.score - 0.5
    with np.errstate(divide="ignore"):
        value = float(np.divide(above, tally.deviation)) if above else 0.0
    low, high = ((end - 0.5) / deviation if 0 < end < 1 else np.inf * (end - 0.5) for end in (score.low, score.high))
    ends = Interval(min(low, value), value, max(high, value))
    return ends.on_scale(lambda effect: elo.from_effect(effect, tally.players))
