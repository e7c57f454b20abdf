"""The compiled decision is the plain one: same moves, same field, to the last bit, on any board with any parameters."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from bot import Memory, decide, luck
from bot.kernels import Decider, remembered
from bot.kernels.luck import _draw
from tests.views import conversations, parameters, presets


@njit
def drawn(beginning, counter):
    """_draw has no entry for Python: called from there it crashed the process."""
    return _draw(beginning, counter)


def assert_same(frames, chosen):
    """One Decider for all frames, as in a game: what it remembers and what lies in its scratch must not matter."""
    memory, decider = Memory(), Decider(chosen, *frames[0].owner.shape)
    for view in frames:
        plain = decide(view, memory, chosen, explain=True)
        memory = plain.memory
        np.testing.assert_array_equal(decider.moves(view), plain.moves)
        np.testing.assert_array_equal(decider.memory, remembered(memory))
        for name in ("value", "distance", "potential"):
            computed = decider.scratch.cells[name].reshape(view.owner.shape)
            np.testing.assert_array_equal(computed, getattr(plain.explanation, name), err_msg=name)


@pytest.mark.parametrize("ties", ["fixed", "seeded"])
@settings(max_examples=150)
@given(frames=conversations(), data=st.data())
def test_presets_move_alike_at_both_speeds(ties, frames, data):
    """v12, v17 and v26, frame after frame, for 1 to 6 players on boards of any shape."""
    assert_same(frames, data.draw(presets(ties=ties, seed=data.draw(st.integers(0, 2**63 - 1)))))


@settings(max_examples=300)
@given(conversations(), parameters())
def test_any_parameters_move_alike_at_both_speeds(frames, chosen):
    """Every knob over its whole range: a kernel that forgets one is found here."""
    assert_same(frames, chosen)


@given(st.integers(0, 2**64 - 1), st.integers(0, 2500 * luck.DRAWS))
def test_luck_is_the_same_number_at_both_speeds(beginning, counter):
    """Also where the sum exceeds 64 bits."""
    assert int(drawn(np.uint64(beginning), counter)) == luck.mixed((beginning + counter) % 2**64)
