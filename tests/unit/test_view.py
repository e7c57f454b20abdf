"""The view, and the boards it refuses."""

import numpy as np
import pytest

from bot import View
from tests.support.drawings import board


def test_players_are_those_who_own_a_square_of_layers_of_one_shape():
    assert board("a1 b0 .9 f1").players == 3
    assert board(".9 .0").players == 0
    wide, high = np.zeros((2, 3), np.uint8), np.zeros((3, 2), np.uint8)
    with pytest.raises(ValueError, match=r"should be one \(H, W\); they are \[\(2, 3\), \(3, 2\)\]"):
        View(wide, high, wide, me=1, turn=0)
    with pytest.raises(ValueError, match=r"should be one \(H, W\)"):
        View(*[np.zeros(6, np.uint8)] * 3, me=1, turn=0)
