"""Before the name is sent: the compiled champion is loaded in time, or the greedy moves play."""

import gc
import io
import itertools
import logging
import os
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bot import Memory, changed, decide, preset
from bot.greedy.reasons import Reason
from bot.program import warm
from bot.program.compiling import Compilation
from bot.program.loop import play
from bot.program.protocol import Farewell
from bot.program.relay import Relay
from bot.program.thinking import Plain, PotentialField, Searching, thinker
from bot.stages.champion import Champion
from engine import generate, wire
from tests.support.processes import PATIENCE
from tests.support.views import view_of

CHAMPION = preset("champion")


@pytest.fixture
def cold(tmp_path, monkeypatch):
    """A machine that has compiled nothing yet."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    return tmp_path


def test_without_numba_the_greedy_moves_play_which_are_those_of_the_plain_decision(monkeypatch, caplog):
    """The log says so, and what would help; the loop's answers are those of decide."""
    monkeypatch.setattr(warm.util, "find_spec", lambda name: None)
    caplog.set_level(logging.INFO)
    assert isinstance(thinker(CHAMPION, view_of(generate(10, 10, 2, 1), 1), 0), Plain)
    assert "need numba, which is not installed" in caplog.text
    assert "without an opening plan" in caplog.text
    state = generate(12, 12, 2, 3)
    incoming, outgoing = io.BytesIO((wire.handshake(state, 1) + wire.frame(state)).encode()), io.BytesIO()
    with pytest.raises(Farewell):
        play(PotentialField(CHAMPION), incoming, outgoing)
    _, line = outgoing.getvalue().decode().splitlines()
    greedy = decide(view_of(state, 1), Memory(), changed(CHAMPION, {"combat_search": 0})).moves
    np.testing.assert_array_equal(wire.read_moves(line, state, 1), greedy)


class Beside(Compilation):
    """A compilation without processes, whose end is known."""

    is_over = has_failed = False

    def __init__(self, folder=None, is_over=False, has_failed=False):
        self.is_over, self.has_failed, self.is_polite = is_over, has_failed, False

    def step_back(self):
        """Record the call."""
        self.is_polite = True

    def stop(self):
        """Do nothing."""


@pytest.fixture
def compiled(monkeypatch):
    """A machine that has compiled everything; in truth this process does, where it is needed."""
    monkeypatch.setattr(warm, "Compilation", lambda folder: pytest.fail("compiled again"))
    monkeypatch.setattr(warm, "is_compiled", lambda folder: True)
    monkeypatch.setattr(warm, "_loaded_only", lambda *_: None)  # it could take longer than warm_up


def test_a_compile_that_takes_too_long_goes_on_beside_the_game(cold, monkeypatch, caplog):
    """At the lowest priority; the log says that the moves are greedy meanwhile."""
    monkeypatch.setattr(warm, "Compilation", Beside)
    player = thinker(CHAMPION, view_of(generate(10, 10, 2, 1), 1), 0, itertools.count().__next__)
    assert player.recruit.compilation.is_polite
    assert not player.seated
    assert "plays its greedy moves until the search is compiled" in caplog.text


def test_a_search_that_does_not_compile_is_given_up(cold, monkeypatch, caplog):
    """The log says how to see the reason, and the greedy moves play."""
    monkeypatch.setattr(warm, "Compilation", lambda folder: Beside(is_over=True, has_failed=True))
    view = view_of(generate(10, 10, 2, 1), 1)
    player = thinker(CHAMPION, view, 0, itertools.count().__next__)
    assert "`python3 -m bot.program.warm` says why" in caplog.text
    np.testing.assert_array_equal(player.decide(view).moves, Plain(CHAMPION).decide(view).moves)
    player.decide(view_of(generate(10, 10, 2, 1), 1, 1))
    assert not player.seated


