"""Which player answers, from when on, and how long it may take."""

import itertools

import pytest

from bot import changed, preset
from bot.ground import board
from bot.program.thinking import PotentialField, Searching, thinker
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
