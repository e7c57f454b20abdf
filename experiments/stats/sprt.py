"""SPRT: play until the blocks decide between two strengths named beforehand.

Wald's sequential probability ratio test with a generalised likelihood ratio: each hypothesis is represented by the
distribution of block scores that explains the counts best while it holds. For pairs this is the pentanomial test of
fishtest and fastchess; for three to six players the same on the finer scale of their scores. In matches that nothing
else stops, a player that is only elo0 better passes with probability of about alpha at most, one that is elo1 better
fails with about beta at most: for many blocks by theory; `simulation` shows it for few. Between near-copies either can
be exceeded by half a hundredth (docs/6-statistics.md).

Sources: A. Wald, Sequential Tests of Statistical Hypotheses, Annals of Mathematical Statistics 16
(1945); M. Van den Bergh, A Practical Introduction to the GSPRT (2019).
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from . import elo, likelihood
from .elo import Floats
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
        """Return the same for many tallies at once, (...).

        counts   (..., outcomes) blocks with each score of `tally.support(players)`
        """
        null, better = (likelihood.of(counts, best) for best in self._explanations(players, counts))
        return np.asarray(better - null)

    def verdict(self, tally: Tally) -> Verdict:
        """Return whether a bound is reached."""
        lower, upper = self.bounds
        llr = self.llr(tally)
        if llr >= upper:
            return Verdict.H1
        return Verdict.H0 if llr <= lower else Verdict.OPEN

    def _explanations(self, players: int, counts: npt.ArrayLike) -> tuple[Floats, Floats]:
        """Return (..., outcomes) the best distribution under elo0, and under elo1."""
        grid, scores = support(players), [elo.to_score(hypothesis) for hypothesis in (self.elo0, self.elo1)]
        return likelihood.at_mean(counts, grid, scores[0]), likelihood.at_mean(counts, grid, scores[1])
