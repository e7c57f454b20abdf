"""A bot behind pipes: a shell command that reads frames on stdin and answers each with one line on stdout."""

import signal
import subprocess
from io import FileIO
from time import perf_counter
from typing import NoReturn, cast

from . import names, process, wire
from .conversation import Conversation
from .faults import Fault, FaultError, Kind, last_words
from .pipes import LONGEST_LINE, Line, Listener, Speaker
from .rules import Moves
from .seats import Frame, Seat
from .state import State

_GLANCE = 0.05  # s between two looks at whether a silent bot's process is still there
_LAST_BREATH = 0.3  # s for a bot that said something wrong to finish saying it, for example a traceback
_FAREWELL = 0.2  # s for a bot to end by itself once its input is closed, for example to save a log


class Program(Seat):
    """A seat for the bot that this command starts; `open` starts it, `close` ends it with all its children."""

    def __init__(self, command: str) -> None:
        self.command = command
        self._process: process.Bot | None = None
        self._failure: Fault | None = None
        self._conversation = Conversation()
        self._turn = 0
        self._name_line = b""
        self._ended = False

    def open(self) -> None:
        """Start the bot. A failed start is reported as a fault at the first answer."""
        if self._process is not None:
            return
        try:
            self._process = process.start(self.command)
        except OSError as error:
            self._failure = Fault(Kind.UNSTARTED, f"the system could not start it: {error}")
            self._conversation.ended(self._failure.detail, b"")
            return
        self._listener = Listener(cast(FileIO, self._process.stdout))
        self._speaker = Speaker(cast(FileIO, self._process.stdin))

    def greet(self, state: State, player: int) -> None:
        """Send the four handshake lines."""
        self._player = player
        self._send("the start", wire.handshake(state, player).encode())

    def name(self, seconds: float) -> str:
        """Return the bot's first line as its name."""
        text = self._name_line = self._await_line(seconds)
        return names.heard(text)

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
            self._eject_babbler(str(error), text + b"\n")

    def log(self) -> bytes:
        """Return the whole conversation."""
        return self._conversation.text()

    def leave(self) -> None:
        """Close its input: a bot that watches for that ends by itself."""
        if self._process is not None:
            self._speaker.close()

    def close(self) -> None:
        """Give it a moment to end, then end it."""
        if self._process is None or self._ended:
            return
        self.leave()
        self._listener.await_end(_FAREWELL)
        self._end()

    def _end(self) -> None:
        """End the process once: later its number may belong to another process."""
        if self._process is not None and not self._ended:
            process.end(self._process)
            self._ended = True

    def _send(self, heading: str, text: bytes) -> None:
        if self._failure is None:
            self._conversation.sent(heading, text)
            self._speaker.send(text)

    def _await_line(self, seconds: float) -> bytes:
        """Return the next line, within `seconds` seconds of the moment at which the frame had been written."""
        if self._failure is not None:
            raise FaultError(self._failure)
        started = self._await_written(seconds)
        line = self._await_arrival(started + seconds)
        if line is None or line.arrived > started + seconds:
            self._eject(
                Kind.LATE, f"it was late: no answer within {seconds * 1000:.0f} ms", said=line.text if line else b""
            )
        # A line that lay ready before the frame was sent took no time.
        self.answer_time = max(0.0, line.arrived - started)
        self._conversation.heard(self.answer_time, line.text)
        return line.text.removesuffix(b"\r") if process.WINDOWS else line.text

    def _await_written(self, seconds: float) -> float:
        deadline = perf_counter() + seconds
        while (written := self._speaker.written_at(_GLANCE)) is None:
            if self._speaker.broken or self._is_gone():
                if self._turn == 0:
                    return perf_counter()  # it may have sent its name before it exited
                self._eject_gone("it closed its input")
            if perf_counter() > deadline:
                self._eject(Kind.LATE, f"it did not read what it was sent within {seconds * 1000:.0f} ms")
        return written

    def _await_arrival(self, deadline: float) -> Line | None:
        while True:
            gone = self._is_gone()  # checked first: once it has ended, nothing comes after what is read next
            left = deadline - perf_counter()
            if line := self._listener.next_line(min(_GLANCE, max(0.0, left))):
                return line
            if self._listener.flooded:
                self._eject(Kind.FLOODED, f"it printed a line of more than {LONGEST_LINE / 2**20:.0f} MiB")
            # Its children may hold the pipes open, but the bot itself is gone: do not wait for the deadline.
            if gone or self._listener.closed:
                self._eject_gone("it closed its output")
            if left < 0:
                return None

    def _is_gone(self) -> bool:
        assert self._process is not None
        return self._process.poll() is not None

    def _exit_status(self) -> int | None:
        """Return the exit code, None if it lives; waits a moment, as a process closes its pipes just before it ends."""
        assert self._process is not None  # for mypy: a bot that never started has failed already
        try:
            return self._process.wait(_LAST_BREATH)
        except subprocess.TimeoutExpired:
            return None

    def _eject_gone(self, closed: str) -> NoReturn:
        """Tell the end of the process from the end of a pipe."""
        status = self._exit_status()
        if status is None:
            self._eject(Kind.CLOSED, closed)
        self._listener.await_end(_LAST_BREATH)
        self._eject(Kind.EXITED, exit_meaning(status))

    def _eject_babbler(self, problem: str, said: bytes) -> NoReturn:
        """Eject a bot whose answer is wrong, after a wait: the line may be the first one of a traceback."""
        self._listener.await_end(_LAST_BREATH)
        if self._listener.closed and (status := self._exit_status()):
            self._eject(Kind.EXITED, exit_meaning(status), said)
        self._eject(Kind.BABBLED, problem, said)

    def _eject(self, kind: Kind, detail: str, said: bytes = b"") -> NoReturn:
        self._end()
        self._listener.await_end(_LAST_BREATH)
        self._speaker.close()
        words = said + self._listener.unread()
        if self._turn <= 1:
            words = self._name_line + b"\n" + words  # the first line of an error text is taken for a name
        fault = Fault(kind, detail, self._turn, last_words(words))
        self._conversation.ended(f"{fault.when} ({kind}: {detail})", words)
        raise FaultError(fault)


def exit_meaning(status: int) -> str:
    """Say how a process ended, from its return code as `subprocess` gives it.

    A shell reports a signal to its child as 128 + signal, 127 for an unknown command, 126 for one
    that may not be run.
    """
    if status in (126, 127) and not process.WINDOWS:
        return f"it exited with code {status}: the shell could not {'find' if status == 127 else 'run'} the command"
    number = -status if status < 0 else status - 128
    if number in {known.value for known in signal.Signals} and not process.WINDOWS:
        return f"it was killed by {signal.Signals(number).name}"
    return f"it exited with code {status}"
