"""The best stay: how long a stack gathers before it walks, found once for every distance.

A turn of gathering is worth less than the one before, by `decay`; so t turns of staying and d turns of walking bring
(1 - decay^t) / (d + t) a turn. The production of the square is a factor in front of it and does not change which t is
best, as the halite of a square in the original. So one table by distance answers it for every stack.
"""

import numpy as np

from . import Amortizing
from .desk import LONGEST_WAY, Floats


def tables(settings: Amortizing) -> tuple[Floats, Floats]:
    """Return, by distance up to LONGEST_WAY, the best stay, and a target's value a turn: 1 for a stack beside it."""
    steps = np.maximum(np.arange(LONGEST_WAY + 1)[:, None], 1)
    distance = 1 + settings.walk * (steps - 1)
    stay = np.arange(1, LONGEST_WAY + 1)[None, :]
    rate = (1 - settings.decay**stay) / (distance + stay)
    best = stay[0, rate.argmax(axis=1)].astype(np.float64)
    if not settings.best_stay:
        best[:] = settings.stay
        rate = 1 / (distance + np.broadcast_to(settings.stay, stay.shape))
    weight = rate.max(axis=1)
    return best, weight / weight[1]
