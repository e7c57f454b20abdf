"""How often the intervals of scores, tests and ratings hold the truth, as docs/lab/statistics.md says."""

from collections import Counter
from functools import partial

import numpy as np
import pytest

from experiments.arena.players import player
from experiments.ladder import standings
from experiments.ladder.run import ladder, play
from experiments.match.experiment import Draw, Stop
from experiments.stats import Fit, elo, kinds
from experiments.stats.ratings import ELO_PER_NAT
from tests.properties.test_coverage import GRID, assert_it_holds
from tests.support.results import pair

# Of ten players as far apart as those of the project's ladders, in nats; the anchor has 0.
STRENGTHS = np.array([600, 450, 200, 100, 0, -60, -120, -220, -240, -520.0]) / ELO_PER_NAT

NAMES = "abcdefghij"
# Monte-Carlo standard error of one trial that should hold in 95 %.
ERROR = np.sqrt(0.95 * 0.05)


@pytest.mark.parametrize(("hold", "floor"), [pytest.param(*row, id=name) for name, *row in GRID])
def test_every_row_of_the_grid_holds(hold, floor):
    assert_it_holds(hold, floor)


def pairs_of(dice, number):
    pairs = [(one, other) for one in range(10) for other in range(one)] * number
    chances = [1 / (1 + np.exp(STRENGTHS[other] - STRENGTHS[one])) for one, other in pairs]
    return [
        [NAMES[one] + NAMES[other] if won else NAMES[other] + NAMES[one] for won in dice.random(2) < chance]
        for (one, other), chance in zip(pairs, chances, strict=True)
    ]


def tables_of(seats):
    def blocks(dice, number):
        tables = (dice.choice(10, seats, replace=False) for _ in range(number))
        return [
            [
                "".join(NAMES[who] for who in table[np.argsort(-STRENGTHS[table] - luck)])
                for luck in dice.gumbel(size=(seats, seats))
            ]
            for table in tables
        ]

    return blocks


@pytest.mark.parametrize(
    ("blocks", "number", "ladders"),
    [(pairs_of, 2, 80), (pairs_of, 10, 80), (tables_of(4), 120, 50), (tables_of(6), 60, 20)],
    ids=["2 a pair", "10 a pair", "120 of four", "60 of six"],
)
def test_ratings_of_a_ladder(blocks, number, ladders):
    """The Bayesian bootstrap with unseen blocks: 95 %, within the error of ladders that hold all or none."""
    told = []
    for seed in range(ladders):
        played = blocks(np.random.default_rng(seed), number)
        rated = Fit.of(kinds(played), seed=seed, resamples=100).ratings("e")
        truths = {name: ELO_PER_NAT * strength for name, strength in zip(NAMES, STRENGTHS, strict=True)}
        told += [each.elo.low <= truths[each.name] <= each.elo.high for each in rated if each.name != "e"]
    assert np.mean(told) == pytest.approx(0.95, abs=ERROR / np.sqrt(ladders))


def rated_pairs(pairs, lost, even, won):
    """How often the rating of a match of two holds the truth, over all tallies that weigh enough."""
    from scipy.stats import multinomial  # here, because it takes long to load

    truth, chance = elo.from_score(won + even / 2), multinomial(pairs, [lost, even, won])
    covered = total = 0.0
    for all_won in range(pairs + 1):
        for all_lost in range(pairs + 1 - all_won):
            drawn = pairs - all_won - all_lost
            if (weight := chance.pmf([all_lost, drawn, all_won])) < 1e-3:
                continue
            played = Counter({("ab", "ba"): drawn, ("ab", "ab"): all_won, ("ba", "ba"): all_lost})
            best, last = Fit.of(played, seed=1, resamples=200).ratings("b")
            told = best.elo if best.name == "a" else last.elo
            covered, total = covered + weight * (told.low <= truth <= told.high), total + weight
    return covered / total


@pytest.mark.parametrize("won", [0.5, 0.75, 1.0])
@pytest.mark.parametrize(
    ("pairs", "uneven"), [(20, 0.1), (30, 0.03), (30, 0.1), (60, 0.02), (60, 0.1), (100, 0.01), (100, 0.05)]
)
def test_ratings_of_near_copies(pairs, uneven, won):
    """Blocks that did not occur have weights too: 93 % or more; those that did held it in as few as 60 %."""
    assert rated_pairs(pairs, uneven * (1 - won), 1 - uneven, uneven * won) > 0.93


@pytest.mark.parametrize(("pairs", "difference"), [(20, 0), (20, 200), (20, 400), (20, 600), (60, 300), (60, 600)])
def test_ratings_of_two_far_apart(pairs, difference):
    """Who never lost may lose: 93 % or more. Without LEAST_SHARE 20 pairs 600 Elo apart hold it in 68 %."""
    chance = elo.to_score(difference)
    assert rated_pairs(pairs, (1 - chance) ** 2, 2 * chance * (1 - chance), chance**2) > 0.93


class Bradley:
    def __init__(self, strengths, seed):
        self.strengths, self.dice = strengths, np.random.default_rng(seed)

    def play(self, blocks, progress):
        for block in blocks:
            names = [seat.notation for seat in block.lineup]
            first, second = (self.strengths[name] for name in names)
            yield pair(int(self.dice.binomial(2, elo.to_score(first - second))), names=names)


def test_ratings_of_a_ladder_that_ends_when_its_intervals_are_narrow(monkeypatch):
    """It looks whenever it has grown by a tenth, at widths and not at who leads: 95 %, within five points."""
    strengths = {"v26": 0, "v17": -100, "v12": -300}
    players = tuple(map(player, strengths))
    monkeypatch.setattr(standings.Fit, "of", partial(Fit.of, resamples=100))
    told = []
    for seed in range(60):
        stop, draw = Stop(blocks=3000, width=130), Draw(seats=2, seed=seed)
        rated = play(ladder(players, "How?", "12x12", False, 0, stop, draw), players, Bradley(strengths, seed)).ratings
        told += [low <= strengths[name] <= high for name, low, _, high in rated if name != "v26"]
    assert np.mean(told) == pytest.approx(0.95, abs=0.05)
