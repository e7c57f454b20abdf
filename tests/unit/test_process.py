"""Starting and ending a bot's process with everything it started."""

import io
import os
import re
import signal
import time
from pathlib import Path
from unittest.mock import Mock

import pytest

from engine import guard, process
from tests.support.processes import PATIENCE

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="about POSIX shells")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("echo one", b"one\n"), ("echo one; echo two", b"one\ntwo\n"), ("cd / && pwd", b"/\n"),
        ("echo one | cat", b"one\n"), ("WORD=three; echo $WORD", b"three\n"),
        ("WORD=four sh -c 'echo $WORD'", b"four\n"), ("echo 'a;b' \"c|d\"", b"a;b c|d\n"), ("echo one >&2", b"one\n"),
        ("(echo five)", b"five\n"), ("echo one\necho two", b"one\ntwo\n"),
        ("for i in 1 2; do echo $i; done", b"1\n2\n"), ("echo $(echo six)", b"six\n"),
    ],
)  # fmt: skip
def test_a_command_means_what_the_shell_makes_of_it(command, said):
    """Whether the shell stays or is replaced by the bot changes nothing else; stderr is part of the output."""
    started = process.start(command)
    out, _ = started.communicate(timeout=PATIENCE)
    process.end(started)
    assert out == said


class Hearing:
    """A guard that writes down what it is told."""

    def __init__(self):
        self.heard = []

    def expect(self):
        """A mark."""
        self.heard.append("expect")
        return "mark"

    def watch(self, mark, group):
        """Which group it leads."""
        self.heard.append(("watch", mark, group))

    def forget(self, mark):
        """That it was ended."""
        self.heard.append(("forget", mark))


def test_the_guard_hears_of_a_bot_before_it_starts_and_after_it_ended_which_may_be_twice(monkeypatch):
    """Killed in between we leave none behind; a game may close a seat that it has ejected before."""
    monkeypatch.setattr(process, "_GUARD", Hearing())
    started = process.start("true")
    started.communicate(timeout=PATIENCE)
    process.end(started)
    assert process._GUARD.heard == ["expect", ("watch", "mark", started.pid), ("forget", "mark")]
    started = process.start("sleep 600")
    process.end(started)
    process.end(started)
    started.communicate()
    assert started.returncode != 0


@pytest.mark.skipif("sys.platform != 'linux'", reason="other systems do not show which signals a process ignores")
def test_no_signal_that_ends_the_environment_ends_its_guard():
    """A terminal and `kill 0` send it to a whole group or session, and the guard has work only afterwards."""
    watching = guard.Guard()
    watching.expect()
    process_of_guard = watching._process
    assert os.getsid(process_of_guard.pid) != os.getsid(0)
    wanted = sum(1 << number - 1 for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM))
    until = time.monotonic() + PATIENCE
    while ignored_by(process_of_guard.pid) & wanted != wanted:  # it is still starting
        assert time.monotonic() < until
        time.sleep(0.01)
    watching._dismiss(process_of_guard)


def ignored_by(number):
    """The signals that a process ignores, as bits."""
    return int(re.search(r"SigIgn:\s*(\w+)", Path(f"/proc/{number}/status").read_text())[1], 16)


def test_the_guard_ends_no_bot_that_was_ended_before(monkeypatch):
    """Its group's number may be another's by then; one that is only expected has no group yet."""
    told = "expect one\nwatch one 11\nexpect two\nwatch two 22\nforget one\nexpect three\n"
    ended = []
    monkeypatch.setattr(guard.sys, "stdin", io.StringIO(told))
    monkeypatch.setattr(guard.signal, "signal", lambda *_: None)
    monkeypatch.setattr(guard, "end", lambda *bot: ended.append(bot))
    guard.main()
    assert ended == [("two", 22), ("three", None)]


def test_a_fork_of_the_environment_starts_a_guard_of_its_own(monkeypatch):
    """The guard of the first one waits for the end of all who can write to it."""
    started = []
    monkeypatch.setattr(guard.subprocess, "Popen", lambda *_, **__: started.append(os.getpid()) or Mock())
    monkeypatch.setattr(guard.atexit, "register", lambda *_: None)
    line = guard.Guard()
    for number in (1, 1, 2, 2):
        monkeypatch.setattr(guard.os, "getpid", lambda number=number: number)
        line.expect()
    assert started == [1, 2]


def test_a_child_that_starts_while_others_are_killed_is_killed_too(monkeypatch):
    """It is found by the next look, and a look that finds none is the last."""
    looks, killed = [[11, 12], [13], [], [14]], []
    monkeypatch.setattr(guard, "_marked", lambda mark: looks.pop(0))
    monkeypatch.setattr(guard.os, "kill", lambda number, _: killed.append(number))
    guard.end("mark", None)
    assert killed == [11, 12, 13]
