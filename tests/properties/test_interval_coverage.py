"""How often the other kinds of intervals of docs/6-statistics.md hold the truth."""

from collections import Counter
from functools import partial
from itertools import combinations

import numpy as np
import pytest
from scipy.special import bdtr, gammaln, ndtr, xlogy

from experiments.arena.players import player
from experiments.arena.schedule import Mix
from experiments.laboratory.database import Played
from experiments.laboratory.laboratory import PlayedBlock
from experiments.ladder import Standings, lineups, standings
from experiments.ladder.run import climb
from experiments.stats import (
    Fit,
    Pairing,
    Pruning,
    Sprt,
    effect,
    elo,
    interval,
    kinds,
    of_blocks,
    of_counted,
    of_mean,
    of_wins,
)
from experiments.stats.ratings import ELO_PER_NAT
from experiments.stats.simulation import World, coverage, stopped
from experiments.stats.tally import support

ERROR = np.sqrt(0.95 * 0.05)
"""Monte-Carlo standard error of one trial that should hold in 95 %."""


def held(intervals, truth):
    """How often."""
    return np.mean([each.low <= truth <= each.high for each in intervals])


@pytest.mark.parametrize(("games", "least"), [(20, 0.90), (75, 0.93), (150, 0.935)])
def test_the_share_of_games_won(games, least):
    """Wilson's interval holds the truth in 95 % on average over all chances, less often near 0 and 1. Exact."""
    chances, ends = np.linspace(0.005, 0.995, 199), [of_wins(won, games) for won in range(games + 1)]
    covered = []
    for chance in chances:
        probability = np.diff(bdtr(np.arange(games + 1), games, chance), prepend=0)
        covered.append(probability @ [each.low <= chance <= each.high for each in ends])
    assert np.mean(covered) == pytest.approx(0.953, abs=0.004)
    assert min(covered) > least


@pytest.mark.parametrize("pairs", [20, 40, 100, 150])
@pytest.mark.parametrize("chances", [(0.01, 0.01, 0.98), (0.02, 0.06, 0.92), (0.05, 0.10, 0.85)], ids=str)
def test_scores_near_one(chances, pairs):
    """Lost, even and won pairs as of the champion: score and nElo hold the truth in nearly 95 % or more. Exact."""
    won, even = (grid.ravel() for grid in np.indices((pairs + 1, pairs + 1)))
    three = np.stack([pairs - even - won, even, won], axis=-1)[even + won <= pairs]
    ways = gammaln(pairs + 1) - gammaln(three + 1).sum(axis=-1)
    weight = np.exp(ways + xlogy(three, chances).sum(axis=-1))
    counts = np.zeros((len(three), 5), np.int64)
    counts[:, ::2] = three
    counts, weight = counts[weight > 1e-5], weight[weight > 1e-5]
    grid, probability = support(2)[::2], np.array(chances)
    score = float(probability @ grid)
    truth = (score - 0.5) / np.sqrt(probability @ (grid - score) ** 2)
    low, high = effect.ends(2, counts)
    held_score, held_effect = interval.covers(2, counts, score), (low <= truth) & (truth <= high)
    assert weight.sum() > 0.999
    assert min(weight @ held_score, weight @ held_effect) > 0.947 * weight.sum()


@pytest.mark.parametrize("players", [3, 4, 6])
@pytest.mark.parametrize("blocks", [10, 30])
def test_scores_near_one_of_a_crowd(players, blocks):
    """A champion 400 Elo above each of the others, as in the tables of page 16: 95 % or more."""
    assert coverage(World(players, 400, 0.3, 1.0), blocks, 1000, 1).value > 0.95 - 3 * ERROR / np.sqrt(1000)


