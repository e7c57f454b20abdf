"""What happens before the name is sent: the compiled champion is ready, or the greedy moves play."""

import io
import itertools
import logging
import os
from pathlib import Path

import numpy as np
import pytest

from bot import Memory, changed, decide, preset, warm
from bot.champion import Champion
from bot.loop import play
from bot.protocol import Farewell
from bot.thinking import Plain, PotentialField, Searching, thinker
from engine import generate, wire
from tests.views import view_of

CHAMPION = preset("champion")


@pytest.fixture
def cold(tmp_path, monkeypatch):
    """A machine that has compiled nothing yet."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    return tmp_path


def test_without_numba_the_greedy_moves_play(monkeypatch, caplog):
    """The log says so, and what would help."""
    monkeypatch.setattr(warm.util, "find_spec", lambda name: None)
    caplog.set_level(logging.INFO)
    assert isinstance(thinker(CHAMPION, view_of(generate(10, 10, 2, 1), 1), 0), Plain)
    assert "need numba, which is not installed" in caplog.text


def test_a_compile_that_takes_too_long_is_stopped(cold, monkeypatch, caplog):
    """The child is gone when the time is over, this game is greedy, and the log says so."""
    clock = itertools.count().__next__
    assert warm.champion(CHAMPION, 10, 10, end=1, now=clock) is None
    assert "takes longer than warm_up allows" in caplog.text
    assert not list(cold.glob("*.compiled"))


def test_a_machine_that_has_compiled_once_starts_no_child(cold, monkeypatch):
    """The mark says that the machine code is there."""
    monkeypatch.setattr(warm, "_compile_elsewhere", lambda end, now: True)
    assert isinstance(warm.champion(CHAMPION, 10, 10, end=9), Champion)
    monkeypatch.setattr(warm, "_compile_elsewhere", lambda end, now: pytest.fail("compiled again"))
    assert isinstance(thinker(CHAMPION, view_of(generate(10, 10, 2, 1), 1), 0), Searching)


def test_players_without_a_search_load_nothing(monkeypatch):
    """v26 needs no compiler and starts at once."""
    monkeypatch.setattr("bot.thinking.champion", lambda *_: pytest.fail("loaded"))
    assert isinstance(thinker(preset("v26"), view_of(generate(10, 10, 2, 1), 1), 0), Plain)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_not_used(tmp_path, monkeypatch):
    """Then the machine code goes to a folder for temporary files."""
    tmp_path.chmod(0o500)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "below"))
    assert not warm.cache_folder().is_relative_to(tmp_path)


def test_when_nothing_can_be_written_a_temporary_folder_is_used(monkeypatch):
    """A read-only installation with a HOME that cannot be written still plays in full."""
    usable = []
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(warm, "_is_ours", lambda folder: usable.append(folder))
    folder = warm.cache_folder()
    assert folder.is_dir()
    assert usable[0] == Path(warm.__file__).parent / "__pycache__"
    folder.rmdir()


def test_the_loop_plays_the_compiled_moves_and_explains_them(tmp_path):
    """The answers are those of a champion asked directly, and the explanation carries the search's report."""
    state = generate(16, 16, 2, 7)
    view = view_of(state, 1)
    player = Searching(CHAMPION, Champion(CHAMPION, 16, 16))
    decision = player.decide(view, explain=True, out_of_time=lambda: False)
    np.testing.assert_array_equal(decision.moves, Champion(CHAMPION, 16, 16).moves(view))
    assert decision.explanation.search["tried"] == 0
    assert decision.explanation.search["seconds"] >= 0


def test_greedy_champion_and_v26_without_its_pact_heads_up_are_one(monkeypatch):
    """Without numba the loop's answers are those of the plain decision."""
    monkeypatch.setattr(warm.util, "find_spec", lambda name: None)
    state = generate(12, 12, 2, 3)
    incoming, outgoing = io.BytesIO((wire.handshake(state, 1) + wire.frame(state)).encode()), io.BytesIO()
    with pytest.raises(Farewell):
        play(PotentialField(CHAMPION), incoming, outgoing)
    _, line = outgoing.getvalue().decode().splitlines()
    greedy = decide(view_of(state, 1), Memory(), changed(CHAMPION, {"combat_search": 0})).moves
    np.testing.assert_array_equal(wire.read_moves(line, state, 1), greedy)
