"""A player in the middle of a recorded game answers, and remembers, as if it had played the game up to there."""

import numpy as np
import pytest

from bot import Memory, changed, decide, preset
from bot.search.champion import Champion
from experiments.recordings.watched import Watched

CHAMPION = preset("champion")


@pytest.fixture(scope="module")
def answers(replay):
    champion = Champion(CHAMPION, *replay.production.shape)
    return [champion.moves(Watched(replay).view(turn, 1)) for turn in range(100)]


def test_it_answers_in_any_order_as_it_would_in_order(replay, answers):
    watched = Watched(replay)
    differs = False
    for turn in (60, 61, 60, 99, 8, 7, 60, 61, 62, 0, 99):
        view, other = watched.view(turn, 1), watched.player(turn, 1, CHAMPION)
        np.testing.assert_array_equal(watched.player(turn, 1, CHAMPION).moves(view), answers[turn])
        other.seat(changed(CHAMPION, {"combat_search": 0, "alpha": 0.4}))
        differs |= bool((other.moves(view) != answers[turn]).any())
    assert differs


@pytest.mark.parametrize("seat", [1, 2])
def test_what_is_remembered_on_a_frame_is_what_a_player_remembers_who_played_up_to_it(replay, seat):
    watched, memory = Watched(replay), Memory()
    for turn in range(20):
        memory = decide(Watched(replay).view(turn, seat), memory, preset("v26")).memory
    assert watched.memory(20, seat) == memory
    assert watched.memory(0, seat) == Memory()