@pytest.mark.parametrize("differ", [0.1, 0.9])
@pytest.mark.parametrize("maps", [10, 30])
@pytest.mark.parametrize("players", [3, 4, 6])
def test_a_gain_on_the_same_tables(players, maps, differ):
    """With a change, less without: a champion that gains nothing, and one that gains 150 Elo; 95 % or more."""
    dice = np.random.default_rng(2)
    for gain in (0, 150):
        worlds = [World(players, strength, 0.3, 1.0) for strength in (250, 250 + gain)]
        without, with_it = (world.games((300, maps), dice).mean(axis=2) for world in worlds)
        truth = differ * (elo.to_score(250 + gain) - elo.to_score(250))
        gains = np.where(dice.random((300, maps)) < differ, with_it - without, 0.0)
        shares = ((gains + 1) / 2).round(9)  # as `of_gain` does, and all at once
        told = of_counted([Counter(row.tolist()) for row in shares])
        assert held(told, (truth + 1) / 2) > 0.95 - 3 * ERROR / np.sqrt(300)


def crowd(dice, strengths, shape, seat, style):
    """(*shape, games, players, players) whether one finished ahead of the other, as in a `World` of other strengths."""
    number = len(strengths)
    performance = strengths + dice.standard_normal((*shape, number, number))
    performance += style * dice.standard_normal((*shape, 1, number))
    turned = (np.arange(number)[:, None] + np.arange(number)) % number
    performance += seat * dice.standard_normal((*shape, number))[..., turned]
    return performance[..., :, None] > performance[..., None, :]


@pytest.mark.parametrize("maps", [{"seat": 0.7, "style": 0.0}, {"seat": 0.3, "style": 1.0}], ids=["seat", "style"])
@pytest.mark.parametrize("blocks", [10, 30])
@pytest.mark.parametrize("strengths", [(1.5, 0.5, 0.2, -0.5), (2.0, 1.0, 0.0, -0.5, -1.0, 0.5)], ids=["four", "six"])
def test_a_table_of_different_players(strengths, blocks, maps):
    """Opponents beaten, by each and by one with two seats, and who finished ahead of whom: 95 % or more."""
    won = crowd(np.random.default_rng(8), np.array(strengths), (400, blocks), **maps)
    apart = np.subtract.outer(strengths, strengths) / np.sqrt(2 * (1 + maps["seat"] ** 2 + maps["style"] ** 2))
    chance = ndtr(apart) * ~np.eye(len(strengths), dtype=bool)
    beaten, truth = won.sum(axis=-1).mean(axis=2) / (len(strengths) - 1), chance.sum(axis=1) / (len(strengths) - 1)
    kinds_of_shares = [
        [(beaten[..., one], truth[one]) for one in range(len(strengths))],
        [(beaten[..., 1:3].mean(axis=-1), truth[1:3].mean())],
        [
            (won.mean(axis=2)[..., one, other], chance[one, other])
            for one, other in combinations(range(len(strengths)), 2)
        ],
    ]
    for shares in kinds_of_shares:
        covered = [held(of_counted([Counter(row.tolist()) for row in each.round(9)]), true) for each, true in shares]
        assert np.mean(covered) > 0.95 - 3 * ERROR / np.sqrt(400)


@pytest.mark.parametrize("maps", [{"seat": 0.7, "style": 0.0}, {"seat": 0.3, "style": 1.0}], ids=["seat", "style"])
@pytest.mark.parametrize("blocks", [10, 40])
@pytest.mark.parametrize("strengths", [(1.5, -0.3), (0.0, 1.0, 3.0)], ids=["two", "three"])
def test_a_point_of_a_sweep_over_several_opponents(strengths, blocks, maps):
    """The mean of a map's blocks against each, with one style of its own: 95 % or more."""
    dice, seat, style = np.random.default_rng(9), maps["seat"], maps["style"]
    own = style * dice.standard_normal((1000, blocks, 1))
    gave = seat * dice.standard_normal((1000, blocks, 2))
    difference = np.stack([gave[..., 0] - gave[..., 1], gave[..., 1] - gave[..., 0]], axis=-1)
    scores = []
    for strength in strengths:
        theirs = style * dice.standard_normal((1000, blocks, 1))
        luck = np.sqrt(2) * dice.standard_normal((1000, blocks, 2))
        scores.append((strength + own - theirs + difference + luck > 0).mean(axis=-1))
    truth = ndtr(np.array(strengths) / np.sqrt(2 * (1 + seat**2 + style**2))).mean()
    told = of_counted([Counter(row.tolist()) for row in np.mean(scores, axis=0).round(9)])
    assert held(told, truth) > 0.95 - 3 * ERROR / np.sqrt(1000)


