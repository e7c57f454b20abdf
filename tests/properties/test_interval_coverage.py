"""How often the other kinds of intervals of docs/6-statistics.md hold the truth."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from scipy.special import bdtr, gammaln, ndtr, xlogy

from experiments.stats import (
    Pairing,
    Pruning,
    Sprt,
    effect,
    elo,
    interval,
    of_blocks,
    of_counted,
    of_mean,
    of_wins,
)
from experiments.stats.simulation import World, coverage, stopped
from experiments.stats.tally import support
from tests.support.coverage import ERROR, held


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
