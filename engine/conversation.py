"""The conversation of the environment with one bot, kept for the log file of an ejected bot."""

from collections import deque

BUDGET = 16 * 2**20  # bytes kept per bot; 500 turns on 50 x 50 squares, at 4 bytes a square and turn, take 5 MB


class Conversation:
    """Both sides of the pipes, oldest first; the oldest parts go when the budget is spent."""

    def __init__(self) -> None:
        self._parts: deque[tuple[str, bytes]] = deque()
        self._size = 0
        self._dropped = 0

    def sent(self, heading: str, text: bytes) -> None:
        """Note what was sent; bytes that several bots receive are shared, not copied."""
        self._note(f"sent: {heading}", text)

    def heard(self, seconds: float, text: bytes) -> None:
        """Note an answer and the time it took."""
        self._note(f"heard after {seconds * 1000:.0f} ms", text)

    def ended(self, reason: str, words: bytes) -> None:
        """Note why the bot was ejected, with its last words."""
        self._note(f"ejected {reason}; its last words", words)

    def text(self) -> bytes:
        """Return the whole log, each part under a line that says who spoke."""
        lost = f"--- {self._dropped} older parts were dropped to bound the memory ---\n" if self._dropped else ""
        parts = (f"--- {heading} ---\n".encode() + part.rstrip(b"\n") + b"\n" for heading, part in self._parts)
        return lost.encode() + b"".join(parts)

    def _note(self, heading: str, part: bytes) -> None:
        self._parts.append((heading, part))
        self._size += len(part)
        while self._size > BUDGET and len(self._parts) > 1:
            self._size -= len(self._parts.popleft()[1])
            self._dropped += 1
