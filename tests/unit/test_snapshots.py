"""The champion asked in the middle of a recorded game answers as if it had played the game up to there."""

import numpy as np
import pytest

from bot import changed, preset
from bot.stages.champion import Champion
from experiments.recordings import frames
from experiments.recordings.snapshots import Snapshots
from tests.support.watching import game

CHAMPION = preset("champion")


@pytest.fixture(scope="module")
def replay():
    """A small game of v26 against v17."""
    return game()


@pytest.fixture(scope="module")
def answers(replay):
    """The moves of a champion that sees every frame in order."""
    champion = Champion(CHAMPION, *replay.production.shape)
    return [champion.moves(frames.view(replay, turn, 1)) for turn in range(100)]


def test_it_answers_in_any_order_as_it_would_in_order(replay, answers):
    """Forwards, back, the same frame again, with other parameters in between: no answer leaves a trace."""
    snapshots = Snapshots(replay, 1, Champion(CHAMPION, *replay.production.shape))
    differs = False
    for turn in (60, 61, 60, 99, 8, 7, 60, 61, 62, 0, 99):
        view, other = frames.view(replay, turn, 1), snapshots.at(turn)
        np.testing.assert_array_equal(snapshots.at(turn).moves(view), answers[turn])
        other.seat(changed(CHAMPION, {"combat_search": 0, "alpha": 0.4}))
        differs |= bool((other.moves(view) != answers[turn]).any())
    assert differs
