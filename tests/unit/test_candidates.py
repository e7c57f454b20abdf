"""Candidates of opening and campaign: what is drawn anew, and what a perturbation changes."""

import numpy as np

from bot import changed, kernels, preset
from bot.search import candidates

CHAMPION = preset("champion")


def drawn(source, draw, many=2000):
    """The values of so many candidates, (many, ranges)."""
    players, dice = np.zeros(2, kernels.VALUES), np.array([3], np.uint64)
    players[:] = kernels.values(source)
    found = []
    for _ in range(many):
        draw(0, 1, players, dice)
        found.append([players[1][known.name] for known in candidates.RANGES])
    return np.array(found)


def test_candidates_stay_within_their_ranges():
    for draw in (candidates.draw_fresh, candidates.perturb):
        for source in (CHAMPION, changed(CHAMPION, {"alpha": 0.9, "route_cost": 0.0, "capture_hold": 0.0})):
            found = drawn(source, draw)
            changes = found != [getattr(source, known.name) for known in candidates.RANGES]
            for known, values, changed_ones in zip(candidates.RANGES, found.T, changes.T, strict=True):
                assert (values[changed_ones] >= known.low).all()
                assert (values[changed_ones] <= known.high).all()
