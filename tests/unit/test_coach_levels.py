"""Levels of a noisy curve, and where it falls from one to the next."""

from itertools import pairwise

import numpy as np
import pytest

from experiments.coach import levels


def test_falls_lie_between_levels_and_one_of_several_levels_is_one():
    assert levels.parts([0.1] * 30) == [(0, 30)]
    assert levels.falls([0.1] * 30) == []
    assert levels.parts([]) == []
    assert levels.parts([0.4]) == [(0, 1)]
    assert levels.falls([0.6] * 10 + [0.2] * 10) == [(9, 10)]
    assert levels.falls([0.9] * 5 + [0.4] * 5 + [0.8] * 5 + [0.1] * 5) == [(4, 5), (14, 15)]
    curve = [0.9] * 6 + [0.7, 0.6, 0.5, 0.4, 0.3] + [0.1] * 6
    [(first, last)] = levels.falls(curve)
    assert first in {5, 6}
    assert last in {10, 11}


@pytest.mark.parametrize("seed", range(5))
def test_the_parts_explain_the_curve_best(seed):
    curve = np.random.default_rng(seed).random(9).round(2)

    def cost(cuts):
        ends = [0, *cuts, len(curve)]
        spans = [curve[a:b] for a, b in pairwise(ends)]
        return sum(((span - span.mean()) ** 2).sum() + levels.PRICE for span in spans)

    every = [[place + 1 for place in range(8) if ways >> place & 1] for ways in range(256)]
    best = min(map(cost, every))
    assert cost([end for _, end in levels.parts(curve)[:-1]]) == pytest.approx(best)
