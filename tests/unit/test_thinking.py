"""Which player answers, from when on, and how long it may take."""

import itertools
import logging
from typing import ClassVar

import numpy as np
import pytest

from bot import Memory, changed, decide, preset
from bot.greedy.reasons import Reason
from bot.ground import board
from bot.program.thinking import Plain, PotentialField, Searching, thinker, untimed
from bot.stages.champion import Champion
from engine import generate
from tests.support.views import view_of

CHAMPION = changed(preset("champion"), {"opening_search": 0})
STATE = generate(12, 12, 2, 1)


class Late:
    """A recruit that is ready when its test says so; writes down what it is asked."""

    subject, is_ready, is_lost = "the search", False, False

    def __init__(self, parameters, height, width):
        self.parameters, self.shape, self.memories = parameters, (height, width), []

    def wait(self, out_of_time):
        """Note whether there was any time."""
        self.had_time = not out_of_time()

    def look(self):
        """Nothing is left to start."""

    def champion(self, memory):
        """A champion that begins with this memory."""
        self.memories.append(memory)
        return Champion(self.parameters, *self.shape, memory)


@pytest.fixture(autouse=True)
def is_late(monkeypatch):
    """Nothing is compiled or loaded."""
    monkeypatch.setattr("bot.program.thinking.recruit", Late)


@pytest.mark.parametrize(
    ("name", "changes", "seconds"),
    [
        ("champion", {"turn_time": 0.9, "search_time": 0.5}, 0.5),
        ("champion", {"turn_time": 0.4, "search_time": 0.5}, 0.4),
        ("champion", {"turn_time": 0.9, "search_time": 0.5, "combat_search": 0, "campaign_search": 0}, 0.9),
        ("v26", {"turn_time": 0.9}, 0.9),
    ],
)
def test_a_search_ends_before_the_turn_does(name, changes, seconds):
    """What it has found is still to be written; greedy moves need no such time."""
    assert PotentialField(changed(preset(name), changes)).allowed == seconds


@pytest.mark.parametrize(
    ("changes", "most"),
    [
        ({}, 1200),
        ({"opening_search": 12}, 240),
        ({"opening_search": 0}, 0),
        ({"opening_search": 90_000}, 100_000),
        ({"opening_clocked": 1}, 60),
        ({"players.2.opening_clocked": 2}, 120),
        ({"players.2.opening_search": 12, "opening_clocked": 2}, 24),
        ({"opening_search": 5, "opening_clocked": 1.5}, 8),
        ({"players.3.opening_clocked": 2}, 1200),
    ],
)
def test_before_a_game_with_a_clock_more_openings_are_tried(changes, most):
    """Twenty times as many as in the laboratory; the header of an explanation says how many at most."""
    parameters, view = changed(preset("champion"), changes), view_of(STATE, 1)
    player = PotentialField(parameters).in_game(view)
    assert player.parameters.opening_search == most
    assert player.header(view)["parameters"]["opening_search"] == most


def test_so_many_openings_are_tried_before_a_game():
    """The player of a program that has compiled its kernels."""
    parameters = changed(preset("champion"), {"opening_search": 2, "opening_clocked": 3.5})
    view = view_of(STATE, 1)
    player = PotentialField(parameters).in_game(view)
    searching = Searching(Champion(player.parameters, view.height, view.width))
    searching.begin(view, lambda: False)
    assert searching.compiled.opening["tried"] == 7


@pytest.mark.parametrize(("start", "had_time"), [(0.0, False), (4.0, True)])
def test_the_time_to_compile_is_counted_from_the_start(start, had_time):
    """The environment waits for the name meanwhile."""
    ready = thinker(changed(CHAMPION, {"warm_up": 10.0}), view_of(STATE, 1), start, now=lambda: 12.0)
    assert ready.recruit.had_time == had_time


def test_the_tables_of_a_board_are_made_while_the_clock_is_long():
    """The first turn would be late on a slow machine."""
    board.torus.cache_clear()
    PotentialField(preset("v26")).begin(view_of(STATE, 1), 0.0, lambda: 0.0)
    assert board.torus.cache_info().currsize == 1


def test_the_tables_are_made_by_a_clock_too(monkeypatch):
    """On a large board the plain decision may take longer than the initial time; tables come first."""
    seconds, late = itertools.count(), []
    monkeypatch.setattr("bot.program.thinking.decide", lambda *_, out_of_time: late.append(out_of_time()))
    PotentialField(changed(preset("v26"), {"turn_time": 0.9})).begin(view_of(STATE, 1), 0.0, lambda: next(seconds))
    assert late == [True]


