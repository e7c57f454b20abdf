"""The bot's forecast follows the engine's rules; with the true opponents it is the game itself."""

import os
import subprocess
import sys

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bot import PRESETS, kernels
from bot.board.arrays import Grids
from bot.board.view import SEATS
from bot.search import rollout, simulator
from engine import generate, rules
from experiments.arena.arena import Arena
from tests.support.boards import assert_same_squares, states
from tests.support.examples import examples
from tests.support.processes import PATIENCE
from tests.support.project import ROOT
from tests.support.rollouts import play_out
from tests.support.views import view_of

PLAIN = """
import numpy as np
from bot.board.arrays import Grids
from bot.search import simulator
from engine import generate, rules
state, dice = generate(8, 8, 2, 3), np.random.default_rng(1)
state.strength[:] = dice.integers(0, 256, state.strength.shape)
moves = dice.integers(0, 5, state.owner.shape).astype(np.uint8)
owner, strength = state.owner.copy(), state.strength.copy()
simulator.step(Grids(owner, strength, state.production), moves, simulator.pieces(*owner.shape))
expected = rules.step(state, moves)
np.testing.assert_array_equal(owner, expected.owner)
np.testing.assert_array_equal(strength, expected.strength)
"""


@examples(300)
@given(states(), st.integers(0, 2**32 - 1))
def test_one_turn_of_the_forecast_is_one_turn_of_the_game(state, seed):
    moves = np.random.default_rng(seed).integers(0, 5, state.owner.shape).astype(np.uint8)
    expected = rules.step(state, moves)
    owner, strength, pieces = state.owner.copy(), state.strength.copy(), simulator.pieces(*state.owner.shape)
    simulator.step(Grids(owner, strength, state.production), moves, pieces)
    assert_same_squares(owner, expected.owner)
    assert_same_squares(strength, expected.strength)


def test_players_that_are_dead_cost_nothing():
    state = generate(12, 12, 2, 3)
    table = rollout.table(*state.owner.shape)
    rollout.begin(kernels.grids(view_of(state, 1)), table)
    seats = np.array([kernels.values(PRESETS["v26"])] * SEATS, kernels.VALUES)
    play_out(0, 5, seats, kernels.scratch(*state.owner.shape), table)
    assert table.memories[1:3].any(axis=1).all()
    assert not table.memories[3:].any()


def test_a_turn_in_plain_python_is_a_turn_of_the_game():
    """Where numba compiles nothing, numpy's bytes overflow: the turn ended in an OverflowError."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    subprocess.run(
        [sys.executable, "-W", "error", "-c", PLAIN], cwd=ROOT, env=environment, check=True, timeout=PATIENCE
    )


def test_a_forecast_that_knows_the_players_is_the_game():
    state = generate(21, 21, 3, 7)
    players = [PRESETS["v26"], PRESETS["v17"], PRESETS["v12"]]
    game = Arena(*state.owner.shape).play(players, state, record=True)
    seats = np.array([kernels.values(PRESETS["v26"])] * SEATS, kernels.VALUES)
    for number, parameters in enumerate(players):
        seats[number + 1] = kernels.values(parameters)
    table = rollout.table(*state.owner.shape)
    rollout.begin(kernels.grids(view_of(state, 1)), table)
    reached = play_out(0, 60, seats, kernels.scratch(*state.owner.shape), table)
    assert reached == 60
    assert game.replay is not None
    assert_same_squares(table.grids.owner, game.replay.owner[60])
    assert_same_squares(table.grids.strength, game.replay.strength[60])
