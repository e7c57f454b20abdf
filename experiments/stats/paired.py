"""Paired: whether a candidate does worse than another player did on the same blocks, with an exact test.

If both are equally good, all signs of the differences are equally likely: the p-value counts the sign patterns with a
sum as low as the one seen. It is exact for four blocks, where Student's t takes four equal losses for proof.

Source: R. A. Fisher, The Design of Experiments (1935), section 21.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .tally import support


def chance_if_equal(differences: npt.ArrayLike, players: int) -> float:
    """Return the p-value of "equally good" against "worse": the chance of a sum this low if all signs are luck.

    differences   (blocks,) the candidate's block score minus the other's on the same block, -1..1
    """
    measured = np.asarray(differences, dtype=np.float64) * (len(support(players)) - 1)
    steps = np.rint(measured).astype(np.int64)
    if not np.allclose(measured, steps):
        raise ValueError(f"a difference is none of block scores of {players} players; is a game missing from a block?")
    chance = np.ones(1)  # of each sum, from the lowest possible one up
    for size in np.abs(steps[steps != 0]):
        either = np.zeros(2 * size + 1)
        either[[0, -1]] = 0.5
        chance = np.convolve(chance, either)
    lowest = -np.abs(steps).sum()
    return float(chance[: steps.sum() - lowest + 1].sum())


@dataclass(frozen=True, slots=True)
class Pruning:
    """When a candidate is given up before all its blocks are played.

    A few looks are planned before the first block, each with an equal part of the level (Bonferroni). So a candidate
    that is as good is given up with probability `level` at most; a look after every block would give up far more.
    """

    blocks: int  # of a candidate that is not given up
    level: float = 0.05
    parts: int = 4  # a look after each part but the last, which ends the trial anyway

    def __post_init__(self) -> None:
        if self.blocks < 1 or not 0 < self.level < 1 or self.parts < 1:
            raise ValueError(
                f"blocks = {self.blocks}, level = {self.level}, parts = {self.parts}; expected at least one block, "
                "a level between 0 and 1 (5 % is 0.05) and at least one part"
            )

    @property
    def looks(self) -> tuple[int, ...]:
        """After how many blocks: a quarter, half and three quarters, rounded up, where these are different."""
        planned = (-(-self.blocks * part // self.parts) for part in range(1, self.parts))
        return tuple(sorted({look for look in planned if look < self.blocks}))

    def gives_up(self, differences: Sequence[float], players: int) -> bool:
        """Return whether the candidate is given up now; never between two looks."""
        if len(differences) not in self.looks:
            return False
        return chance_if_equal(differences, players) <= self.level / len(self.looks)
