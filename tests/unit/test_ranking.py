"""Places from territory by frame (rows) and player (columns)."""

import numpy as np
import pytest

from engine.ranking import last_frames_alive, ranks


@pytest.mark.parametrize(
    ("territory", "places"),
    [
        ([[1, 1, 1], [9, 2, 1], [0, 3, 1], [0, 0, 1]], [3, 2, 1]),  # who dies later, whatever it held before
        ([[1, 1], [50, 2], [4, 5]], [2, 1]),  # survivors: by the last frame
        ([[1, 1], [3, 2], [5, 5]], [1, 2]),  # equal there: by the sum over the game
        ([[1, 1, 1], [3, 2, 1], [0, 0, 1]], [2, 3, 1]),  # so do those who die on one turn
        ([[1, 1, 1, 1]] * 3, [4, 3, 2, 1]),  # all equal: the official list is sorted stably, then reversed
        ([[1], [2], [5]], [1]),  # a player alone
    ],
)
def test_places_and_last_frames_alive_are_those_of_the_official_program(territory, places):
    assert ranks(np.array(territory)) == places
    assert last_frames_alive(np.array([[1, 1, 1], [9, 2, 1], [0, 3, 1], [0, 0, 1]])) == [1, 2, 3]
    assert last_frames_alive(np.array([[1], [2], [5]])) == [2]
