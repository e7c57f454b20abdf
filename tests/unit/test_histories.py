"""The champion asked in the middle of a recorded game answers as if it had played the game up to there."""

import numpy as np
import pytest

from bot import Memory, changed, preset
from bot.program.thinking import Plain, Searching
from bot.stages.champion import Champion
from experiments.recordings import frames
from experiments.recordings.histories import History
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


def asked(history, turn):
    """Its moves on this frame."""
    return history.champion(turn).moves(frames.view(history.replay, turn, 1))


def test_it_answers_in_any_order_as_it_would_in_order(replay, answers):
    """Forwards, back, the same frame again: no answer leaves a trace."""
    history = History(replay, 1, CHAMPION)
    for turn in (60, 61, 60, 99, 8, 7, 60, 61, 62, 0, 99):
        np.testing.assert_array_equal(asked(history, turn), answers[turn])


def test_changed_parameters_are_asked_after_the_history_of_the_usual_ones(replay, answers):
    """A question leaves the history as it was, and the search hears of the change."""
    history = History(replay, 1, CHAMPION)
    view, memory = frames.view(replay, 90, 1), frames.memory(replay, 90, 1)
    greedy = changed(CHAMPION, {"combat_search": 0})  # its council is left
    moves = history.thinker(90, memory, greedy).decide(view, explain=False, out_of_time=lambda: False).moves
    assert (moves != answers[90]).any()
    thinker = history.thinker(90, memory, CHAMPION)
    assert isinstance(thinker, Searching)
    decision = thinker.decide(view, explain=True, out_of_time=lambda: False)
    np.testing.assert_array_equal(decision.moves, answers[90])
    assert decision.explanation.search["tried"] > 0


def test_who_searches_nothing_is_asked_as_he_is(replay):
    """v26 has no history to be learnt."""
    v26 = preset("v26")
    assert isinstance(History(replay, 1, v26).thinker(60, Memory(), v26), Plain)
