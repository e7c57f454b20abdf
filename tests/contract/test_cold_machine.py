"""The champion on a machine that has not compiled it yet: its answers, their times, and when the search sets in."""

import os
import time

import numpy as np
import pytest

from bot import Memory, decide, preset
from bot.program import warm
from engine import generate, wire
from tests.support.bots import ROOT, Conversation
from tests.support.processes import PATIENCE, children_of, is_alive
from tests.support.views import view_of

STATE = generate(20, 20, 2, 3)
CHAMPION = preset("champion")
BOT = ROOT / "MyBot.py"

if not warm._has_numba():
    pytest.skip("without numba there is nothing to compile", allow_module_level=True)


@pytest.fixture
def empty_cache(tmp_path):
    """A folder for machine code, without any."""
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def full_cache(monkeypatch):
    """The folder in which this machine keeps its machine code, with all of it."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    assert warm.compile_here(print)
    return warm.cache_folder()


def test_a_cold_machine_sends_its_name_at_once_and_greedy_moves(tmp_path, empty_cache):
    """When nothing may be waited for; and when the environment closes the pipe, nothing goes on compiling."""
    with Conversation(BOT, tmp_path / "MyBot.log", NUMBA_CACHE_DIR=str(empty_cache)) as bot:
        assert bot.answer(wire.handshake(STATE, 1)) == "champion"
        moves = wire.read_moves(bot.answer(wire.frame(STATE)), STATE, 1)
        out, err = bot.process.communicate(timeout=PATIENCE)
    np.testing.assert_array_equal(moves, decide(view_of(STATE, 1), Memory(), CHAMPION).moves)
    assert (bot.process.returncode, out, err) == (0, b"", b"")
    assert "plays its greedy moves until the search is compiled" in bot.told()
    assert not any(mark.exists() for mark in warm.marks(empty_cache))


def test_the_search_joins_a_game_that_has_begun_without_it(tmp_path, full_cache):
    """Where loading takes longer than the bot may wait. Every frame is answered meanwhile; the log names the turn."""
    end = time.monotonic() + PATIENCE
    with Conversation(BOT, tmp_path / "MyBot.log", NUMBA_CACHE_DIR=str(full_cache)) as bot:
        bot.answer(wire.handshake(STATE, 1))
        turns = 0
        while "plays with the search from turn" not in bot.told() and time.monotonic() < end:
            wire.read_moves(bot.answer(wire.frame(STATE)), STATE, 1)
            turns += 1
            time.sleep(0.01)
        out, err = bot.process.communicate(timeout=PATIENCE)
    assert f"plays with the search from turn {turns - 1}" in bot.told()
    assert (bot.process.returncode, out, err) == (0, b"", b"")


@pytest.mark.skipif(os.name == "nt", reason="Windows has neither /proc nor ps")
def test_a_killed_bot_leaves_no_process_behind(tmp_path, empty_cache):
    """A referee kills what does not end by itself; the processes beside the game notice."""
    with Conversation(BOT, tmp_path / "MyBot.log", NUMBA_CACHE_DIR=str(empty_cache)) as bot:
        bot.answer(wire.handshake(STATE, 1))
        beside = children_of(bot.process.pid)
        bot.process.kill()
        bot.process.wait()
        end = time.monotonic() + PATIENCE
        while any(is_alive(child) for child in beside) and time.monotonic() < end:
            time.sleep(0.05)
    assert len(beside) == 2
    assert not any(is_alive(child) for child in beside)