def test_a_machine_on_which_nothing_can_be_written_plays_greedily(monkeypatch, caplog):
    """No folder for machine code is no reason to lose the game."""
    monkeypatch.setattr(warm, "cache_folder", lambda: Path(os.devnull, "folder").mkdir())
    view = view_of(generate(10, 10, 2, 1), 1)
    player = thinker(CHAMPION, view, 0)
    np.testing.assert_array_equal(player.decide(view).moves, Plain(CHAMPION).decide(view).moves)
    assert "the search cannot be compiled here" in caplog.text


def test_children_end_when_they_are_asked_to_and_with_the_game(cold):
    """What they had compiled stays; whichever way the bot ends, the other end of their standard input closes."""
    compilation = Compilation(cold)
    compilation.step_back()
    assert not compilation.is_over
    compilation.stop()
    assert compilation.has_failed
    compilation = Compilation(cold)
    for child in compilation.children:
        child.stdin.close()
    assert not compilation.wait()
    assert all(child.wait(PATIENCE) for child in compilation.children)


def until_ready(player, state):
    """Ask for the moves of one frame again and again, until the champion is seated; the turn after that."""
    turn = 1
    while not player.seated:
        player.decide(view_of(state, 1, turn))
        turn += 1
        time.sleep(0.05)
    return turn


def test_the_champion_takes_over_in_the_middle_of_the_game(cold, monkeypatch, caplog):
    """It knows what the greedy moves remembered, and plays as one that is seated on that turn."""
    caplog.set_level(logging.INFO)
    state = generate(16, 16, 2, 7)
    monkeypatch.setattr(warm, "Compilation", Beside)
    monkeypatch.setattr(warm, "_loaded_only", warm.loaded)
    player = thinker(CHAMPION, view_of(state, 1), 0, itertools.count().__next__)
    np.testing.assert_array_equal(
        player.decide(view_of(state, 1)).moves, Plain(CHAMPION).decide(view_of(state, 1)).moves
    )
    player.recruit.compilation.is_over = True
    turn = until_ready(player, state)
    expected = Champion(CHAMPION, 16, 16, player.greedy.memory)
    expected.skip_opening()
    np.testing.assert_array_equal(player.decide(view_of(state, 1, turn)).moves, expected.moves(view_of(state, 1, turn)))
    assert f"plays with the search from turn {turn - 1} on" in caplog.text


def test_nothing_is_loaded_while_turns_are_long_and_nothing_collected_while_it_is(compiled, monkeypatch):
    """A thread that loads would make turns longer; so would looking through all that numba consists of."""
    player = Relay(warm.Recruit(CHAMPION, 10, 10), Plain(CHAMPION), lambda: pytest.fail("seated"))
    monkeypatch.setattr(warm.Recruit, "look", lambda self: pytest.fail("loading"))
    player.seconds = 0.3
    player.decide(view_of(generate(10, 10, 2, 1), 1, 1))
    collects = []
    monkeypatch.setattr(warm, "_loaded_only", lambda *_: collects.append(gc.isenabled()))
    warm.Recruit(CHAMPION, 10, 10)._load()
    assert collects == [False]
    assert gc.isenabled()


def test_a_machine_that_has_compiled_once_starts_no_child_and_v26_loads_nothing(compiled, monkeypatch):
    """The marks say that the machine code is there; a player without a search needs no compiler."""
    assert thinker(CHAMPION, view_of(generate(10, 10, 2, 1), 1), time.monotonic()).seated
    monkeypatch.setattr("bot.program.thinking.recruit", lambda *_: pytest.fail("loaded"))
    assert isinstance(thinker(preset("v26"), view_of(generate(10, 10, 2, 1), 1), 0), Plain)


