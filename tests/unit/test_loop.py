"""The bot's loop under a fake clock, with the readable player, which asks the clock every 64 squares."""

import io
import itertools
import sys
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from bot import Memory, decide, override, preset
from bot.program import bot, loop
from bot.program.bot import Greedy, PotentialField
from bot.program.explanation_file import ExplanationFile
from bot.program.loop import play
from bot.program.protocol import GameOver
from engine import State, wire
from tests.support.boards import assert_same_squares, view_of

V26 = override(preset("v26"), {"turn_time": 0.9})
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


def answers(state, turns, file=None, incoming=None):
    incoming = incoming or io.BytesIO((wire.handshake(state, 1) + turns * wire.frame(state)).encode())
    outgoing = io.BytesIO()
    with pytest.raises(GameOver):
        play(Readable(), V26, incoming, outgoing, file)
    if file:
        with suppress(OSError):
            file.close()
    return [wire.read_moves(line, state, 1) for line in outgoing.getvalue().decode().splitlines()[1:]]


def assert_only_first(moves, squares, turn=0):
    """So many squares, the strongest, have chosen; the others stay."""
    whole = decide(view_of(WIDE, 1, turn), Memory(), V26, explain=True)
    chosen = whole.explanation.order < squares
    assert whole.moves[~chosen].any() or squares == WIDE.owner.size
    assert_same_squares(moves, np.where(chosen, whole.moves, 0))


def steps(step):
    return (step * look for look in itertools.count()).__next__


def test_a_closed_output_is_a_farewell_on_every_system():

    def write(line):
        raise OSError(22, "Invalid argument")

    with pytest.raises(GameOver, match="the environment no longer reads our answers"):
        play(Readable(), V26, io.BytesIO(wire.handshake(WIDE, 1).encode()), SimpleNamespace(write=write))


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

    (moves,) = answers(WIDE, 1, incoming=io.BufferedReader(Pipe(), 1 << 16))
    assert_only_first(moves, 400)


def test_every_turn_has_its_own_time_and_is_answered_on_a_machine_that_is_much_too_slow(clock):
    for step, squares in ((0.1, 400), (5, 0)):
        clock(steps(step))
        turns = answers(WIDE, 3)
        assert len(turns) == 3
        for turn, moves in enumerate(turns):
            assert_only_first(moves, squares, turn)


def test_the_time_that_a_record_takes_is_taken_off_the_next_turn(clock, tmp_path):
    """Seven looks at 0.12 s fit into 0.9 s, but not after 0.12 s of writing: the last 16 of 400 are not asked."""
    clock(steps(0.12))
    for turn, moves in enumerate(answers(WIDE, 2, ExplanationFile(tmp_path / "why.gz"))):
        assert_only_first(moves, (400, 384)[turn], turn)


def test_a_defect_in_the_reasons_ends_the_recording_and_not_the_game(tmp_path, caplog, monkeypatch):
    """They are worked out after the answer is sent, where an exception would leave the game."""
    monkeypatch.setattr(Greedy, "explain", lambda self, view: 1 // 0)
    assert len(answers(WIDE, 2, ExplanationFile(tmp_path / "why.gz"))) == 2
    assert caplog.text.count("plays on without explaining") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /dev/full, a disk without room")
def test_a_full_disk_ends_the_recording_and_not_the_game(caplog):
    assert len(answers(WIDE, 2, ExplanationFile(Path("/dev/full")))) == 2
    assert "No space left on device" in caplog.text
