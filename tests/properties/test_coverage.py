"""Simulated matches: intervals hold the truth, and tests err, as often as docs/lab/statistics.md says.

A row is an interval or a test, the world that is hardest for it, the share of matches in which it should hold, and how
many are played. A tolerance of three Monte-Carlo standard errors: an interval that fails twice as often is found.
"""

from collections import Counter
from dataclasses import dataclass

import numpy as np
import pytest
from scipy.special import ndtri

from experiments.stats import (
    Estimate,
    Pruning,
    Sprt,
    Tally,
    contrasts,
    of_counts,
    of_gain,
    of_mean,
    of_shares,
    to_score,
)
from experiments.stats.interval import Student
from experiments.stats.tally import support


@dataclass(frozen=True, slots=True)
class World:
    """Every player performs with its strength, luck, what the seat and what the map gives its style; the best wins.

    Seat and style are drawn once per map: games of a block are correlated in both directions. All are normal, hence the
    first player can be given any Elo exactly (L. L. Thurstone, A Law of Comparative Judgment, 1927).
    """

    players: int = 2
    elo: float = 0.0  # of the first, against opponents that are all equal
    seat: float = 0.7  # spread of what a map gives to a seat, in units of a game's luck: the games of a block differ
    style: float = 0.3  # spread of how a map suits a player: the games of a block are alike

    @property
    def score(self):
        return to_score(self.elo)

    def games(self, shape, random):
        """(*shape, players) the first player's share of opponents beaten, a row being the games of one block."""
        seats, size = self.players, (*shape, self.players)
        performance = random.standard_normal((*size, self.players))  # (..., game, player)
        performance += self.style * random.standard_normal((*shape, 1, self.players))
        turned = (np.arange(seats)[:, None] + np.arange(seats)) % seats  # game g puts player i on seat (g + i) % seats
        performance += self.seat * random.standard_normal(size)[..., turned]
        performance[..., 0] += ndtri(self.score) * np.sqrt(2 * (1 + self.seat**2 + self.style**2))
        return (performance[..., :1] > performance[..., 1:]).mean(axis=-1)

    def counts(self, matches, blocks, random):
        """(matches, outcomes) tallies of so many blocks."""
        outcomes = len(support(self.players))
        place = np.rint(self.games((matches, blocks), random).mean(axis=-1) * (outcomes - 1)).astype(int)
        return (place[..., None] == np.arange(outcomes)).sum(axis=1)

    def deviation(self, random):
        return self.games((50_000,), random).mean(axis=-1).std()


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs that end so, with these probabilities of 0 to 2 points: near-copies, or players that are far apart."""

    chances: tuple[float, float, float, float, float]
    players: int = 2

    @classmethod
    def near_copies(cls, uneven, won, games=2):
        """All pairs are even but for a share, of which the first wins a part, by one game or by both."""
        chances = np.zeros(5)
        chances[[2 - games, 2, 2 + games]] = uneven * (1 - won), 1 - uneven, uneven * won
        return cls(tuple(chances))

    @property
    def score(self):
        return float(np.dot(self.chances, support(2)))

    def counts(self, matches, blocks, random):
        """(matches, 5) tallies of so many pairs."""
        return random.multinomial(blocks, self.chances, matches)


def stopped(world, test, matches, random, at_once=8):
    """(matches, outcomes) tallies where the test ended matches, and (matches,) whether H1 was accepted."""
    counts = np.zeros((matches, len(support(world.players))), np.int64)
    running = np.arange(matches)
    while len(running):
        counts[running] += world.counts(len(running), at_once, random)
        llr = test.llrs(world.players, counts[running])
        running = running[(llr > test.bounds[0]) & (llr < test.bounds[1])]
    return counts, test.llrs(world.players, counts) > 0


MATCHES = 200  # of each row; docs/lab/statistics.md has figures of 4,000
ALIKE, DIFFERENT = {"seat": 0.3, "style": 1.0}, {"seat": 0.7, "style": 0.0}


def holds(intervals, truth):
    return np.array([each.low <= truth <= each.high for each in intervals])


def covered(players, counts, truth, confidence=0.95):
    """(matches,) whether the interval of a score holds the truth, for many tallies at once."""
    grid = support(players)
    low, high = Student.of(counts.sum(axis=1), counts @ grid, counts @ grid**2, players).ends(confidence)
    return (low <= truth) & (truth <= high)


def score(world, blocks, confidence=0.95):
    return lambda dice, matches: covered(world.players, world.counts(matches, blocks, dice), world.score, confidence)


def every(draw, truth, interval):
    return lambda dice, matches: holds((interval(row) for row in draw(dice, matches)), truth)


def normalised(world, blocks):
    def play(dice, matches):
        truth = (world.score - 0.5) / world.deviation(dice) * 400 * 2 / np.log(10) / np.sqrt(world.players)
        tallies = (Tally(world.players, tuple(row)) for row in world.counts(matches, blocks, dice).tolist())
        return holds((Estimate.of(each).normalised for each in tallies), truth)

    return play


def right(world, test, is_better):
    return lambda dice, matches: stopped(world, test, matches, dice)[1] == is_better


def where_stopped(strength):
    world = World(2, strength, 0.5, 0.5)
    return lambda dice, matches: covered(2, stopped(world, Sprt(0, 30), matches, dice)[0], world.score)


def sweep(dice, blocks, settings, better=0.0):
    """(blocks, settings) scores against one opponent; setting 1 is better by so many spreads of the luck of a game."""
    strength = np.zeros(settings)
    strength[1] = better
    performance = dice.standard_normal((blocks, settings, 2)) + strength[:, None] + dice.standard_normal((blocks, 1, 1))
    return (performance > dice.standard_normal((blocks, settings, 2))).mean(axis=2)


def sweeps(claim, **world):
    return lambda dice, matches: np.array([claim(contrasts(sweep(dice, **world), 0)) for _ in range(matches)])


def together(share, won, blocks, settings):
    """The intervals of settings that differ from the default on a share of the maps."""
    truth = 0.5 * share * (2 * won - 1)

    def play(dice, matches):
        return [bool(holds([each.difference for each in contrasts(near(dice), 0)[1:]], truth).all())
                for _ in range(matches)]  # fmt: skip

    def near(dice):
        signs = np.where(dice.random((blocks, settings)) < won, 0.5, -0.5)
        return 0.5 + (np.arange(settings) > 0) * (dice.random((blocks, settings)) < share) * signs

    return play


def candidates(worse, blocks, is_kept):
    """Candidates of a tune that are not given up although they are as good, or are given up because they are worse."""

    def play(dice, matches):
        looks, found = Pruning(blocks), []
        for _ in range(matches):
            base, other = dice.standard_normal((2, blocks, 2)) + dice.standard_normal((blocks, 1)) > [[[0]], [[worse]]]
            gains = other.mean(axis=1) - base.mean(axis=1)
            found.append(any(looks.gives_up(gains[:look]) for look in looks.looks) != is_kept)
        return found

    return play


SCORES = [
    (f"{players} players, {elo} Elo, {blocks} blocks, maps of {name}", score(World(players, elo, **maps), blocks), 0.95)
    for players, elo, blocks, name, maps in [
        (2, 0, 10, "seat", DIFFERENT), (2, 200, 10, "style", ALIKE), (2, 200, 50, "seat", DIFFERENT),
        (2, 0, 200, "style", ALIKE), (3, 50, 20, "style", ALIKE), (4, 50, 20, "style", ALIKE),
        (4, 200, 50, "seat", DIFFERENT), (6, 0, 10, "style", ALIKE), (6, 50, 100, "style", ALIKE),
    ]
]  # fmt: skip
NEAR = [
    (f"{uneven:.0%} of {blocks} pairs uneven, {won:.0%} of them won, {games} games",
     score(Pairs.near_copies(uneven, won, games), blocks), 0.93)
    for uneven in (0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 0.5) for won in (0.5, 0.75, 1.0)
    for blocks in (20, 50, 100, 300) for games in (1, 2)
]  # fmt: skip
FAR = [
    (f"far apart, {blocks} pairs", score(Pairs(chances), blocks), 0.94)
    for chances in [(0.01, 0, 0.01, 0, 0.98), (0.02, 0, 0.06, 0, 0.92), (0.05, 0, 0.1, 0, 0.85)]
    for blocks in (20, 60, 150)
]
GAIN = every(lambda dice, matches: dice.choice([0.0, 0.5], p=[0.98, 0.02], size=(matches, 40)), 0.01, of_gain)


def counted(dice, matches):
    return holds(of_counts([Counter(row) for row in dice.beta(0.5, 0.5, (matches, 8)).round(2).tolist()]), 0.5)


OTHERS = [
    ("a confidence of 80 %", score(World(2, 30), 200, 0.8), 0.8),
    ("normalised Elo of equals", normalised(World(2, 0, **ALIKE), 50), 0.95),
    ("normalised Elo, 100 better", normalised(World(2, 100, **ALIKE), 50), 0.94),
    ("a gain on few maps", GAIN, 0.95),
    ("shares of all or nothing", counted, 0.94),
    ("shares that are seldom high", every(lambda dice, many: dice.beta(0.2, 2, (many, 8)), 1 / 11, of_shares), 0.94),
    ("a mean of normal numbers", every(lambda dice, many: dice.standard_normal((many, 8)), 0, of_mean), 0.95),
    ("a mean of skewed numbers", every(lambda dice, many: dice.exponential(size=(many, 50)), 1, of_mean), 0.93),
    ("where a test stopped, at its bounds", where_stopped(30), 0.9),
    ("where a test stopped, just below its upper bound", where_stopped(25), 0.82),
    ("where a test stopped, far outside", where_stopped(90), 0.94),
]
TESTS = [
    *[
        (f"[0, 40] of {players}, {elo} Elo, {name}", right(World(players, elo, **maps), Sprt(0, 40), elo > 0), 0.94)
        for players in (2, 4, 6)
        for elo in (0, 40)
        for name, maps in [("seat", DIFFERENT), ("style", ALIKE)]
    ],
    *[
        (f"a dozen blocks of {players}, {elo} Elo", right(World(players, elo, **ALIKE), Sprt(0, 150), elo > 0), 0.94)
        for players in (2, 4)
        for elo in (0, 150)
    ],
    ("2 % and 20 %, equals", right(World(2, -20, **ALIKE), Sprt(-20, 40, 0.02, 0.2), is_better=False), 0.975),
    ("2 % and 20 %, better", right(World(2, 40, **ALIKE), Sprt(-20, 40, 0.02, 0.2), is_better=True), 0.79),
    *[
        (
            f"near-copies, {uneven:.0%} of the pairs uneven, {elo} Elo",
            right(Pairs.near_copies(uneven, 0.5 + (to_score(elo) - 0.5) / uneven), Sprt(0, 10), elo > 0),
            0.94,
        )
        for uneven, elo in [(0.03, 10), (0.04, 10), (0.06, 0), (0.08, 0)]
    ],
]
EQUAL = sweeps(lambda found: min(each.chance for each in found) > 0.05, blocks=60, settings=9)
REST = sweeps(lambda found: min(each.chance for each in found[2:]) > 0.05, blocks=40, settings=8, better=1.0)
FOUND = sweeps(lambda found: found[1].is_better, blocks=100, settings=8, better=1.0)
MANY = [
    ("none of nine equals is called different", EQUAL, 0.95),
    ("nor is an equal where one is better", REST, 0.95),
    ("a clear improvement is found", FOUND, 0.95),
    *[
        (f"{settings} settings, {share:.0%} of {blocks} maps differ", together(share, won, blocks, settings), 0.95)
        for share, won in [(0.02, 1.0), (0.1, 0.75), (0.3, 0.75)]
        for blocks, settings in [(40, 2), (120, 9)]
    ],
    ("a candidate as good is kept", candidates(0.0, 24, is_kept=True), 0.95),
    ("a much worse one is given up", candidates(1.2, 80, is_kept=False), 0.9),
]


GRID = [*SCORES, *NEAR, *FAR, *OTHERS, *TESTS, *MANY]
# The grid, which tests/proofs plays whole, and the rows of every run.
FEW = [*SCORES[::3], *NEAR[5::24], *FAR[::4], *OTHERS, *TESTS[::4], *MANY]


@pytest.mark.parametrize(("hold", "floor"), [pytest.param(*row, id=name) for name, *row in FEW])
def test_it_holds_as_often_as_it_says(hold, floor):
    assert_it_holds(hold, floor)


def assert_it_holds(hold, floor):
    """Within three standard errors of so many matches."""
    share = np.mean(hold(np.random.default_rng(1), MATCHES))
    assert share >= floor - 3 * np.sqrt(floor * (1 - floor) / MATCHES)


def test_with_many_blocks_no_interval_is_wider_than_it_need_be():
    share = np.mean(score(World(2, 200, **ALIKE), 300)(np.random.default_rng(1), 400))
    assert share <= 0.95 + 3 * np.sqrt(0.95 * 0.05 / 400)