@pytest.mark.slow  # 3,000 matches, some of a thousand pairs
@pytest.mark.parametrize(
    ("strength", "share"), [(-30, 0.95), (0, 0.905), (15, 0.905), (25, 0.835), (30, 0.91), (90, 0.95)]
)
def test_the_score_where_a_sequential_test_stopped(strength, share):
    """The interval of a fixed number of blocks, where [0, 30] ended the match: too narrow near the two strengths."""
    counts, _ = stopped(World(2, strength, 0.5, 0.5), Sprt(0, 30), 500, seed=7)
    covered = interval.covers(2, counts, elo.to_score(strength)).mean()
    assert covered == pytest.approx(share, abs=3 * np.sqrt(share * (1 - share) / 500))


@pytest.mark.parametrize("games", [4, 8, 20, 50])
@pytest.mark.parametrize(
    ("draw", "truth"),
    [
        (lambda dice, size: dice.beta(0.5, 0.5, size), 0.5),
        (lambda dice, size: dice.beta(2, 2, size), 0.5),
        (lambda dice, size: dice.beta(0.2, 2, size), 1 / 11),
        (lambda dice, size: dice.binomial(3, 0.2, size) / 3, 0.2),
    ],
    ids=["all or nothing", "about half", "seldom", "of three squares"],
)
def test_a_place_of_the_combat_page(draw, truth, games):
    """Shares measured once a game, in whole per cent: 94 % or more."""
    shares = draw(np.random.default_rng(5), (1000, games)).round(2)
    told = of_counted([Counter(row.tolist()) for row in shares])
    assert held(told, truth) > 0.945 - 3 * ERROR / np.sqrt(1000)


@pytest.mark.parametrize("blocks", [12, 50])
@pytest.mark.parametrize("difference", [0, 150, 400])
@pytest.mark.parametrize(("players", "maps"), [(2, {"seat": 0.7, "style": 0.0}), (4, {"seat": 0.3, "style": 1.0})])
def test_a_candidate_of_a_tune(players, maps, difference, blocks):
    """Mean and variance of its blocks are known: at least 93 % (score ± 1.96 standard errors: 84 to 95 %)."""
    scores = World(players, difference, **maps).games((1000, blocks), np.random.default_rng(1)).mean(axis=2)
    told = (of_blocks(row.mean(), row.var(), blocks, players) for row in scores)
    assert held(told, elo.to_score(difference)) > 0.93 - 3 * ERROR / np.sqrt(1000)


@pytest.mark.parametrize(("blocks", "worse"), [(16, 0.3), (50, 0.3), (50, 0.8)])
def test_candidates_that_are_given_up(blocks, worse):
    """With those that are finished they hold the truth in 93 %, alone in 82 % where they are little worse."""
    dice, looks, told, luckless = np.random.default_rng(10), Pruning(blocks), [], []
    for _ in range(1500):
        fits = 0.5 * dice.standard_normal((blocks, 1))
        won = dice.standard_normal((blocks, 2)) - worse + fits > dice.standard_normal((blocks, 2))
        base = dice.standard_normal((blocks, 2)) + fits > dice.standard_normal((blocks, 2))
        difference = (won.mean(axis=1) - base.mean(axis=1)).tolist()
        played = next((look for look in looks.looks if looks.gives_up(difference[:look], 2)), blocks)
        scores = won[:played].mean(axis=1)
        known = of_blocks(scores.mean(), scores.var(), played, 2)
        told.append(known.low <= ndtr(-worse / np.sqrt(2.25)) <= known.high)
        luckless += [told[-1]] if played < blocks else []
    assert np.mean(told) > 0.93 - 3 * ERROR / np.sqrt(1500)
    if worse < 0.8:
        assert np.mean(luckless) == pytest.approx(0.82, abs=3 * np.sqrt(0.82 * 0.18 / len(luckless)))


