"""Planning: how many blocks a question costs, asked before the first game is played.

The LLR moves like a Brownian motion between two barriers, whose end and duration have closed forms: Wald's of 1945,
which neglect that the last block carries the walk a little beyond its barrier.
"""

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from . import elo
from .sprt import Sprt


def unrelated_games(players: int) -> float:
    """Return the deviation of a block's score between equal players with unrelated games and no draws.

    The share of opponents beaten is then each of 0, 1/(players - 1), ..., 1 equally often. Real maps change it: use
    `Tally.deviation` where games have been played.
    """
    return float(np.sqrt((players + 1) / (12 * (players - 1)) / players))


UNRELATED_GAMES = unrelated_games(2)  # of a pair
LEAST_EXPONENT = 1e-8  # replaces an exponent of 0, where the closed forms are 0 / 0


@dataclass(frozen=True, slots=True)
class Walk:
    """The log-likelihood ratio of a test as a random walk, one step per block."""

    drift: float  # mean of a step
    variance: float  # of a step
    lower: float  # below 0: where the walk ends with H0
    upper: float  # above 0: where it ends with H1

    @classmethod
    def of(cls, test: Sprt, truth: float, deviation: float) -> "Walk":
        """Return the walk of `test` when the player really is `truth` Elo better; `deviation` of a block's score."""
        if not deviation > 0:
            raise ValueError(f"deviation = {deviation}; block scores vary, so it should be above 0")
        null, better, true = ((elo.to_score(value) - 0.5) / deviation for value in (test.elo0, test.elo1, truth))
        gap = better - null
        return cls(gap * (true - (null + better) / 2), gap**2, *test.bounds)

    @property
    def chance_of_h1(self) -> float:
        """How likely the test is to accept H1, 0..1."""
        return float(_growth(self._exponent * self.lower) / _growth(self._exponent * (self.lower - self.upper)))

    @property
    def blocks(self) -> float:
        """How many blocks the test takes on average."""
        end = self.chance_of_h1 * self.upper + (1 - self.chance_of_h1) * self.lower
        return float(end / (self._exponent * self.variance / 2))

    @property
    def _exponent(self) -> float:
        exponent = 2 * self.drift / self.variance
        return exponent if abs(exponent) > LEAST_EXPONENT else LEAST_EXPONENT


def expected_blocks(test: Sprt, truth: float, deviation: float) -> float:
    """Return blocks that a sequential test takes on average when the player really is `truth` Elo better."""
    return Walk.of(test, truth, deviation).blocks


def chance_of_h1(test: Sprt, truth: float, deviation: float) -> float:
    """Return how likely, 0..1, a sequential test is to accept a player that really is `truth` Elo better."""
    return Walk.of(test, truth, deviation).chance_of_h1


def fixed_blocks(half_width: float, deviation: float, truth: float = 0.0, confidence: float = 0.95) -> int:
    """Return after how many blocks the interval is about ± half_width logistic Elo, when the truth is `truth` Elo.

    Half the width takes four times as many blocks.
    """
    if not (half_width > 0 and deviation > 0):
        raise ValueError(f"half_width = {half_width}, deviation = {deviation}: both should be above 0")
    score = elo.to_score(truth)
    elo_per_score = elo.DECADE / np.log(10) / (score * (1 - score))
    return int(np.ceil((NormalDist().inv_cdf((1 + confidence) / 2) * deviation * elo_per_score / half_width) ** 2))


def table(effects: tuple[float, ...] = (100, 50, 20, 10, 5, 2), deviation: float = UNRELATED_GAMES) -> str:
    """Return Markdown: the games between two players that effects of some sizes (Elo) need; a pair is two games."""
    header = "| effect | SPRT, truly 0 Elo | truly half of it | truly all of it | fixed number for ± half of it |\n"
    return header + "| ---: " * 5 + "|\n" + "".join(_row(effect, deviation) for effect in effects)


def _row(effect: float, deviation: float) -> str:
    test = Sprt(0, effect)
    games = [2 * expected_blocks(test, truth, deviation) for truth in (0, effect / 2, effect)]
    games.append(2 * fixed_blocks(effect / 2, deviation))
    return f"| {effect:g} Elo | " + " | ".join(f"{number:,.0f}" for number in games) + " |\n"


def _growth(exponent: float) -> float:
    """Return exp(exponent) - 1, cut off where floating point would overflow."""
    return float(np.expm1(min(exponent, 700.0)))
