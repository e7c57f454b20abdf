"""Which of two futures is better for a player, as the readable twin says it; test_judging.py holds the kernel to it."""

import numpy as np
import pytest

from experiments.stats import of_mean
from tests.support.futures import ending, summary, verdict

LIMIT = 5


def game(*curves):
    """How a game ended in which the players owned so many squares."""
    return ending(np.array(curves).T, LIMIT)


WON_ON_3 = game([4, 5, 6, 9], [4, 3, 1, 0])
WON_ON_4 = game([4, 5, 6, 9, 20], [4, 3, 1, 1, 0])
LOST_ON_3 = game([4, 3, 1, 0], [4, 5, 6, 9])
LOST_ON_4 = game([4, 3, 1, 1, 0], [4, 5, 6, 9, 9])
AHEAD = game([4, 5, 6, 7, 8, 9], [4, 4, 4, 4, 4, 4])
FAR_AHEAD = game([4, 5, 6, 7, 8, 20], [4, 4, 4, 4, 4, 4])
BEHIND = game([4, 4, 4, 4, 4, 4], [4, 5, 6, 7, 8, 9])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (BEHIND, AHEAD),
        (LOST_ON_4, WON_ON_4),
        (WON_ON_4, WON_ON_3),
        (AHEAD, WON_ON_4),
        (LOST_ON_3, LOST_ON_4),
        (LOST_ON_4, BEHIND),
        (AHEAD, FAR_AHEAD),
    ],
)
def test_a_future_is_better_by_place_then_by_time_then_by_land(before, after):
    """The reversed pair is worse, and a future compared with itself is the same."""
    for pair, expected in (((before, after), (1, 0, 0)), ((after, before), (0, 1, 0)), ((after, after), (0, 0, 1))):
        told = verdict([pair], 0)
        assert (told["better"], told["worse"], told["same"]) == expected


def test_the_other_player_sees_it_from_the_other_side():
    """A sooner win of one is a shorter life of the other."""
    told = verdict([(WON_ON_4, WON_ON_3)], 1)
    assert (told["better"], told["worse"]) == (0, 1)
    assert told["longer"]["mean"] == -1
    assert told["sooner"] is None


def test_the_chance_is_that_of_throwing_a_coin():
    """Six heads in six throws, or six tails, come in two of 64 cases; pairs that are the same throw no coin."""
    assert verdict([(WON_ON_4, WON_ON_3)] * 6 + [(AHEAD, AHEAD)] * 2, 0)["chance"] == pytest.approx(2 / 64)
    assert verdict([(WON_ON_4, WON_ON_3), (WON_ON_3, WON_ON_4)], 0)["chance"] == 1
    assert verdict([(AHEAD, AHEAD)], 0)["chance"] == 1


def test_amounts_are_over_the_pairs_that_have_them():
    """Turns where both were won early, squares where both saw the last turn."""
    told = verdict([(WON_ON_4, WON_ON_3), (AHEAD, FAR_AHEAD), (FAR_AHEAD, FAR_AHEAD), (AHEAD, WON_ON_3)], 0)
    assert told["sooner"]["games"] == 2
    assert told["sooner"]["mean"] == 1.5, "a game won on the last turn was won on turn 5"
    expected = of_mean([11, 0])
    assert told["squares"] == {"mean": 5.5, "low": expected.low, "high": expected.high, "games": 2}
    assert told["longer"] is None


def test_a_player_is_summed_up_over_its_games():
    """One pair has no interval."""
    told = summary([WON_ON_3, LOST_ON_4, AHEAD], 0)
    assert told["wins"] == 2
    assert told["rank"] == pytest.approx(4 / 3)
    assert (told["eliminated"], told["elimination"]) == (1, 4)
    assert told["squares"] == {"mean": 9, "low": None, "high": None, "games": 1}
