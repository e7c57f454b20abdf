"""The coach's procedure on games of known chances: how often it names a turn, and how often it is right."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import settings

from experiments.coach import procedure
from experiments.coach.procedure import ERROR, LOOKS, STRETCHES, Comparison, Purpose
from tests.support.examples import WHOLE

pytestmark = pytest.mark.slow
GAMES = max(40, 80 * settings.default.max_examples // WHOLE)
SEARCH, CONFIRM, MANY = 20, 150, 200
TOLERANCE = 3 * np.sqrt(ERROR * (1 - ERROR) / GAMES)

LEVEL = np.full(200, 0.5)
LOST_FROM_THE_START = np.full(200, 0.2)
SLOPE = np.linspace(0.8, 0.05, 200)
STEP = np.where(np.arange(200) < 56, 0.5, 0.15)
SEVEN = np.concatenate([np.full(90, 0.42), np.linspace(0.42, 0.17, 8)[1:], np.full(103, 0.17)])
TWENTY = np.concatenate([np.full(90, 0.6), np.linspace(0.6, 0.2, 21)[1:], np.full(90, 0.2)])
# The chances of lesson 13's game, from 150 rollouts a frame where they are known.
LESSON = np.repeat([0.62, 0.63, 0.38, 0.32, 0.45, 0.19, 0.08, 0.03], [49, 1, 4, 1, 1, 1, 12, 131])


class Dice:
    """Rollouts that are won with known chances; a rollout has one end, however often it is asked for."""

    def __init__(self, chances, seed):
        self.chances, self.seed, self.asked = chances, seed, {}

    def __call__(self, frame, purpose, first, count):
        if (frame, purpose) not in self.asked:
            random = np.random.default_rng([self.seed, frame, purpose])
            self.asked[frame, purpose] = (random.random(MANY) < self.chances[frame]).tolist()
        return self.asked[frame, purpose][first : first + count]


def falls(chances, seed):
    dice = Dice(chances, seed)
    shares = procedure.search(dice, len(chances) - 1, SEARCH)
    return procedure.measure_falls(dice, shares, CONFIRM)


def true_fall(chances, fall):
    return chances[fall.first] - chances[fall.last]


class TestTheSearchNamedATurn:
    """Lesson 13 named the steepest of ten noisy steps of 36 rollouts as if it were the only one."""

    @pytest.mark.parametrize("chances", [LEVEL, LOST_FROM_THE_START], ids=["even", "lost"])
    def test_search_noise_alone_names_no_turn(self, chances):
        named = np.mean([any(fall.is_significant for fall in falls(chances, seed)) for seed in range(GAMES)])
        assert named <= ERROR + TOLERANCE

    def test_no_search_result_enters_a_figure(self):
        class Liar(Dice):
            """Wins every searched rollout before frame 101, and none after it."""

            def __call__(self, frame, purpose, first, count):
                if purpose is Purpose.SEARCH:
                    return [frame <= 100] * count
                return super().__call__(frame, purpose, first, count)

        dice = Liar(LEVEL, seed=1)
        shares = procedure.search(dice, len(LEVEL) - 1, SEARCH)
        assert procedure.steep(shares) == [(100, 101)]
        assert not any(fall.is_significant for fall in procedure.measure_falls(dice, shares, CONFIRM))
        outcome = procedure.confirm(dice, (100, 101), CONFIRM)
        wins = [sum(dice(frame, Purpose.CONFIRM, 0, outcome.rollouts)) for frame in (100, 101)]
        assert outcome.gap.value == pytest.approx((wins[0] - wins[1]) / outcome.rollouts)


@pytest.mark.parametrize("chances", [SLOPE, LESSON, SEVEN], ids=["slope", "lesson", "slow"])
def test_all_intervals_of_a_game_hold_together(chances):
    held = [
        all(fall.gap.low <= true_fall(chances, fall) <= fall.gap.high for fall in falls(chances, seed))
        for seed in range(GAMES)
    ]
    assert np.mean(held) >= 1 - ERROR - TOLERANCE


@pytest.mark.parametrize(("recorded", "others"), [(0.2, 0.2), (0.02, 0.08), (0.5, 0.6), (0.1, 0.9)])
def test_all_gains_of_a_game_hold_together(recorded, others):
    """In at least 95 % of the games the gains of its turning points do; no other move is better in the first case."""
    dice, games = np.random.default_rng(4), 300

    def holds():
        chances = others * dice.random(12).round(1) if others > recorded else np.full(12, others)
        chosen = chances[np.argmax(dice.binomial(4 * SEARCH, chances))]  # looks best: by luck where all are alike

        def play(_, count):
            return [(dice.random(count) < chance).tolist() for chance in (chosen, recorded)]

        gain = Comparison.measure(play, LOOKS * CONFIRM).gap
        return gain.low <= chosen - recorded <= gain.high

    held = np.mean([all(holds() for _ in range(STRETCHES)) for _ in range(games)])
    assert held >= 1 - ERROR - 3 * np.sqrt(ERROR * (1 - ERROR) / games)


def test_a_blunder_is_named():
    falls_by_seed = [[fall for fall in falls(STEP, seed) if fall.is_significant] for seed in range(GAMES // 2)]
    assert np.mean([any(fall.first <= 55 and 56 <= fall.last <= 58 for fall in sure) for sure in falls_by_seed]) > 0.85


def test_no_more_rollouts_are_played_than_are_needed():
    plain = np.where(np.arange(50) < 25, 0.95, 0.05)
    assert procedure.confirm(Dice(plain, 1), (24, 25), CONFIRM).rollouts == CONFIRM // 2
    assert procedure.confirm(Dice(np.full(50, 0.01), 1), (24, 25), CONFIRM).rollouts == CONFIRM // 2
    small = np.where(np.arange(50) < 25, 0.55, 0.4)
    assert procedure.confirm(Dice(small, 1), (24, 25), CONFIRM).rollouts == CONFIRM


def test_a_quarter_of_the_first_rollouts_shows_the_whole_game_and_a_short_one_is_searched_whole():
    """They came frame by frame from the first turn on: half of a game was unknown after a minute."""
    dice = Dice(LEVEL, 0)
    procedure.search(dice, len(LEVEL) - 1, SEARCH)
    frames = [frame for frame, _ in dice.asked]
    early = frames[: procedure.FRAMES // procedure.AT_ONCE]
    assert (min(early), early) == (0, sorted(early))
    assert max(early) > 0.8 * len(LEVEL)
    assert set(frames[: procedure.FRAMES]) == set(procedure.first_pass(len(LEVEL) - 1))
    assert sorted(procedure.search(Dice(LEVEL, 1), 5, SEARCH)) == [0, 1, 2, 3, 4, 5]
    shares = procedure.search(Dice(LEVEL, 1), 0, SEARCH)
    assert sorted(shares) == [0]
    assert procedure.stretches(shares) == []


def test_stretches_are_few_and_steep_ones_are_short_and_apart():
    random = np.random.default_rng(5)
    for _ in range(50):
        stretches = procedure.stretches(dict(enumerate(random.random(60))))
        steep = [pair for pair in stretches if pair[1] - pair[0] <= procedure.STRETCH_FRAMES]
        assert len(stretches) <= procedure.STRETCHES
        assert len(stretches) - len(steep) <= 1
        assert all(a[1] <= b[0] for a, b in pairwise(steep))
    shares = dict(enumerate([0.6, 0.6, 0.35, 0.3, 0.3, 0.3]))
    assert (2, 3) in procedure._steepest([*shares], shares)


class TestASlowFallWasNotMentioned:
    """A game fell from 42 to 17 % in seven frames, and the coach said that no turn stands out."""

    @pytest.mark.parametrize(("chances", "share"), [(SEVEN, 0.5), (TWENTY, 0.85), (SLOPE, 0.9)])
    def test_a_slow_fall_is_named(self, chances, share):
        slow = [
            [fall for fall in falls(chances, seed) if fall.is_significant and fall.is_slow]
            for seed in range(GAMES // 2)
        ]
        assert np.mean([bool(named) for named in slow]) > share
        assert all(true_fall(chances, fall) > 0 for named in slow for fall in named)