def test_who_takes_over_knows_what_the_greedy_moves_have_seen():
    """How many players there were at the start, and whom we have met."""
    ready = thinker(CHAMPION, view_of(STATE, 1), 0.0, now=lambda: 0.0)
    ready.decide(view_of(STATE, 1, 0))
    ready.recruit.is_ready = True
    ready.decide(view_of(STATE, 1, 1))
    (memory,) = ready.recruit.memories
    assert memory.starting_players == 2


@pytest.mark.parametrize(("initial", "end"), [(30.0, 17.0), (15.0, 15.0)], ids=["opening_time", "initial_time"])
def test_the_opening_is_planned_until_its_time_or_the_initial_time_is_over(initial, end, monkeypatch):
    """opening_time counts from when the player is ready, initial_time from when the environment began to wait."""
    moment, alarms = [12.0], []
    monkeypatch.setattr("bot.program.thinking.Relay.begin", lambda self, view, out_of_time: alarms.append(out_of_time))
    chosen = changed(CHAMPION, {"opening_time": 5.0, "initial_time": initial})
    thinker(chosen, view_of(STATE, 1), 0.0, now=lambda: moment[0])
    (is_over,) = alarms
    for moment[0], expected in ((end - 0.1, False), (end + 0.1, True)):
        assert is_over() == expected


class Changing:
    """A champion whose search changed the moves of one square of each player, after the greedy moves."""

    opening: ClassVar = {"tried": 7}

    def __init__(self):
        self.greedy = decide(view_of(STATE, 1), Memory(), preset("v26"), explain=True).explanation
        self.changed = np.array([np.argwhere(player == STATE.owner)[0] for player in (1, 2)])

    def begin(self, view, out_of_time):
        """Plan nothing."""

    def skip_opening(self):
        """Play without a plan."""
        self.opening = {}

    def moves(self, view, out_of_time):
        """Greedy moves but for two squares."""
        self.is_late, moves = out_of_time(), self.greedy.move.copy()
        moves[*self.changed.T] = (moves[*self.changed.T] + 1) % 5
        return moves

    def report(self):
        """What the search did."""
        return {"tried": 3}

    def explained(self, view):
        """The reasons of the greedy moves."""
        return self.greedy


@pytest.mark.parametrize("is_timed", [True, False])
def test_what_the_search_changed_is_told_of_our_squares_alone(is_timed):
    """With its report, in which the laboratory has no time: the same game gives the same bytes."""
    champion = Changing()
    found = Searching(champion, is_timed).decide(view_of(STATE, 1), explain=True, out_of_time=lambda: True)
    why, (ours, theirs) = found.explanation, champion.changed
    assert champion.is_late
    assert why is found.explanation  # worked out once
    assert why.move[*ours] == found.moves[*ours]
    assert (why.reason == Reason.SEARCHED).sum() == 1
    assert why.reason[*ours] == Reason.SEARCHED
    assert why.reason[*theirs] == champion.greedy.reason[*theirs]
    assert why.search.keys() == ({"tried", "seconds"} if is_timed else {"tried"})
    assert Searching(champion).decide(view_of(STATE, 1)).explanation is None


def test_the_opening_is_in_the_log_and_who_joins_a_game_has_none(caplog):
    """What the search before the game found; in the middle of a game there is no time for it."""
    caplog.set_level(logging.INFO)
    player = Searching(Changing())
    player.begin(view_of(STATE, 1), lambda: False)
    assert "the opening: {'tried': 7}" in caplog.text
    player.join()
    assert player.compiled.opening == {}


def test_the_laboratory_seats_a_search_without_time_and_greedy_moves_where_nothing_searches():
    """A number of steps decides how much is searched, so the same game has the same explanation."""
    assert not untimed(CHAMPION, 5, 5).is_timed
    assert isinstance(untimed(preset("v26"), 5, 5), Plain)


def test_greedy_moves_have_a_clock_and_reasons():
    """On a slow machine a square that was not asked in time stays, and the explanation says so."""
    found = Plain(preset("v26")).decide(view_of(STATE, 1), explain=True, out_of_time=lambda: True)
    assert (found.explanation.reason == Reason.NO_TIME).any()
