"""Compiled turns and decisions called by others, the error without numba, and layers that contradict one another."""

import subprocess
import sys

import numpy as np
import pytest

from bot import PRESETS, View
from bot import kernels as deciding
from bot.parameters.presets import DEFINITIONS, SILENT
from engine import State, kernels, mapgen, rules
from tests.support.boards import assert_same_squares
from tests.support.drawings import sketch


def output(program):
    return subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, check=True).stdout


def test_players_that_are_dead_cost_nothing():
    """Most of a tournament's turns have two of six: no plane of pieces is made for the others."""
    state = mapgen.generate(10, 10, 2, 1)
    memory = kernels.memory_for(10, 10)
    theirs = memory[kernels.RESULTS + 3 :]
    theirs[:] = 9
    kernels.step(state.owner, state.strength, state.production, np.zeros((10, 10), np.int32), memory)
    assert (theirs == 9).all()


def test_an_order_too_large_for_a_word_is_no_direction():
    """The kernels count in 16 bits, and 65537 is 1 there: the square would go north."""
    state = mapgen.generate(10, 8, 2, seed=1)
    owner, strength = state.owner.copy(), state.strength.copy()
    moves = np.full(owner.shape, 65537, np.int32)
    kernels.step(owner, strength, state.production, moves, kernels.memory_for(*owner.shape))
    np.testing.assert_array_equal(owner, state.owner)
    np.testing.assert_array_equal(strength, rules.step(state, moves).strength)


def test_the_engine_does_not_import_the_compiler_and_works_without_it():
    assert output("import sys, engine, engine.rules, engine.verify; print('numba' in sys.modules)") == "False\n"
    errors = output(WITHOUT_NUMBA).splitlines()
    for error, instead in zip(errors, ("engine.rules.step", "bot.decide"), strict=True):
        assert "needs numba" in error
        assert instead in error


WITHOUT_NUMBA = """
import importlib, sys
sys.modules["numba"] = None
import bot, engine.mapgen, engine.rules, engine.verify
for name in ("engine.kernels", "bot.kernels"):
    try:
        importlib.import_module(name)
    except ImportError as error:
        print(error)
"""


def layer(value=0, shape=(2, 3), kind=np.uint8):
    return np.full(shape, value, kind)


def test_a_consistent_board_passes_and_knows_its_size_and_territory():
    state = State(layer(2), layer(255), layer(16))
    state.check(players=2)
    assert (state.height, state.width) == (2, 3)
    owner = np.array([[0, 1, 1], [3, 0, 1]], np.uint8)
    assert State(owner, layer(), layer()).territory(4).tolist() == [3, 0, 1, 0]


@pytest.mark.parametrize(
    ("state", "complaint"),
    [
        (State(layer(), layer(shape=(3, 2)), layer()), "strength must be a uint8 array of shape"),
        (State(layer(), layer(), layer(kind=np.int64)), "production must be a uint8 array"),
        (State(layer(shape=(6,)), layer(), layer()), "owner must be"),
        (State(*(layer(shape=(0, 3)) for _ in range(3))), "at least one square"),
        (State(layer(3), layer(), layer()), r"owners must be 0\.\.2, but a square belongs to 3"),
    ],
)
def test_a_board_that_contradicts_itself_is_refused(state, complaint):
    with pytest.raises(ValueError, match=complaint):
        state.check(players=2)


def test_every_parameter_that_decides_is_known_to_the_kernels():
    for name, spec in DEFINITIONS.items():
        words = [f"{name}_{word}" for word in spec.metadata["choices"]] if name != "generation" else ["verdicts_v26"]
        assert (name in SILENT) != set(words or [name]).issubset(deciding.VALUES.names), name


def test_without_numba_the_kernels_say_so_and_the_bot_can_be_imported():
    program = "import sys; sys.modules['numba'] = None; import bot; import bot.kernels"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "ImportError: bot.kernels needs numba (`pip install numba`)" in run.stderr.splitlines()[-1]


def test_a_decider_takes_boards_of_every_make():
    view = sketch("a30/2 a5 .9/3 #\na9 a200/5 .1 .0")
    decider = deciding.Decider(PRESETS["v26"], view.height, view.width)
    usual = decider.moves(view)
    variants = len(deciding.decide.signatures)
    fixed = [layer.copy() for layer in (view.owner, view.strength, view.production)]
    for layer in fixed:
        layer.flags.writeable = False
    makes = (fixed, [np.asfortranarray(layer) for layer in fixed], [layer.astype(np.int64) for layer in fixed])
    for layers in makes:
        decider.memory[:] = 0
        assert_same_squares(decider.moves(View(*layers, view.me, view.turn)), usual)
    assert len(deciding.decide.signatures) == variants
