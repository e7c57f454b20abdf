"""A bot behind pipes: a shell command that reads frames on stdin and answers each with one line on stdout.

Both ends of the pipes are served by threads, so that no bot can make the game wait or fill its memory (and because
Windows cannot select on pipes). A bot and its children are a group of processes, which is ended as a whole. When we are
killed, the pipes of our bots close, which ends every bot that reads its input to its end.
"""

import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from time import perf_counter
from typing import IO, NoReturn

from . import names, wire
from .result import Fault, FaultError, Kind, last_words
from .rules import Moves
from .seats import Frame, Seat
from .state import State

LONGEST_LINE = 2**20  # bytes; orders for every square of the largest board take a tenth of it
LINES_AHEAD = 16  # lines that are read before they are wanted; then the bot blocks at its pipe
_REST_KEPT = 2**14  # bytes kept of what a bot still prints when its answers are no longer awaited
_LOGGED = 2**16  # bytes of an answer that are kept for the log
_GLANCE = 0.05  # s between two looks at whether a silent bot's process is still there
_LAST_WORDS_TIME = 0.3  # s for a bot that said something wrong to finish saying it, for example a traceback
_END_TIME = 0.2  # s for a bot to end by itself once its input is closed, for example to save a log


def start(command: str) -> "subprocess.Popen[bytes]":
    """Run a command through the system's shell with both ends piped, stderr merged into stdout.

    Its group of processes is its own: Ctrl-C does not reach the bot, and `end` can kill it with its children.
    Raises OSError when the system cannot start another process.
    """
    pipe = subprocess.PIPE
    return subprocess.Popen(
        _without_shell(command),
        shell=True, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, start_new_session=True,
    )  # fmt: skip


def _without_shell(command: str) -> str:
    """Return `exec command` for a program with arguments: a shell that stays hides that the bot closed its pipes."""
    try:
        program = shlex.split(command)[:1]
    except ValueError:  # quotes that do not close: let the shell complain
        return command
    is_plain = os.name == "posix" and not set(command) & set(";<>|&\n")
    return f"exec {command}" if is_plain and program and shutil.which(program[0]) else command


