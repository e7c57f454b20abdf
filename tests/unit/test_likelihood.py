"""The best distribution under a hypothesis, against hand calculation and against a general optimiser."""

import numpy as np
import pytest
from scipy.special import xlogy

from experiments.stats import likelihood
from experiments.stats.tally import support

FIVE = support(2)
COUNTS = [
    (3, 10, 20, 12, 5), (0, 3, 10, 3, 0), (0, 0, 10, 0, 0), (0, 0, 0, 0, 10), (0, 0, 0, 5, 0), (5, 0, 0, 0, 5),
    (0, 0, 5, 5, 0), (1, 0, 0, 0, 40),
]  # fmt: skip


def found_by_force(counts, excess):
    """The largest mean log-likelihood of any distribution for which `excess` is 0, by a general optimiser."""
    from scipy.optimize import (
        minimize,  # here, because it takes long to load, and every test is loaded before one is chosen
    )

    share = np.array(counts) / sum(counts)
    conditions = [{"type": "eq", "fun": lambda p: p.sum() - 1}, {"type": "eq", "fun": excess}]
    random = np.random.default_rng(1)
    tries = [
        minimize(
            lambda p: -xlogy(share, np.maximum(p, 1e-300)).sum(),
            random.dirichlet(np.ones(len(counts))),
            bounds=[(0, 1)] * len(counts),
            constraints=conditions,
            method="SLSQP",
            options={"maxiter": 1000, "ftol": 1e-14},
        )
        for _ in range(6)
    ]
    return max(-attempt.fun for attempt in tries if attempt.success)


@pytest.mark.parametrize("counts", COUNTS)
@pytest.mark.parametrize("mean", [0.2, 0.5, 0.514, 0.9])
def test_no_distribution_with_the_mean_explains_the_counts_better(counts, mean):
    """Also where scores were never seen; there fishtest's 0.001 in their place is only an approximation."""
    best = likelihood.at_mean(counts, FIVE, mean)
    assert best.sum() == pytest.approx(1)
    assert best @ FIVE == pytest.approx(mean)
    expected = found_by_force(counts, lambda p: p @ FIVE - mean)
    assert likelihood.of(counts, best) / sum(counts) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("counts", [(30, 0, 45, 0, 25), (1, 0, 2, 0, 7)])
def test_three_outcomes_solve_a_quadratic_equation(counts):
    """Lost, drawn, won: with the mean fixed one probability is free, and the derivative's root is written down."""
    lost, drawn, won = counts[0], counts[2], counts[4]
    lead = 2 * 0.53 - 1  # won less lost, for a mean of 0.53
    a = np.poly1d([1, 0])  # the probability of a loss; a win has a + lead, a draw 1 - 2a - lead
    equation = lost * (a + lead) * (1 - 2 * a - lead) + won * a * (1 - 2 * a - lead) - 2 * drawn * a * (a + lead)
    (root,) = (root for root in equation.roots if 0 < root < (1 - lead) / 2)
    best = likelihood.at_mean(counts, FIVE, 0.53)
    assert best.tolist() == pytest.approx([root, 0, 1 - 2 * root - lead, 0, root + lead])


def test_extreme_counts_have_known_solutions_and_hypotheses_out_of_reach_none():
    """Only wins were seen: what is missing to the mean is lost outright; a mean of 1 leaves no room for a loss."""
    assert likelihood.at_mean((0, 0, 0, 0, 10), FIVE, 0.6).tolist() == pytest.approx([0.4, 0, 0, 0, 0.6])
    with pytest.raises(ValueError, match="is it a score, not an Elo"):
        likelihood.at_mean(COUNTS[0], FIVE, 10)


def test_many_tallies_at_once_are_each_as_alone():
    """The rounds stop when the slowest has settled; that changes the others by nothing that counts."""
    together = likelihood.at_mean(COUNTS, FIVE, 0.6)
    alone = [likelihood.at_mean(counts, FIVE, 0.6) for counts in COUNTS]
    assert together == pytest.approx(np.array(alone), abs=1e-9)
