"""A school that is still being compiled: greedy moves play until it is ready, and if it never is."""

import os
from pathlib import Path

import numpy as np
import pytest

from bot import DEFAULT, preset
from bot.program import warm
from bot.program.thinking import Plain
from engine import generate
from experiments.opponents import packages, warming
from experiments.opponents.registry import school
from tests.support.views import view_of

FRIENDLY = school("friendly")
VIEW = view_of(generate(10, 10, 2, 1), 1)


def relay():
    """The school at the beginning of a game, with no time to wait."""
    return warming.relay(FRIENDLY, FRIENDLY.family.defaults, VIEW, lambda: True)


def greedy():
    """The moves of the greedy bot."""
    return Plain(preset(DEFAULT)).decide(VIEW).moves


@pytest.fixture
def ready(monkeypatch):
    """A school that is there when the game begins; in truth this process compiles what is needed."""

    def wait(newcomer, _):
        newcomer.is_ready = True

    monkeypatch.setattr(warming, "_compilation", lambda *_: None)
    monkeypatch.setattr(warming.Newcomer, "wait", wait)
    monkeypatch.setattr(warming.Newcomer, "look", lambda _: None)


def test_where_nothing_can_be_written_the_greedy_moves_play(monkeypatch, caplog):
    """The school's name was never sent: what could not start the compiler ended the game with a defect."""
    monkeypatch.setattr(warm, "cache_folder", lambda: Path(os.devnull, "folder").mkdir())
    answer = relay().decide(VIEW, explain=True)
    np.testing.assert_array_equal(answer.moves, greedy())
    assert answer.explanation["layers"].keys() == {layer.name for layer in FRIENDLY.layers}
    assert not any(answer.explanation["reason"])
    assert "plays its greedy moves: friendly cannot be compiled here" in caplog.text


def test_a_school_that_is_ready_sits_down_before_the_first_frame(ready, monkeypatch):
    """Its tables of this board took their time from the first turn, which is short."""
    opened = []
    monkeypatch.setattr(warming.Newcomer, "mover", lambda self: opened.append(self.shape) or object())
    assert relay().seated
    assert opened == [(10, 10)]


@pytest.mark.parametrize("turn", [0, 1], ids=["before the game", "in the middle of it"])
def test_a_school_that_cannot_sit_down_does_not_end_the_game(turn, ready, monkeypatch, caplog):
    """Such as where memory runs out. The greedy moves play, and the log says why."""
    monkeypatch.setattr(warming.Newcomer, "mover", lambda _: 1 // 0)
    player = relay()
    player.recruit.is_lost = turn == 0
    np.testing.assert_array_equal(player.decide(view_of(generate(10, 10, 2, 1), 1, turn)).moves, greedy())
    assert caplog.text.count("plays its greedy moves from here on: a defect in friendly") == 1 + turn
    assert "ZeroDivisionError" in caplog.text


def test_a_school_with_a_defect_is_asked_once(ready, monkeypatch, caplog):
    """It does not sit down again: the greedy moves answer that frame and all that follow."""
    monkeypatch.setattr(warming.Newcomer, "mover", lambda _: object())  # which has no moves
    player = relay()
    for turn in range(3):
        view = view_of(generate(10, 10, 2, 1), 1, turn)
        np.testing.assert_array_equal(player.decide(view).moves, greedy())
    assert caplog.text.count("AttributeError: ") == 1


def test_compiling_a_school_that_lacks_a_package_says_so(monkeypatch, capsys):
    """Regression: it ended silently with exit code 0, as if the school were compiled."""
    monkeypatch.setattr(packages.util, "find_spec", lambda name: None)
    assert warming.main(["matcher"]) == 1
    assert capsys.readouterr().err.startswith("matcher is not compiled: it needs the package numpy, which is not")
