"""Who came first, and how long each player lived: both follow from the territory in every frame."""

import numpy as np
import numpy.typing as npt


def ranks(territory: npt.NDArray[np.int64]) -> list[int]:
    """Return the place of every player, 1 = best; entry i belongs to player i + 1.

    Later deaths rank better; then more territory in the last frame; then more territory summed over
    all frames; and when all that is equal the higher number ranks better, because the official
    program sorts stably from worst to best and then reverses the list.

    Args:
        territory: (frames, players) squares owned in each frame, from the map on; a player without any is dead
    """
    lived = np.count_nonzero(territory, axis=0)
    merit = list(zip(lived, territory[-1], territory.sum(axis=0), range(territory.shape[1]), strict=True))
    best_first = sorted(merit, reverse=True)
    return [1 + best_first.index(player) for player in merit]


def last_frames_alive(territory: npt.NDArray[np.int64]) -> list[int]:
    """Return for every player the turns played if it lived to the end, else one less than the turn of its death."""
    return [int(frames) - 1 for frames in np.count_nonzero(territory, axis=0)]
