"""The dodge, computed by hand: threats, dangerous squares, and the cost of each option."""

import numpy as np
import pytest

from bot import PRESETS, changed
from bot.greedy.turn import Threats
from tests.support.drawings import asked, board, explained, strip

V26 = changed(PRESETS["v26"], {"ties": "fixed"})


def threats(text, name="v26", **changes):
    """(H, W) enemy strength that could strike each square."""
    drawn = board(text)
    return np.reshape(Threats(drawn, changed(PRESETS[name], changes)).weight, drawn.ours.shape)


def test_a_threat_is_the_strength_of_the_enemies_on_and_beside_a_square():
    """Up to the cap; v17 did not look at the enemies' own squares, v12 at none."""
    assert threats(strip("# a9 .0 b30 c5 .7 #"))[0].tolist() == [0, 0, 30, 35, 35, 0, 0]
    assert threats("# b1 #\n# .0 c20\n# a9 #")[1, 1] == 21
    assert threats(strip("# b200 .0 b100 #"))[0].tolist() == [0, 200, 255, 100, 0]
    assert threats(strip("# a9 .0 b30 #"), "v17")[0].tolist() == [0, 0, 30, 0, 0]
    assert not threats(strip("# a9 .0 b30 #"), dodge="off").any()
    assert not threats(strip("# a9 .0 b30 #"), "v12").any()


def test_looking_is_needed_two_steps_from_a_threat():
    """`is_near` is true only within two steps of a threat."""
    drawn = board(strip("# # # # .0 b9 # # # # #"))
    near = np.reshape(Threats(drawn, V26).is_near, drawn.ours.shape)
    assert np.flatnonzero(near[0]).tolist() == [2, 3, 4, 5, 6, 7]


FIGHT = """
    # a100 .0 b50 #
    # A60  .9 #   #
    # #    #  #   #
"""


def test_a_square_is_dangerous_where_a_second_piece_would_be_hurt_and_costs_what_could_strike():
    """a100 finds no danger; A60 pays 5,000 for each of 50 points, 100,000 more for what it cannot take."""
    why = explained(FIGHT, V26)
    assert why.danger[0, 2] == 50
    assert np.count_nonzero(why.danger) == 1
    potential, *_ = explained(FIGHT, V26).potential[0:1, 1]
    still, north, east, south, west = explained(FIGHT, V26).score[asked(FIGHT)]
    assert north == pytest.approx(potential + 50 * 5_000)
    assert still == pytest.approx(0.3)
    assert east == pytest.approx(900 + 50 * 5_000 + 1e7)  # .9 is a wall: touches us and an empty square
    assert south == west == np.inf


def test_where_a_friend_is_booked_there_is_no_new_target():
    """a100 has entered the empty square: joining it there hurts no more of ours, standing beside it does."""
    joined = """
        # a100 .0  b50 #
        # #    A60 #   #
        # #    #   #   #
    """
    why = explained(joined, V26)
    still, north, *_ = why.score[asked(joined)]
    assert north == why.potential[0, 2] == -0.5
    assert still == pytest.approx(-0.3 + 50 * 5_000)


@pytest.mark.parametrize(("strength", "cost"), [(9, 100_000), (10, 0)])
def test_a_neutral_square_that_cannot_be_taken_costs_the_weak_penalty(strength, cost):
    """Equal strength takes nothing."""
    fight = f"""
        # a100 .0 b50 #
        # A{strength} # # #
        # .9   .2 #   #
        # #    #  #   #
    """
    why = explained(fight, changed(V26, {"pact": "off"}))
    assert why.score[1, 1, 3] == pytest.approx(why.potential[2, 1] + cost)
