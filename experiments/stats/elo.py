"""Elo: scores on the logistic scale, Elo's curve, and the normalised one, standard deviations of a game above one half.

The second says how hard a difference is to see, for any share of draws and any luck of the maps.

Sources: A. Elo, The Rating of Chessplayers, Past and Present (1978); M. Van den Bergh, Normalized Elo (2020), from
whom the factor that makes both scales agree for a small advantage in a game without draws.
"""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

DECADE = 400.0  # Elo; who is this much better wins ten times as often as it loses
NORMALISED_UNIT = 2 * DECADE / np.log(10)  # normalised Elo of one standard deviation of a game, 347.4


def to_score(elo: float) -> float:
    """Return the expected share 0..1 of points, or of opponents beaten, of a player this much better."""
    return float(1 / (1 + 10 ** (-elo / DECADE)))


def from_score(score: float) -> float:
    """Return the inverse of `to_score`; -inf for 0 and inf for 1, because no finite difference explains them."""
    with np.errstate(divide="ignore"):
        return float(DECADE * (np.log10(score) - np.log10(1 - score)))


def from_effect(effect: float, games: int) -> float:
    """Return normalised Elo for a block's score above one half, in standard deviations of a block's score.

    The mean of `games` unrelated games varies less by their square root. Normalised Elo leaves their correlation in the
    measured deviation of the block, as fishtest does for pairs.
    """
    return float(effect * NORMALISED_UNIT / np.sqrt(games))
