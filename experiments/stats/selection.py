"""Selection: is the best of many settings better than the default, or only the luckiest?

The best of twenty equal settings passes a 5 % test in about every third sweep. The max-T method asks instead how far
the *farthest* of all settings strays when none of them differs: in thousands of replays of the same blocks, every block
turns the signs of its differences to the default, for all settings at once. So settings that play alike are not counted
as if they were independent, which Bonferroni and Holm would do.

If some settings truly equal the default, any of these is called different with probability `1 - confidence` at most,
for any strength of the others: for symmetric differences with any number of blocks, else with many. The intervals of
all settings hold together. It does not promise that the difference is as large as it looks: measure it on further
blocks.

Sources: R. A. Fisher, The Design of Experiments (1935), for turning signs; P. H. Westfall and S. S. Young, Resampling-
Based Multiple Testing (1993), for max-T; J. P. Romano and M. Wolf, Exact and Approximate Stepdown Methods for Multiple
Hypothesis Testing (2005), for many settings whose dependence is unknown.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import stdtr  # Student's distribution; scipy.stats asks it too, and takes a second to load

from .elo import Floats
from .interval import Interval, of_gain

FLIPS_AT_ONCE = 1000  # replays held in memory together
TOO_RARE = 0.05  # what happens by luck in fewer sweeps than this is not called luck
EQUAL = 1e-9  # sums nearer than this are the same sum, added in another order
FEW = 40  # blocks that differ; for fewer, and fewer than half, turned signs know too little of how much blocks vary


@dataclass(frozen=True, slots=True)
class Contrast:
    """How one setting compares with the default, over the blocks that both played."""

    difference: Interval  # of the scores; the intervals of all settings hold together
    superiority: float  # 0..1, LOS of this setting taken alone, as if no other had been tried
    chance: float  # 0..1, that the farthest of settings that all equal the default is as far off as this one

    @property
    def is_better(self) -> bool:
        """Whether it may be called better than the default although it was one of many."""
        return self.difference.value > 0 and self.chance < TOO_RARE


def contrasts(
    scores: npt.ArrayLike, default: int, *, seed: int, replays: int = 9999, confidence: float = 0.95
) -> list[Contrast]:
    """Return every setting against the default, whose own contrast is 0.

    scores    (blocks, settings) 0..1; settings in one row played the same block
    default   the column of the default
    """
    measured = np.asarray(scores, dtype=np.float64)
    if measured.ndim != 2 or not len(measured) or not 0 <= default < measured.shape[1]:
        raise ValueError(f"scores have shape {measured.shape} and default = {default}; expected (blocks, settings)")
    differences = measured - measured[:, [default]]
    farthest = _farthest(differences, replays, np.random.default_rng(seed))
    reach = float(np.quantile(farthest, confidence, method="higher"))
    wider = 1 + np.log(max(measured.shape[1] - 1, 1)) / np.log(2 / (1 - confidence))
    rooms = [wider * _room(column, confidence) for column in differences.T]
    rooms[default] = 0.0
    return [_contrast(*each, farthest, reach) for each in zip(differences.T, rooms, strict=True)]


def paired_superiority(differences: npt.ArrayLike) -> float:
    """Return LOS from paired differences, (blocks,): Student's probability that their mean is above 0.

    One half for fewer than two blocks, and where all differences are 0.
    """
    measured = np.asarray(differences, dtype=np.float64)
    if len(measured) < 2 or not measured.any():
        return 0.5
    error = measured.std(ddof=1) / np.sqrt(len(measured))
    distance = measured.mean() / error if error > 0 else np.sign(measured.mean()) * np.inf
    return float(stdtr(len(measured) - 1, distance))


def _contrast(differences: Floats, room: float, farthest: Floats, reach: float) -> Contrast:
    mean = float(differences.mean())
    margin = max(_margin(differences, reach), room)
    distance = float(_distance(differences[:, None], np.ones((1, len(differences))))[0, 0])
    # Our own blocks are one of the ways in which the signs could have fallen: without the + 1 a chance could be 0.
    chance = (1 + np.count_nonzero(farthest >= distance - EQUAL)) / (1 + len(farthest))
    return Contrast(Interval(mean - margin, mean, mean + margin), paired_superiority(differences), float(chance))


def _margin(differences: Floats, reach: float) -> float:
    """Return how far shifts may go that leave the differences no farther off than `reach`.

    Solves |sum(d - shift)| <= reach * sqrt(sum((d - shift)**2)) for the shift. Infinite for too few blocks, and where
    nothing varied, because the deviation is then unknown.
    """
    blocks, variance = len(differences), float(differences.var())
    if not differences.any():
        return 0.0
    if variance == 0 or blocks <= reach**2:
        return float(np.inf)
    return reach * float(np.sqrt(variance / (blocks - reach**2)))


def _room(differences: Floats, confidence: float) -> float:
    """Return how far the true difference may lie from the mean where few blocks differ; 0 where more do.

    Turning signs leaves equal blocks equal, so a setting that scored as the default on 40 maps would have no width,
    although two of a hundred maps may tell them apart. This is the distance to the farther end of `of_gain`;
    `contrasts` widens it by the logarithm of the number of settings, because they share the chance of an error.
    """
    differ = np.count_nonzero(np.abs(differences) > EQUAL)
    if differ >= FEW or 2 * differ >= len(differences):
        return 0.0
    gain = of_gain(differences, confidence)
    return max(gain.high - gain.value, gain.value - gain.low)


def _farthest(differences: Floats, replays: int, random: np.random.Generator) -> Floats:
    """Return (replays,) the largest distance of any setting, with signs of blocks turned at random."""
    distances = []
    for start in range(0, replays, FLIPS_AT_ONCE):
        size = min(FLIPS_AT_ONCE, replays - start), len(differences)
        signs = random.choice(np.array([-1.0, 1.0]), size)
        distances.append(_distance(differences, signs).max(axis=1))
    return np.concatenate(distances)


def _distance(differences: Floats, signs: Floats) -> Floats:
    """Return (replays, settings) how far each sum is from 0, in its standard deviations under turned signs.

    It rises with Student's |t|, and never divides by a deviation that happened to vanish.
    """
    spread = np.sqrt((differences**2).sum(axis=0))
    return np.asarray(np.abs(signs @ differences) / np.where(spread > 0, spread, 1))