def end(process: "subprocess.Popen[bytes]") -> None:
    """Kill a bot with all that it has started in its group, and collect it."""
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/T", "/F", "/PID", str(process.pid)], capture_output=True, check=False)
    else:
        # No such group: every process has ended. macOS says "permission" when only a zombie is left.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class Program(Seat):
    """A seat for the bot that this command starts; `open` starts it, `close` ends it with all its children."""

    def __init__(self, command: str) -> None:
        self.command = command
        self._process: subprocess.Popen[bytes] | None = None
        self._failure: Fault | None = None
        self._log: list[bytes] = []
        self._turn = 0
        self._name_line = b""
        self._is_ended = False
        self._lines: queue.Queue[tuple[bytes, float]] = queue.Queue(LINES_AHEAD)  # b"" after the last
        self._is_closed = False  # its output, as far as we have read
        self._writer = threading.Thread()
        self._written_at: float | None = None  # None = it has closed its input

    def open(self) -> None:
        """Start the bot. A failed start is reported as a fault at the first answer."""
        if self._process is not None or self._failure is not None:
            return
        try:
            self._process = start(self.command)
        except OSError as error:
            self._failure = Fault(Kind.UNSTARTED, f"the system could not start it: {error}")
            self._note(self._failure.detail, b"")
            return
        assert self._process.stdin is not None  # for the type checker: both are pipes
        assert self._process.stdout is not None
        self._input = self._process.stdin
        threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True, name="bot-listener").start()

    def greet(self, state: State, player: int) -> None:
        """Send the four handshake lines."""
        self._player = player
        self._send("the start", wire.handshake(state, player).encode())

    def name(self, seconds: float) -> str:
        """Return the bot's first line as its name."""
        text = self._name_line = self._await_line(seconds)
        return names.bot_name(text)

    def ask(self, frame: Frame) -> None:
        """Send the frame; returns at once, however slowly the bot reads."""
        self._state, self._turn = frame.state, frame.turn
        self._send(f"turn {frame.turn}", frame.text)

    def answer(self, seconds: float) -> Moves:
        """Return its next line, read by the rules of the protocol."""
        text = self._await_line(seconds)
        try:
            return wire.read_moves(text.decode("latin-1"), self._state, self._player)
        except wire.MoveError as error:
            self._eject_foreign(str(error), text + b"\n")

    def log(self) -> bytes:
        """Return the whole conversation, each part under a line that says who spoke."""
        return b"".join(self._log)

    def leave(self) -> None:
        """Close its input: a bot that watches for that ends by itself."""
        if self._process is not None and not self._writer.is_alive():
            with suppress(OSError):  # what was refused before is refused again
                self._input.close()

    def close(self) -> None:
        """Give it a moment to end, then end it."""
        if self._process is not None and not self._is_ended:
            self.leave()
            self._rest(_END_TIME)
            self._end()
            self._rest(_LAST_WORDS_TIME)

    def _end(self) -> None:
        """End the process once: later its number may belong to another process."""
        if self._process is not None and not self._is_ended:
            end(self._process)
            self._is_ended = True
            if self._writer.ident:
                self._writer.join(_LAST_WORDS_TIME)
            self.leave()

    def _listen(self, output: IO[bytes]) -> None:
        """Read the bot's output line by line, in a thread of its own."""
        with output:
            while line := output.readline(LONGEST_LINE + 1):
                self._lines.put((line, perf_counter()))
        self._lines.put((b"", perf_counter()))

    def _send(self, heading: str, text: bytes) -> None:
        if self._failure is None:
            self._note(f"sent: {heading}", text)
            self._writer = threading.Thread(target=self._write, args=(text,), daemon=True, name="bot-writer")
            self._writer.start()

    def _write(self, text: bytes) -> None:
        self._written_at = None
        with suppress(OSError, ValueError):  # the bot closed its input, or is gone
            self._input.write(text)
            self._input.flush()
            self._written_at = perf_counter()

    def _await_line(self, seconds: float) -> bytes:
        """Return the next line, within `seconds` seconds of the moment at which the frame had been written."""
        if self._failure is not None:
            raise FaultError(self._failure)
        started = self._await_written(seconds)
        line, arrived = self._await_arrival(started + seconds)
        if not line.endswith(b"\n"):
            if len(line) > LONGEST_LINE:
                self._eject(Kind.FLOODED, f"it printed a line of more than {LONGEST_LINE / 2**20:.0f} MiB", line)
            self._is_closed = self._is_closed or not line
            self._eject_gone("it closed its output", line)
        if arrived > started + seconds:
            self._eject(Kind.LATE, f"it was late: no answer within {seconds * 1000:.0f} ms", line)
        self.answer_time = max(0.0, arrived - started)  # a line that lay ready before the frame was sent took no time
        self._note(f"heard after {self.answer_time * 1000:.0f} ms", line[:_LOGGED])
        return line.removesuffix(b"\n").removesuffix(b"\r" if os.name == "nt" else b"")

    def _await_written(self, seconds: float) -> float:
        """Return the moment at which the bot had been sent everything."""
        deadline = perf_counter() + seconds
        while self._writer.is_alive() and not self._is_gone():
            self._writer.join(_GLANCE)
            if perf_counter() > deadline and self._writer.is_alive():
                self._eject(Kind.LATE, f"it did not read what it was sent within {seconds * 1000:.0f} ms")
        if self._written_at is None and self._turn:
            self._eject_gone("it closed its input")
        return self._written_at or perf_counter()  # it may have sent its name before it exited

    def _await_arrival(self, deadline: float) -> tuple[bytes, float]:
        while True:
            # Looked at first: once it has ended, nothing comes after what is read next. Its children may hold the pipes
            # open, but the bot itself is gone: do not wait for the deadline.
            is_gone = self._is_gone()
            left = max(0.0, deadline - perf_counter())
            with suppress(queue.Empty):
                return self._lines.get(timeout=_LAST_WORDS_TIME if is_gone else min(_GLANCE, left))
            if is_gone:
                self._eject_gone("it closed its output")
            if not left:
                return b"\n", perf_counter()

    def _rest(self, seconds: float) -> bytes:
        """Return what the bot prints within `seconds`, or until its output ends; only the end if it is long."""
        deadline, heard = perf_counter() + seconds, b""
        while not self._is_closed and (left := deadline - perf_counter()) > 0:
            with suppress(queue.Empty):
                line, _ = self._lines.get(timeout=left)
                self._is_closed = not line
                heard = (heard + line)[-_REST_KEPT:]
        return heard

    def _is_gone(self) -> bool:
        assert self._process is not None
        return self._process.poll() is not None

    def _exit_status(self) -> int | None:
        """Return the exit code, None if it lives; waits a moment, as a process closes its pipes just before it ends."""
        assert self._process is not None  # for the type checker: a bot that never started has failed already
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(_LAST_WORDS_TIME)
        return None

    def _eject_gone(self, closed: str, heard: bytes = b"") -> NoReturn:
        """Tell the end of the process from the end of a pipe."""
        status = self._exit_status()
        if status is None:
            self._eject(Kind.CLOSED, closed, heard)
        self._eject(Kind.EXITED, exit_meaning(status), heard + self._rest(_LAST_WORDS_TIME))

    def _eject_foreign(self, problem: str, heard: bytes) -> NoReturn:
        """Eject a bot whose answer is wrong, after a wait: the line may be the first one of a traceback."""
        heard += self._rest(_LAST_WORDS_TIME)
        if self._is_closed and (status := self._exit_status()):
            self._eject(Kind.EXITED, exit_meaning(status), heard)
        self._eject(Kind.BABBLED, problem, heard)

    def _eject(self, kind: Kind, detail: str, heard: bytes = b"") -> NoReturn:
        self._end()
        words = heard + self._rest(_LAST_WORDS_TIME)
        if self._turn <= 1:
            words = self._name_line + b"\n" + words  # the first line of an error text is taken for a name
        fault = Fault(kind, detail, self._turn, last_words(words))
        self._note(f"ejected {fault.when} ({kind}: {detail}); its last words", words)
        raise FaultError(fault)

    def _note(self, heading: str, text: bytes) -> None:
        """Keep a part of the conversation; bytes that several bots receive are shared, not copied."""
        self._log += [f"--- {heading} ---\n".encode(), text, b"" if text.endswith(b"\n") else b"\n"]


def exit_meaning(status: int) -> str:
    """Say how a process ended, from its return code as `subprocess` gives it.

    A shell reports a signal to its child as 128 + signal, 127 for an unknown command, 126 for one that may not be run.
    """
    if status in (126, 127) and os.name == "posix":
        return f"it exited with code {status}: the shell could not {'find' if status == 127 else 'run'} the command"
    number = -status if status < 0 else status - 128
    if number in {each.value for each in signal.Signals} and os.name == "posix":
        return f"it was killed by {signal.Signals(number).name}"
    return f"it exited with code {status}"