def test_a_candidate_that_won_all_blocks_may_lose_one():
    """score ± 1.96 standard errors was 100 % ± 0 after twelve blocks."""
    assert of_blocks(1.0, 0.0, 12, 2).low == of_wins(12, 12).low < 0.8


MEASURED = {
    "normal": (lambda dice, size: dice.standard_normal(size), 0.0),
    "skewed": (lambda dice, size: dice.exponential(size=size), 1.0),
    "one in ten differs": (lambda dice, size: dice.random(size) < 0.1, 0.1),
}


@pytest.mark.parametrize(
    ("kind", "number", "confidence", "share"),
    [
        ("normal", 8, 0.95, 0.95), ("skewed", 8, 0.95, 0.89), ("skewed", 50, 0.95, 0.935),
        ("one in ten differs", 8, 0.95, 0.57), ("one in ten differs", 50, 0.95, 0.88),
        ("normal", 75, 0.99, 0.99), ("skewed", 75, 0.99, 0.982),
        ("skewed", 24, 0.99, 0.969), ("skewed", 8, 0.99, 0.952), ("one in ten differs", 75, 0.99, 0.983),
        ("one in ten differs", 24, 0.99, 0.92), ("one in ten differs", 8, 0.99, 0.57),
    ],
)  # fmt: skip
def test_means_of_measured_numbers(kind, number, confidence, share):
    """Student's interval: exact for normal numbers, too narrow for few skewed ones and where most are equal."""
    draw, truth = MEASURED[kind]
    told = [of_mean(row, confidence) for row in draw(np.random.default_rng(2), (2000, number))]
    assert held(told, truth) == pytest.approx(share, abs=3 * np.sqrt(share * (1 - share) / 2000))


STRENGTHS = np.array([600, 450, 200, 100, 0, -60, -120, -220, -240, -520.0]) / ELO_PER_NAT
"""Of ten players as far apart as those of the project's ladders, in nats; the anchor has 0."""

NAMES = "abcdefghij"


def pairs_of(dice, number):
    """So many blocks of every pair, two games each."""
    pairs = [(one, other) for one in range(10) for other in range(one)] * number
    chances = [1 / (1 + np.exp(STRENGTHS[other] - STRENGTHS[one])) for one, other in pairs]
    return [
        [NAMES[one] + NAMES[other] if won else NAMES[other] + NAMES[one] for won in dice.random(2) < chance]
        for (one, other), chance in zip(pairs, chances, strict=True)
    ]


def tables_of(seats):
    """Makes so many blocks of players drawn by lot, a game for each seat."""

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


@pytest.mark.slow  # 20 to 80 ladders each, every one fitted 101 times
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


@pytest.mark.parametrize("uneven", [0.02, 0.1])
@pytest.mark.parametrize("blocks", [20, 100])
def test_ratings_of_a_gauntlet_of_near_copies(blocks, uneven):
    """Of ten near-copies, each of whose uneven pairs the first player wins: 93 % or more."""
    truth, told = -elo.from_score(0.5 + uneven / 2), []
    for seed in range(30):
        won = np.random.default_rng(seed).binomial(blocks, uneven, 10)
        played = {((copy, "z"), ("z", copy)): blocks - each for copy, each in zip(NAMES, won.tolist(), strict=True)}
        played |= {(("z", copy),) * 2: each for copy, each in zip(NAMES, won.tolist(), strict=True)}
        rated = Fit.of(played, seed=seed, resamples=200).ratings("z")
        told += [each.elo.low <= truth <= each.elo.high for each in rated if each.name != "z"]
    assert np.mean(told) > 0.95 - 2 * ERROR / np.sqrt(300)


