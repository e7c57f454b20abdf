"""The bot's loop under a fake clock, with the readable player, which asks the clock every 64 squares."""

import io
import itertools
import sys
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from bot import Memory, changed, decide, preset
from bot.program import bot, loop
from bot.program.bot import Greedy, PotentialField
from bot.program.explanation_file import ExplanationFile
from bot.program.loop import play
from bot.program.protocol import Farewell
from engine import State, wire
from tests.support.boards import assert_same_squares
from tests.support.views import view_of

V26 = changed(preset("v26"), {"turn_time": 0.9})
RANDOM = np.random.default_rng(1)
WIDE = State(np.ones((20, 20), np.uint8), RANDOM.integers(1, 256, (20, 20), np.uint8), np.ones((20, 20), np.uint8))


class Readable(PotentialField):
    """MyBot.py's program on a machine without wasmtime."""

    def prepare(self, parameters, view):
        return Greedy(parameters)


@pytest.fixture
def clock(monkeypatch):
    def set_to(now):
        for module in (loop, bot):
            monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=now))

    return set_to


def answers(state, turns, file=None):
    """The name and the moves (H, W) of every turn."""
    incoming = io.BytesIO((wire.handshake(state, 1) + turns * wire.frame(state)).encode())
    outgoing = io.BytesIO()
    with pytest.raises(Farewell):
        play(Readable(), V26, incoming, outgoing, file)
    if file:
        with suppress(OSError):
            file.close()
    name, *lines = outgoing.getvalue().decode().splitlines()
    return name, [wire.read_moves(line, state, 1) for line in lines]


def steps(step):
    return (step * look for look in itertools.count()).__next__


class Unread(io.BytesIO):
    """A pipe whose reader is gone, as Windows reports it."""

    def write(self, line):
        raise OSError(22, "Invalid argument")


def test_a_closed_output_is_a_farewell_on_every_system():
    """Only on Linux and macOS is it a broken pipe."""
    with pytest.raises(Farewell, match="the environment no longer reads our answers"):
        play(Readable(), V26, io.BytesIO(wire.handshake(WIDE, 1).encode()), Unread())


def test_when_a_turn_runs_out_of_time_what_there_is_is_sent(clock):
    """The clock is looked at every 64 squares: 192 of the 400, the strongest, have chosen when 0.9 s are over."""
    whole = decide(view_of(WIDE, 1), Memory(), V26, explain=True)
    clock(steps(0.3))
    _, (moves,) = answers(WIDE, 1)
    chosen = whole.explanation.order < 192
    assert whole.moves[~chosen].any()
    assert_same_squares(moves, np.where(chosen, whole.moves, 0))


def test_the_time_of_a_turn_begins_when_its_frame_does(clock):
    passed = [0.0]
    clock(lambda: passed[0])

    class Pipe(io.RawIOBase):
        """Its second text comes five seconds after the first one was read."""

        texts = [wire.handshake(WIDE, 1), wire.frame(WIDE)]  # noqa: RUF012 - it is emptied

        def readable(self):
            return True

        def readinto(self, place):
            if not self.texts:
                return 0
            text = self.texts.pop(0).encode()
            passed[0] += 5.0
            place[: len(text)] = text
            return len(text)

    outgoing = io.BytesIO()
    with pytest.raises(Farewell):
        play(Readable(), V26, io.BufferedReader(Pipe(), 1 << 16), outgoing)
    moves = wire.read_moves(outgoing.getvalue().decode().splitlines()[1], WIDE, 1)
    assert_same_squares(moves, decide(view_of(WIDE, 1), Memory(), V26).moves)


def test_every_turn_has_its_own_time_and_is_answered_on_a_machine_that_is_much_too_slow(clock):
    clock(steps(0.1))
    _, turns = answers(WIDE, 3)
    for turn, moves in enumerate(turns):
        assert_same_squares(moves, decide(view_of(WIDE, 1, turn), Memory(), V26).moves)
    clock(steps(5))
    _, turns = answers(WIDE, 3)
    assert len(turns) == 3
    assert not np.any(turns)


def test_the_time_that_a_record_takes_is_taken_off_the_next_turn(clock, tmp_path):
    """Seven looks at 0.12 s fit into 0.9 s, but not after 0.12 s of writing: the last 16 of 400 are not asked."""
    clock(steps(0.12))
    _, turns = answers(WIDE, 2, ExplanationFile(tmp_path / "why.gz"))
    whole = [decide(view_of(WIDE, 1, turn), Memory(), V26, explain=True) for turn in range(2)]
    assert_same_squares(turns[0], whole[0].moves)
    chosen = whole[1].explanation.order < 384
    assert whole[1].moves[~chosen].any()
    assert_same_squares(turns[1], np.where(chosen, whole[1].moves, 0))


def test_a_defect_in_the_reasons_ends_the_recording_and_not_the_game(tmp_path, caplog, monkeypatch):
    """They are worked out after the answer is sent, where an exception would leave the game."""
    monkeypatch.setattr(Greedy, "explained", lambda self, view: 1 // 0)
    _, turns = answers(WIDE, 2, ExplanationFile(tmp_path / "why.gz"))
    assert len(turns) == 2
    assert caplog.text.count("plays on without explaining") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /dev/full, a disk without room")
def test_a_full_disk_ends_the_recording_and_not_the_game(caplog):
    _, turns = answers(WIDE, 2, ExplanationFile(Path("/dev/full")))
    assert len(turns) == 2
    assert "No space left on device" in caplog.text
