"""SPRT: play until the blocks decide between two strengths named beforehand.

Wald's sequential probability ratio test, with the normal approximation of the generalised likelihood ratio: how far the
score lies from the middle of the two hypotheses, in its own variance. Block scores are what is counted (for pairs the
pentanomial counts of fishtest), so correlation inside a block is part of the variance. One lost and one won block are
added to the variance, as in `interval`: a few equal blocks would make it 0. The test errs with about `alpha` and
`beta`; docs/lab/statistics.md has simulated rates.

Sources: A. Wald, Sequential Tests of Statistical Hypotheses, Annals of Mathematical Statistics 16 (1945);
M. Van den Bergh, A Practical Introduction to the GSPRT (2019).
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from . import elo
from .elo import Floats
from .interval import Student
from .tally import Tally, support


class Verdict(StrEnum):
    """The verdict of a test after some blocks."""

    H0 = "H0 was accepted"  # rather elo0 than elo1: not the improvement that was asked for
    H1 = "H1 was accepted"  # rather elo1 than elo0
    OPEN = "go on"


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test, fixed before the first game."""

    elo0: float  # the strength at which passing is an error
    elo1: float  # the strength at which failing is an error
    alpha: float = 0.05  # how often a player of strength elo0 may pass
    beta: float = 0.05  # how often a player of strength elo1 may fail

    def __post_init__(self) -> None:
        if not -np.inf < self.elo0 < self.elo1 < np.inf:
            raise ValueError(f"elo0 = {self.elo0}, elo1 = {self.elo1}: elo0 should be the smaller one")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"alpha = {self.alpha}, beta = {self.beta}: both should lie between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The LLR at which H0, and the one at which H1 is accepted (Wald 1945)."""
        return float(np.log(self.beta / (1 - self.alpha))), float(np.log((1 - self.beta) / self.alpha))

    def llr(self, tally: Tally) -> float:
        """Return the logarithm of how much better elo1 explains the blocks than elo0; 0 before the first block."""
        return float(self.llrs(tally.players, tally.counts))

    def llrs(self, players: int, counts: npt.ArrayLike) -> Floats:
        """Return the same for many tallies at once, (...), from their (..., outcomes) counts."""
        number, grid = np.asarray(counts), support(players)
        blocks, total = number.sum(axis=-1), number @ grid
        variance = Student.of(blocks, total, number @ grid**2, players).variance
        null, better = elo.to_score(self.elo0), elo.to_score(self.elo1)
        return np.asarray((better - null) * (total - blocks * (null + better) / 2) / variance)

    def verdict(self, tally: Tally) -> Verdict:
        """Return whether a bound is reached."""
        lower, upper = self.bounds
        llr = self.llr(tally)
        if llr >= upper:
            return Verdict.H1
        return Verdict.H0 if llr <= lower else Verdict.OPEN
