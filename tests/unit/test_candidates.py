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


def test_fresh_values_are_spread_by_factors_and_a_perturbation_changes_half_by_about_a_seventh():
    found = drawn(CHAMPION, candidates.draw_fresh)
    for known, values in zip(candidates.RANGES, found.T, strict=True):
        middle = np.sqrt(known.low * known.high) if known.grows else (known.low + known.high) / 2
        assert 0.46 < (values < middle).mean() < 0.54
        assert (values < known.low + 0.05 * (known.high - known.low)).any()
        assert (values > known.high - 0.1 * (known.high - known.low)).any()
    tied = np.corrcoef(np.log(found.T))
    assert tied[0, 1] > 0.8
    assert abs(tied[0, 2]) < 0.1
    best = changed(CHAMPION, {"alpha": 0.14, "hold_until": 5.5, "capture_hold": 2.0})
    found = drawn(best, candidates.perturb)
    for place in (0, 2, 5):
        known, values = candidates.RANGES[place], found[:, place]
        old = getattr(best, known.name)
        moved = values[values != old]
        assert 0.45 < len(moved) / len(values) < 0.55
        spans = np.log([known.low, known.high]) if known.grows else [known.low, known.high]
        by = (np.log(moved / old) if known.grows else moved - old) / (spans[1] - spans[0])
        assert 0.12 < by.std() < 0.18
        assert abs(by.mean()) < 0.02
