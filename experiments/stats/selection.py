"""Selection: is one of many settings better than the default, or only the luckiest; and when to give one up.

The best of twenty equal settings passes a 5 % test in about every third sweep. With Bonferroni's correction the chance
that any of k equal settings is called different is at most k times that of each, so each gets a k-th of the level. On
simulated sweeps it tells as much apart as resampling (max-T), within 0.3 points.

It does not promise that a difference is as large as it looks: measure it on further blocks.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .elo import Floats
from .interval import Interval, Student, of_gain

TOO_RARE = 0.05  # what happens by luck in fewer sweeps than this is not called luck


@dataclass(frozen=True, slots=True)
class Contrast:
    """How one setting compares with the default, over the blocks that both played."""

    difference: Interval  # of the scores; the intervals of all settings hold together
    superiority: float  # 0..1, LOS of this setting taken alone, as if no other had been tried
    chance: float  # 0..1, at most: that one of settings that all equal the default is as far off as this one

    @property
    def is_better(self) -> bool:
        """Whether it may be called better than the default although it was one of many."""
        return self.difference.value > 0 and self.chance < TOO_RARE


def contrasts(scores: npt.ArrayLike, default: int, confidence: float = 0.95) -> list[Contrast]:
    """Return every setting against the default, whose own contrast is 0.

    Args:
        scores: (blocks, settings) 0..1; settings in one row played the same block
        confidence: of all intervals together, 0..1
    """
    measured = np.asarray(scores, dtype=np.float64)
    if measured.ndim != 2 or not len(measured) or not 0 <= default < measured.shape[1]:
        raise ValueError(f"scores have shape {measured.shape} and default = {default}; expected (blocks, settings)")
    many = max(measured.shape[1] - 1, 1)
    found = [_contrast(column, many, confidence) for column in (measured - measured[:, [default]]).T]
    found[default] = Contrast(Interval(0.0, 0.0, 0.0), 0.5, 1.0)
    return found


def superiority(differences: npt.ArrayLike) -> float:
    """Return LOS from (blocks,) paired differences -1..1, by Student's distribution with the two blocks added."""
    shares = (np.asarray(differences, dtype=np.float64) + 1) / 2
    student = Student.of(len(shares), shares.sum(), (shares**2).sum())
    return student.superiority


def _contrast(differences: Floats, many: int, confidence: float) -> Contrast:
    alone = superiority(differences)
    chance = min(1.0, 2 * many * min(alone, 1 - alone))
    return Contrast(of_gain(differences, 1 - (1 - confidence) / many), alone, chance)


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

    def gives_up(self, differences: Sequence[float]) -> bool:
        """Return whether the candidate is given up now; never between two looks.

        Args:
            differences: (blocks,) its block score minus the base's on the same block, -1..1
        """
        if len(differences) not in self.looks:
            return False
        return superiority(differences) <= self.level / len(self.looks)
