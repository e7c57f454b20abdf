"""Both ends of a bot's pipes, each served by a thread, so that no bot can make the game wait or eat its memory.

Threads and blocking calls rather than selectors, because Windows cannot select on pipes.
"""

import threading
from collections import deque
from dataclasses import dataclass
from io import FileIO
from time import perf_counter

LONGEST_LINE = 2**20  # bytes; orders for every square of the largest board take a tenth of it
LARGEST_BACKLOG = 2**20  # bytes of unread lines, after which the bot is no longer read and its pipe fills up
REST_KEPT = 2**14  # bytes kept of what a bot still prints when its answers are no longer awaited
_CHUNK = 2**16  # what a pipe holds on Linux


@dataclass(frozen=True, slots=True)
class Line:
    """One line from a bot."""

    text: bytes  # without its newline
    arrived: float  # seconds on the perf_counter clock


class Listener:
    """Reads a bot's output line by line; lines that come early wait for their turn, in order."""

    def __init__(self, output: FileIO) -> None:
        self._output = output
        self._changed = threading.Condition()
        self._lines: deque[Line] = deque()
        self._backlog = 0
        self._unfinished = bytearray()
        self._answers_matter = True
        self.flooded = False
        self.closed = False
        threading.Thread(target=self._listen, daemon=True, name="bot-listener").start()

    def next_line(self, wait: float) -> Line | None:
        """Return the oldest unread line, waiting for it up to `wait` seconds; None when there is none by then.

        Returns at once when no further line can come: the output was closed, or flooded.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._lines or self.closed or self.flooded, wait)
            if not self._lines:
                return None
            line = self._lines.popleft()
            self._backlog -= len(line.text) + 1
            self._changed.notify_all()
            return line

    def await_end(self, wait: float) -> None:
        """Wait up to `wait` seconds for the end of the output; from now on output is no longer an answer."""
        with self._changed:
            self._answers_matter = False
            self._changed.notify_all()
            self._changed.wait_for(lambda: self.closed, wait)

    def unread(self) -> bytes:
        """Return the bot's output after the last line that was taken; only the end if it is long."""
        with self._changed:
            finished = b"".join(line.text + b"\n" for line in self._lines)
            return (finished + self._unfinished)[-REST_KEPT:]

    def _listen(self) -> None:
        while chunk := self._read():
            with self._changed:
                self._take(chunk, perf_counter())
                self._changed.notify_all()
                # A full backlog stops the reading, as the official program's pipe does: the bot then blocks.
                self._changed.wait_for(lambda: not self._answers_matter or self._backlog < LARGEST_BACKLOG)
        with self._changed:
            self.closed = True
            self._changed.notify_all()
        self._output.close()

    def _read(self) -> bytes:
        try:
            return self._output.read(_CHUNK) or b""
        except OSError:  # the other end was torn down, which means the same as its end
            return b""

    def _take(self, chunk: bytes, now: float) -> None:
        if self.flooded or not self._answers_matter:
            self._unfinished = (self._unfinished + chunk)[-REST_KEPT:]
            return
        *finished, rest = chunk.split(b"\n")
        for text in finished:
            line = Line(bytes(self._unfinished) + text, now)
            self._unfinished.clear()
            self._lines.append(line)
            self._backlog += len(line.text) + 1
        self._unfinished += rest
        self.flooded = len(self._unfinished) > LONGEST_LINE


class Speaker:
    """Writes to a bot's input without ever waiting for the bot."""

    def __init__(self, target: FileIO) -> None:
        self._target = target
        self._changed = threading.Condition()
        self._message: bytes | None = None
        self._written_at: float | None = None
        self._quit = False
        self.broken = False
        threading.Thread(target=self._speak, daemon=True, name="bot-speaker").start()

    def send(self, message: bytes) -> None:
        """Start writing the message; the one before must have been written."""
        with self._changed:
            self._written_at = None
            self._message = message
            self._changed.notify_all()

    def written_at(self, wait: float) -> float | None:
        """Return when the last byte of the message was written (perf_counter seconds); None when not within `wait`.

        Returns at once when the bot's input was closed.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._written_at is not None or self.broken, wait)
            return self._written_at

    def close(self) -> None:
        """Close the bot's input as soon as what is being written is written or refused."""
        with self._changed:
            self._quit = True
            self._changed.notify_all()

    def _speak(self) -> None:
        while (message := self._next_message()) is not None:
            written = self._write(message)
            with self._changed:
                self._written_at = perf_counter() if written else None
                self.broken = not written
                self._changed.notify_all()
        self._target.close()

    def _next_message(self) -> bytes | None:
        with self._changed:
            self._changed.wait_for(lambda: self._message is not None or self._quit)
            message, self._message = self._message, None
            return None if self._quit else message

    def _write(self, message: bytes) -> bool:
        rest = memoryview(message)
        try:
            while rest:
                rest = rest[self._target.write(rest) :]
        except OSError:  # the bot closed its input or is gone
            return False
        return True
