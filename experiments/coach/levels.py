"""Levels: a noisy curve as a few level parts, and where it falls from one to the next. Pure.

The parts explain the whole curve best, at a price for each (optimal partitioning: B. Jackson and others, An Algorithm
for Optimal Partitioning of Data on an Interval, 2005). So a fall is found that no single step shows.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from experiments.stats.elo import Floats

PRICE = 0.1  # squared error that a further part must save: eight times that of a share of twenty futures, by luck alone
SAME = 1e-9  # means that differ less are one mean
AROUND = 2  # places that are averaged to see where a level ends, and where the next one begins


def parts(values: Sequence[float]) -> list[tuple[int, int]]:
    """Return the level parts of a curve, each as its first place and the one behind its last."""
    curve = np.asarray(values, dtype=np.float64)
    total, squares = (np.concatenate([[0.0], np.cumsum(each)]) for each in (curve, curve**2))
    cost, cut = np.zeros(len(curve) + 1), np.zeros(len(curve) + 1, np.int64)
    for end in range(1, len(curve) + 1):
        starts = np.arange(end)
        error = squares[end] - squares[starts] - (total[end] - total[starts]) ** 2 / (end - starts)
        whole = cost[starts] + error + PRICE
        cut[end] = int(whole.argmin())
        cost[end] = whole[cut[end]]
    found, end = list[tuple[int, int]](), len(curve)
    while end:
        found.append((int(cut[end]), end))
        end = int(cut[end])
    return found[::-1]


def falls(values: Sequence[float]) -> list[tuple[int, int]]:
    """Return where a curve falls from one level to another: the last place on the upper, the first on the lower.

    Levels that fall one after another are one fall.
    """
    curve, found = np.asarray(values, dtype=np.float64), list[tuple[int, int]]()
    run: tuple[int, int] | None = None
    for upper, lower in pairwise(parts(values)):
        if curve[slice(*lower)].mean() < curve[slice(*upper)].mean():
            run = (run[0] if run else _left(curve, upper), _reached(curve, lower))
            continue
        found += [run] if run else []
        run = None
    return found + ([run] if run else [])


def _left(curve: Floats, part: tuple[int, int]) -> int:
    """Return the last place of a part on which the curve, averaged with the places before, is still as high."""
    first, end = part
    level = curve[first:end].mean()
    high = [place for place in range(first, end) if curve[max(first, place - AROUND) : place + 1].mean() > level - SAME]
    return high[-1]


def _reached(curve: Floats, part: tuple[int, int]) -> int:
    """Return the first place of a part on which the curve, averaged with the places behind, is already as low."""
    first, end = part
    level = curve[first:end].mean()
    low = [place for place in range(first, end) if curve[place : min(end, place + AROUND + 1)].mean() < level + SAME]
    return low[0]