def test_a_defect_in_the_search_does_not_end_the_game(compiled, monkeypatch, caplog):
    """The greedy moves answer that frame and all that follow; the log holds the reason."""
    state = generate(10, 10, 2, 1)
    player = thinker(CHAMPION, view_of(state, 1), time.monotonic())
    monkeypatch.setattr(Champion, "moves", lambda *_: 1 // 0)
    for turn in range(2):
        view = view_of(state, 1, turn)
        np.testing.assert_array_equal(player.decide(view).moves, Plain(CHAMPION).decide(view).moves)
    assert caplog.text.count("ZeroDivisionError") == 1


def test_a_defect_in_the_opening_search_does_not_end_the_game(compiled, monkeypatch, caplog):
    """It is the one search before the name is sent: the champion plays without a plan, and the log says so."""
    view = view_of(generate(16, 16, 2, 7), 1)
    expected = Champion(CHAMPION, 16, 16)
    expected.skip_opening()
    monkeypatch.setattr(Champion, "begin", lambda *_: 1 // 0)
    player = thinker(CHAMPION, view, time.monotonic())
    assert "plays without an opening plan: a defect" in caplog.text
    assert "ZeroDivisionError" in caplog.text
    np.testing.assert_array_equal(player.decide(view).moves, expected.moves(view))
    assert player.seated.compiled.opening == {}


def test_a_champion_that_cannot_be_seated_or_loaded_does_not_end_the_game(compiled, monkeypatch, caplog):
    """Where memory runs out, before the game or in it; where threads are limited the bot had ended before its name."""
    view = view_of(generate(10, 10, 2, 1), 1)
    monkeypatch.setattr(warm.Recruit, "champion", lambda *_: 1 // 0)
    player = thinker(CHAMPION, view, time.monotonic())
    np.testing.assert_array_equal(player.decide(view).moves, Plain(CHAMPION).decide(view).moves)
    player = Relay(player.recruit, player.greedy, player.seat)
    player.recruit.is_lost = False
    player.decide(view_of(generate(10, 10, 2, 1), 1, 1))
    assert caplog.text.count("plays its greedy moves from here on: a defect") == 2
    monkeypatch.setattr(warm.threading.Thread, "start", refuse)
    player = thinker(CHAMPION, view, time.monotonic())
    assert "the search cannot be loaded" in caplog.text
    np.testing.assert_array_equal(player.decide(view).moves, Plain(CHAMPION).decide(view).moves)


def refuse(*_, **__):
    """Raise what threading raises."""
    raise RuntimeError("can't start new thread")


def test_the_loop_plays_the_compiled_moves_and_explains_them(tmp_path):
    """The answers are those of a champion asked directly, and the explanation carries the search's report."""
    state = generate(16, 16, 2, 7)
    view = view_of(state, 1)
    player = Searching(Champion(CHAMPION, 16, 16))
    decision = player.decide(view, explain=True, out_of_time=lambda: False)
    np.testing.assert_array_equal(decision.moves, Champion(CHAMPION, 16, 16).moves(view))
    assert decision.explanation.search["tried"] == 0
    assert decision.explanation.search["seconds"] >= 0


class TestTheSearchWasBlamedWhereTheClockHadStopped:
    """The reasons came from a greedy turn that shared the search's clock; squares left unasked were the search's."""

    def test_reasons_do_not_depend_on_the_clock(self):
        """A turn whose time is over when it begins: no change was tried, so the search is the reason of nothing."""
        state, parameters = generate(16, 16, 2, 7), changed(CHAMPION, {"opening_search": 0})
        owner = np.where(np.arange(16) < 8, 1, state.owner).astype(np.uint8)
        view = view_of(replace(state, owner=owner, strength=np.where(owner == 1, 100, 10).astype(np.uint8)), 1)
        whole, cut = (
            Searching(Champion(parameters, 16, 16)).decide(view, explain=True, out_of_time=clock)
            for clock in (lambda: False, lambda: True)
        )
        assert whole.moves.any()
        assert cut.explanation.search["tried"] == 0
        assert not (cut.explanation.reason == Reason.SEARCHED).any()
        np.testing.assert_array_equal(cut.moves, whole.moves)
        np.testing.assert_array_equal(cut.explanation.reason, whole.explanation.reason)

    def test_the_answer_does_not_wait_for_its_reasons(self, monkeypatch):
        """They have no clock of their own, so they are worked out when they are read: after the answer is sent."""
        player = Searching(Champion(CHAMPION, 16, 16))
        monkeypatch.setattr(player.compiled, "explained", lambda *_, **__: pytest.fail("explained before the answer"))
        player.decide(view_of(generate(16, 16, 2, 7), 1), explain=True)