@pytest.mark.slow  # 20 ladders of 120 tables, every one fitted 101 times
@pytest.mark.parametrize("uneven", [0.05, 0.2])
def test_ratings_of_tables_of_near_copies(uneven):
    """Ten equal players, four at a table; all even but a share, of which one wins all games: all 45 differences."""
    told = []
    for seed in range(20):
        dice, played = np.random.default_rng(seed), Counter()
        for _ in range(120):
            table = "".join(dice.choice(list(NAMES), 4, replace=False))
            turned = [table[place:] + table[:place] for place in range(4)]
            if dice.random() < uneven:
                turned = [table[0] + order.replace(table[0], "") for order in turned]
            played[tuple(sorted(map(tuple, turned)))] += 1
        told += Fit.of(played, seed=seed, resamples=100).differences().values()
    assert held(told, 0.0) > 0.93


class Bradley:
    """Plays blocks of two as strengths say, by dice."""

    def __init__(self, strengths, seed):
        self.strengths, self.dice = strengths, np.random.default_rng(seed)

    def play(self, blocks, progress):
        """Yield each block played."""
        for block in blocks:
            yield PlayedBlock(block, tuple(map(self.played, block.games)))

    def played(self, game):
        """Draw who wins a game."""
        first, second = (self.strengths[seat.notation] for seat in game.seats)
        ranks = (1, 2) if self.dice.random() < elo.to_score(first - second) else (2, 1)
        return Played(game.key, ranks, (70, 30), (9, 9), 10, (None, None), (None, None), (None, None))


@pytest.mark.slow  # 60 ladders of some 45 blocks, every one fitted again after each round
def test_ratings_of_a_ladder_that_ends_when_its_intervals_are_narrow(monkeypatch):
    """It looks after every round, at widths and not at who leads: 95 %, within five points."""
    strengths = {"v26": 0, "v17": -100, "v12": -300}
    players = tuple(map(player, strengths))
    monkeypatch.setattr(standings.Fit, "of", partial(Fit.of, resamples=100))
    told = []
    for seed in range(60):
        rated = Standings(players, players[0], seed)
        climb(Bradley(strengths, seed), lineups(players, Mix.parse("12x12"), 2, 0, seed), rated, width=130, most=3000)
        others = [each for each in rated.ratings() if each.name != "v26"]
        told += [each.elo.low <= strengths[each.name] <= each.elo.high for each in others]
    assert np.mean(told) == pytest.approx(0.95, abs=0.05)


@pytest.mark.slow  # 50 ladders, every one fitted 201 times
@pytest.mark.parametrize(
    ("blocks", "number", "ladders"), [(pairs_of, 10, 40), (tables_of(4), 120, 10)], ids=["10 a pair", "120 of four"]
)
def test_how_many_pairs_of_equals_a_ladder_tells_apart(blocks, number, ladders, monkeypatch):
    """About two of 45: the interval of a difference leaves out 0 in 5 %."""
    monkeypatch.setitem(globals(), "STRENGTHS", np.zeros(10))
    apart = []
    for seed in range(ladders):
        differences = Fit.of(kinds(blocks(np.random.default_rng(seed), number)), seed=seed, resamples=200).differences()
        apart.append(sum(each.low > 0 for each in differences.values()))
    assert np.mean(apart) == pytest.approx(2.25, abs=1)


@pytest.mark.slow  # 100 matches, each resampled 300 times
@pytest.mark.parametrize(("blocks", "share"), [(100, 0.92), (12, 0.76)])
@pytest.mark.parametrize(
    ("world", "truth"),
    [
        (World(2, 0, seat=1, style=0), 1.51),
        (World(2, 200, seat=0.3, style=1), 0.80),
        (World(4, 0, seat=1, style=0), 1.65),
    ],
    ids=["seat", "style", "four"],
)
def test_what_pairing_gains(world, truth, blocks, share):
    """The percentiles of resampled blocks hold the gain of 100 blocks in 92 % or more; of 12 in as few as 76 %."""
    games = [each for each in world.games((100, blocks), np.random.default_rng(3)) if np.ptp(each.mean(axis=1))]
    told = [Pairing.of_games(each, seed=seed, resamples=300).gain for seed, each in enumerate(games)]
    assert held(told, truth) >= share - 3 * np.sqrt(share * (1 - share) / 100)
