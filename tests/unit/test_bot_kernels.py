"""The compiled decision called from other kernels, and the error when numba is missing."""

import subprocess
import sys

import numpy as np

from bot import PRESETS, Memory, View, decide, kernels
from bot.ground.arrays import Grids
from bot.ground.compiled import compiled
from bot.knobs.parameters import KNOBS, SILENT
from engine import mapgen
from tests.support.drawings import drawn
from tests.support.views import view_of

BOARD = mapgen.generate(16, 12, 4, seed=8)


@compiled
def decide_for_all(grids, memories, knobs, scratch, moves):
    """Another program's kernel, which asks every seat in turn, with one scratch for all."""
    for seat in range(4):
        kernels.decide(grids, seat + 1, 3, memories[seat], knobs, scratch, moves[seat])


def test_every_seat_can_be_asked_from_inside_another_kernel():
    """Nothing is allocated between them, and nothing that one leaves in the scratch reaches the next."""
    rng = np.random.default_rng(5)
    owner = rng.integers(0, 5, BOARD.owner.shape, np.uint8)
    strength = rng.integers(0, 256, BOARD.owner.shape, np.uint8)
    memories, moves = np.zeros((4, kernels.MEMORY), np.int64), np.zeros((4, *owner.shape), np.uint8)
    state = type(BOARD)(owner, strength, BOARD.production)
    for parameters in PRESETS.values():
        memories[:] = 0
        scratch = kernels.scratch(*owner.shape)
        decide_for_all(Grids(owner, strength, BOARD.production), memories, kernels.knobs(parameters), scratch, moves)
        for seat in range(4):
            plain = decide(view_of(state, seat + 1, 3), Memory(), parameters)
            np.testing.assert_array_equal(moves[seat], plain.moves)
            np.testing.assert_array_equal(memories[seat], kernels.remembered(plain.memory))


def test_every_parameter_that_decides_is_known_to_the_kernels():
    """A number by its name, a text by its words; the generation is told by what it is."""
    for name, spec in KNOBS.items():
        words = [f"{name}_{word}" for word in spec.metadata["choices"]] if name != "generation" else ["verdicts_v26"]
        assert (name in SILENT) != set(words or [name]).issubset(kernels.KNOBS.names), name


def test_without_numba_the_kernels_say_so_and_the_bot_plays():
    """Only who asks for the compiled path needs it."""
    program = "import sys; sys.modules['numba'] = None; import bot; import bot.kernels"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert run.stderr.splitlines()[-1] == (
        "ImportError: bot.kernels needs numba (`pip install numba`); the plain path, bot.decide, does not"
    )


def test_a_decider_takes_boards_of_every_make():
    """Read-only, transposed or wider arrays give the same moves, and nothing is compiled anew for them."""
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
        np.testing.assert_array_equal(decider.moves(View(*layers, view.me, view.turn)), usual)
    assert len(kernels.decide.signatures) == variants
