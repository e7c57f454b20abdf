"""Unifier's opening: trials against opponents who follow a script until contact, judged as the engine plays them."""

import itertools
import random

import numpy as np
import pytest

from bot import changed, kernels, preset
from bot.ground.view import SEATS
from bot.stages import candidates, forecast
from engine import generate
from experiments.arena.arena import Arena
from experiments.opponents.unifier.drawing import drawn, perturbed
from experiments.opponents.unifier.opening import NEVER, Opening, never, play_out
from tests.support.views import view_of

PLAYER = changed(preset("v26"), {"opening_search": 6, "ties": "seeded"})
STATE = generate(20, 20, 2, 5)
VIEW = view_of(STATE, 1)


def searched(seed=0, out_of_time=never, **changes):
    """An opening after its search."""
    search = Opening(changed(PLAYER, {"seed": seed} | changes), VIEW)
    search.search(out_of_time)
    return search


def test_a_trial_is_the_game_that_the_engine_plays():
    """Two players, sixty turns by the same parameters: the frame on the table is the engine's, square by square."""
    players = [changed(PLAYER, {"seed": seed, "opening_search": 0}) for seed in (1, 2)]
    game = Arena(20, 20).play(players, STATE, record=True)
    knobs = np.array([[kernels.knobs(players[1])] * SEATS] * 2, kernels.KNOBS)
    knobs[:, 1] = kernels.knobs(players[0])
    table, script = forecast.table(20, 20), np.zeros((60, 20, 20), np.uint8)
    forecast.lay(VIEW, table)
    play_out(1, (0, 60), 0, NEVER, knobs, script, kernels.scratch(20, 20), table)
    np.testing.assert_array_equal(table.grids.owner, game.replay.owner[60])
    np.testing.assert_array_equal(table.grids.strength, game.replay.strength[60])
    np.testing.assert_array_equal(script * (game.replay.owner[:60] > 0), game.replay.moves[:60])


def test_the_same_seed_finds_the_same_plan_and_more_candidates_no_worse_one():
    """The budget is in steps; the first ones are the same, and the unchanged parameters are the first of all."""
    assert searched().report() == searched().report()
    assert searched().report() != searched(seed=1).report()
    worth = [searched(opening_search=many).best.worth for many in (1, 3, 6, 12)]
    assert sorted(worth) == worth
    assert worth[0] >= searched().reference.worth


def test_a_trial_that_the_clock_interrupts_does_not_count_and_the_unchanged_one_meets_the_script():
    """Before the first trial there is no result; others that think or follow the script are worth the same."""
    full, looks = searched(), itertools.count()
    hurried = searched(out_of_time=lambda: next(looks) > 20)
    assert 0 < hurried.tried < full.tried
    assert hurried.reference == full.reference
    assert searched(out_of_time=lambda: True).plan() == PLAYER
    search = searched()
    assert search._tried(search.parameters, never) == search.reference


@pytest.mark.parametrize("draw", [drawn, perturbed])
def test_candidates_stay_within_their_ranges(draw):
    """Those drawn anew, and those that change the best."""
    dice, candidate = random.Random(3), drawn(PLAYER, random.Random(2))
    for _ in range(50):
        candidate = draw(candidate, dice)
        for known in candidates.RANGES:
            assert known.low * 0.999 <= getattr(candidate, known.name) <= known.high * 1.001
