"""Bots that misbehave, each seen through its seat: the fault it reports, and how long it waits."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from math import inf
from time import perf_counter

import numpy as np
import pytest

from engine import program
from engine.program import Program
from engine.result import Fault, FaultError, Kind
from engine.seats import Frame
from engine.state import State
from tests.support.bots import bot
from tests.support.project import PATIENCE

pytestmark = pytest.mark.slow
LIMIT = PATIENCE
SOON = LIMIT / 3  # a fault that is noticed at once is noticed long before the limit, even on a busy machine


def board(side: int = 4) -> State:
    owner = np.zeros((side, side), dtype=np.uint8)
    owner[0, 0] = 1
    return State(owner, np.full_like(owner, 255), np.ones_like(owner))


@contextmanager
def seated(command: str, state: State) -> Iterator[Program]:
    seat = Program(command)
    try:
        seat.open()
        seat.greet(state, 1)
        yield seat
    finally:
        seat.close()


def fault_of(
    command: str, *, state: State | None = None, init_limit: float = LIMIT, limit: float = LIMIT, since: int = 1
) -> Fault:
    """Play a few turns alone until the bot is ejected; before the turn `since` it has all the time it wants."""
    state = state or board()
    with seated(command, state) as seat:
        try:
            seat.name(init_limit)
            for turn in range(1, 6):
                seat.ask(Frame(state, turn))
                seat.answer(limit if turn >= since else LIMIT)
        except FaultError as error:
            return error.fault
    pytest.fail("the bot was not ejected")


@pytest.mark.parametrize(("behaviour", "kind", "words"), [
    ("crash", Kind.EXITED, "ZeroDivisionError: the bot divided by zero"), ("babble", Kind.BABBLED, "1 2 north"),
    ("warn", Kind.BABBLED, "RuntimeWarning: overflow"), ("flood_a_line", Kind.FLOODED, "1 1 1 1"),
    ("flood_words", Kind.BABBLED, "round and round we go"), ("leave", Kind.EXITED, ""),
    ("leave_a_child", Kind.EXITED, ""), ("close_stdout", Kind.CLOSED, ""), ("close_stdin", Kind.CLOSED, ""),
])  # fmt: skip
def test_a_bot_that_cannot_go_on_is_ejected_at_once(behaviour, kind, words):
    began = perf_counter()
    fault = fault_of(bot("faulty", behaviour, 3))
    assert perf_counter() - began < SOON
    assert fault.kind == kind
    # Bytes for the turn after are refused: closing the input shows one turn later than the rest.
    assert fault.turn == (4 if behaviour == "close_stdin" else 3)
    assert words in "\n".join(fault.last_words)


@pytest.mark.parametrize(
    ("behaviour", "turn", "when"), [("hang", 2, "on turn 2"), ("be_late", 2, "on turn 2"), ("hang", 0, "before turn 1")]
)
def test_a_bot_that_does_not_answer_in_time_is_late(behaviour, turn, when):
    limits = {"init_limit": 0.4} if turn == 0 else {"limit": 0.4, "since": 2}
    fault = fault_of(bot("faulty", behaviour, turn), **limits)
    assert (fault.kind, fault.turn, fault.when) == (Kind.LATE, turn, when)
    assert "400 ms" in fault.detail


@pytest.mark.parametrize(("seconds", "is_late"), [(1.5, True), (2.5, False)])
def test_an_answer_that_came_after_its_time_is_late_although_it_is_there(monkeypatch, seconds, is_late):
    seat = Program("none")
    monkeypatch.setattr(seat, "_await_written", lambda _: 100.0)
    monkeypatch.setattr(seat, "_await_arrival", lambda _: (b"0 0 1\n", 102.0))
    ejected = []
    monkeypatch.setattr(seat, "_eject", lambda kind, _, said: ejected.append((kind, said)))
    seat._await_line(seconds)
    assert ejected == [(Kind.LATE, b"0 0 1\n")] * is_late


def test_a_bot_that_does_not_read_cannot_block_the_game_and_may_begin_late():
    fault = fault_of(bot("faulty", "stop_reading", 1), state=board(side=200), limit=0.4, since=2)
    assert fault.kind == Kind.LATE
    assert "did not read" in fault.detail
    late_reader = "import sys, time; time.sleep(0.3); print('late reader', flush=True); sys.stdin.read()"
    with seated(f'"{sys.executable}" -S -c "{late_reader}"', board(side=200)) as seat:
        assert seat.name(LIMIT) == "late reader"


@pytest.mark.parametrize(("numbers", "fault"), [(520_000, None), (600_000, Kind.FLOODED)])
def test_a_line_of_more_than_a_mebibyte_ejects(numbers, fault):
    """In a season of an hour a hostile bot answered with 4 MB on every turn, all of it legal: a game took a minute."""
    babbler = f"import sys; print('legal', flush=True); print('1 ' * {numbers}, flush=True); sys.stdin.read()"
    with seated(f'"{sys.executable}" -S -c "{babbler}"', board()) as seat:
        seat.name(LIMIT)
        with nullcontext() if fault is None else pytest.raises(FaultError) as raised:
            seat.ask(Frame(board(), 1))
            seat.answer(LIMIT)
    assert fault is None or raised.value.fault.kind == fault


def test_a_bot_may_finish_with_its_input(tmp_path, monkeypatch):
    monkeypatch.setattr(program, "_END_TIME", LIMIT)
    diary = tmp_path / "diary.txt"
    words = f"import sys; print('diarist', flush=True); sys.stdin.read(); open('{diary.as_posix()}', 'w').write('bye')"
    with seated(f'"{sys.executable}" -S -c "{words}"', board()) as seat:
        seat.name(LIMIT)
    assert diary.read_text() == "bye"


def test_a_bot_may_answer_turns_early():
    state = board()
    with seated(bot("faulty", "flood_lines", 2), state) as seat:
        assert seat.name(LIMIT) == "flood_lines"
        for turn in range(1, 50):
            seat.ask(Frame(state, turn))
            assert not seat.answer(LIMIT).any()
        assert seat.answer_time == 0.0


def test_the_name_of_a_bot_that_ends_before_it_has_read_the_start_is_heard():
    with seated(f'"{sys.executable}" -S -c "print(\'brief\')"', board(100)) as seat:
        assert seat.name(LIMIT) == "brief"


def test_the_first_line_of_an_error_text_is_among_the_last_words_of_a_command():
    """It was taken for the name, and "Error: no class Foo" was lost: the report began with what came after it."""
    fault = fault_of("echo Error: no class Foo; echo Caused by: its path; exit 1", limit=inf)
    assert (fault.kind, fault.turn) == (Kind.EXITED, 1)
    assert fault.last_words == ("Error: no class Foo", "Caused by: its path")
    fault = fault_of("/no/such/bot", limit=inf)
    assert (fault.kind, fault.turn) == (Kind.EXITED, 1)
    assert "/no/such/bot" in fault.last_words[0]


@pytest.mark.skipif("sys.platform == 'win32'", reason="about POSIX shells")
@pytest.mark.parametrize(("command", "said"), [
    ("echo one >&2", b"one\n"), ("echo one; echo two", b"one\ntwo\n"), ("cd / && pwd", b"/\n"),
    ("WORD=four sh -c 'echo $WORD'", b"four\n"), ("echo 'a;b' \"c|d\"", b"a;b c|d\n"),
])  # fmt: skip
def test_a_command_means_what_the_shell_makes_of_it(command, said):
    started = program.start(command)
    out, _ = started.communicate(timeout=PATIENCE)
    program.end(started)
    assert out == said


class Output(nullcontext):
    """A bot that prints a line whenever it is read, a hundred times."""

    read = 0

    def readline(self, _):
        self.read += 1
        return b"1\n" if self.read <= 100 else b""


def test_a_bot_is_not_read_far_ahead_of_its_turns():
    """It blocks at its pipe, as under the official program; else it could fill our memory."""
    seat, output, ahead = Program("none"), Output(), 0
    threading.Thread(target=seat._listen, args=(output,), daemon=True).start()
    for taken in range(101):
        ahead = max(ahead, output.read - taken)
        seat._lines.get(timeout=PATIENCE)
    assert (output.read, seat._lines.empty()) == (101, True)
    assert ahead <= program.LINES_AHEAD + 1
