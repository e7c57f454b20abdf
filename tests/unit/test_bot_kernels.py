"""The compiled decision called from other kernels, and the error when numba is missing."""

import subprocess
import sys

import numpy as np

from bot import PRESETS, View, kernels
from bot.parameters.presets import DEFINITIONS, SILENT
from tests.support.boards import assert_same_squares
from tests.support.drawings import drawn


def test_every_parameter_that_decides_is_known_to_the_kernels():
    for name, spec in DEFINITIONS.items():
        words = [f"{name}_{word}" for word in spec.metadata["choices"]] if name != "generation" else ["verdicts_v26"]
        assert (name in SILENT) != set(words or [name]).issubset(kernels.VALUES.names), name


def test_without_numba_the_kernels_say_so_and_the_bot_can_be_imported():
    program = "import sys; sys.modules['numba'] = None; import bot; import bot.kernels"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "ImportError: bot.kernels needs numba (`pip install numba`)" in run.stderr.splitlines()[-1]


def test_a_decider_takes_boards_of_every_make():
    view = drawn("a30/2 a5 .9/3 #\na9 a200/5 .1 .0")
    decider = kernels.Decider(PRESETS["v26"], view.height, view.width)
    usual = decider.moves(view)
    variants = len(kernels.decide.signatures)
    fixed = [layer.copy() for layer in (view.owner, view.strength, view.production)]
    for layer in fixed:
        layer.flags.writeable = False
    makes = (fixed, [np.asfortranarray(layer) for layer in fixed], [layer.astype(np.int64) for layer in fixed])
    for layers in makes:
        decider.memory[:] = 0
        assert_same_squares(decider.moves(View(*layers, view.me, view.turn)), usual)
    assert len(kernels.decide.signatures) == variants
