"""Places from territory by frame (rows) and player (columns)."""

import numpy as np

from engine.ranking import last_frames_alive, ranks


def test_who_dies_later_ranks_better():
    """Land that a player held before it died does not count."""
    territory = np.array([[1, 1, 1], [9, 2, 1], [0, 3, 1], [0, 0, 1]])
    assert ranks(territory) == [3, 2, 1]
    assert last_frames_alive(territory) == [1, 2, 3]


def test_survivors_rank_by_territory_in_the_last_frame():
    """What they once had counts for nothing while this differs."""
    assert ranks(np.array([[1, 1], [50, 2], [4, 5]])) == [2, 1]


def test_equal_territory_ranks_by_the_sum_over_the_game():
    """For survivors and for those who die on one turn."""
    assert ranks(np.array([[1, 1], [3, 2], [5, 5]])) == [1, 2]
    assert ranks(np.array([[1, 1, 1], [3, 2, 1], [0, 0, 1]])) == [2, 3, 1]


def test_when_all_is_equal_the_higher_number_ranks_better():
    """The official list is sorted stably from worst to best and then reversed."""
    assert ranks(np.array([[1, 1, 1, 1]] * 3)) == [4, 3, 2, 1]


def test_a_player_alone_is_first():
    """Single-player games have a result too."""
    territory = np.array([[1], [2], [5]])
    assert ranks(territory) == [1]
    assert last_frames_alive(territory) == [2]
