"""The density and the velocity grid, and the fronts that are forecast from them."""

from typing import Any

import numpy as np

from experiments.opponents.compiled import compiler

kernel = compiler(__file__)

RADIUS = 4  # steps that the grids sum over, as in the account
PLAIN = 2 * RADIUS * (RADIUS + 1) + 1  # squares within RADIUS steps


@kernel
def sums(land: Any, horizon: float, density: Any, velocity: Any) -> None:
    """Write what the neutral land within RADIUS steps of every square pays, and how soon.

    horizon    turns that a square's production counts
    density    (N,) sum of what squares pay beyond their own cost until the horizon
    velocity   (N,) the same sum with every square divided by its distance; our own stacks count with their strength
    """
    around, steps = np.zeros(PLAIN, np.int64), np.zeros(PLAIN, np.int64)
    seen = np.full(land.owner.size, -1, np.int64)
    for c in range(land.owner.size):
        density[c] = velocity[c] = 0.0
        around[0], steps[0], seen[c] = c, 0, c
        at, end = 0, 1
        while at < end:
            here, step = around[at], steps[at]
            at += 1
            if land.owner[here] == 0:
                pays = max(0.0, horizon * land.production[here] - land.strength[here])
                density[c] += pays
                velocity[c] += pays / max(step, 1)
            elif land.owner[here] == land.me:
                velocity[c] += land.strength[here] / max(step, 1)
            if step < RADIUS:
                for d in range(1, 5):
                    n = land.near[here, d]
                    if seen[n] != c:
                        seen[n], around[end], steps[end] = c, n, step + 1
                        end += 1


def fronts(land: Any, density: Any, velocity: Any, dense: float, fast: float) -> Any:
    """Return (N,) whether a front is forecast: tiles beside our land beyond the thresholds, in means of the board."""
    beside = (land.owner[land.near[:, 1:]] == land.me).any(axis=1) & (land.owner == 0)
    return beside & (density > dense * density.mean()) & (velocity > fast * velocity.mean())
