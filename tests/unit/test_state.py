"""State.check: contradictions between the layers of a board are errors."""

import numpy as np
import pytest

from engine import State


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
    """Shapes, kinds and owners; values cannot leave 0..255 in uint8."""
    with pytest.raises(ValueError, match=complaint):
        state.check(players=2)
