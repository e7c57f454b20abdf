"""Who answers a frame: greedy moves, or the player that is ready meanwhile. Stand-ins play; nothing is compiled."""

import pytest

from bot.program import relay
from bot.program.relay import Relay
from engine import generate
from tests.support.views import view_of

STATE = generate(5, 5, 2, 1)


class Recruit:
    """Is ready when its test says so; counts how often it may load."""

    subject, is_ready, is_lost, looks = "the search", False, False, 0

    def look(self):
        """Count."""
        self.looks += 1


class Answering:
    """Answers with what it was asked, and counts how often it joined a game."""

    joins = 0

    def decide(self, view, *, explain, out_of_time):
        """Who answers, whether reasons were asked for, whether the time was over."""
        return self, explain, out_of_time()

    def begin(self, view, out_of_time):
        """Prepare nothing."""

    def join(self):
        """Count."""
        self.joins += 1


@pytest.fixture
def playing():
    """Greedy moves play; every new player that takes a seat is another one."""
    return Relay(Recruit(), Answering(), Answering)


def answer(playing, turn, **asked):
    """What is answered to this frame."""
    return playing.decide(view_of(STATE, 1, turn), **asked)


@pytest.mark.parametrize("ready_from", [0, 1], ids=["before the game", "in the middle of it"])
def test_who_sits_down_keeps_the_seat(playing, ready_from):
    """Another champion every turn would have learnt nothing of the others, and would plan nothing for later turns."""
    playing.recruit.is_ready = ready_from == 0
    playing.begin(view_of(STATE, 1), lambda: False)
    answer(playing, 0)
    playing.recruit.is_ready = True
    answerers = {answer(playing, turn)[0] for turn in range(1, 4)}
    assert answerers == {playing.seated}
    assert playing.seated.joins == ready_from


def test_nothing_is_loaded_before_a_turn_was_short(playing, monkeypatch):
    """How long the first turn takes is not known yet; one that took longer than SHORT allows no thread beside it."""
    answer(playing, 0)
    assert playing.recruit.looks == 0
    answer(playing, 1)
    assert playing.recruit.looks == 1
    monkeypatch.setattr(relay, "SHORT", 1e-9)
    answer(playing, 2)
    assert playing.recruit.looks == 1


@pytest.mark.parametrize("is_ready", [False, True], ids=["greedy", "seated"])
def test_who_answers_knows_the_clock_and_whether_reasons_are_asked_for(playing, is_ready):
    """A clock that is not passed on lets the turn be late."""
    playing.recruit.is_ready = is_ready
    for explain, is_over in ((False, True), (True, False)):
        answerer, *told = answer(playing, 1, explain=explain, out_of_time=lambda over=is_over: over)
        assert answerer is (playing.seated if is_ready else playing.greedy)
        assert told == [explain, is_over]
