"""The progress of a game: one line that rewrites itself on a terminal, a few plain lines elsewhere."""

import shutil
from time import monotonic
from typing import TextIO

from .colours import Paint
from .state import State

_REDRAWS = 12  # per second at most: faster than that is only work for the terminal
_PLAIN_LINES = 10  # per game, when they cannot be rewritten
_BAR = 16  # columns


class Progress:
    """Call it with every frame: `progress(turn, most turns, state)`; see game.Game."""

    def __init__(self, stream: TextIO, players: int, paint: Paint) -> None:
        self._stream = stream
        self._players = players
        self._paint = paint
        self._rewrites = stream.isatty()
        self._drawn_at = 0.0

    def __call__(self, turn: int, limit: int, state: State) -> None:
        """Show the frame, unless the last was shown a moment ago."""
        if self._rewrites:
            self._rewrite(turn, limit, state)
        elif turn and turn % max(1, limit // _PLAIN_LINES) == 0:
            self._write(f"turn {turn:3} of at most {limit}   territory {self._territory(state)}\n")

    def finish(self) -> None:
        """End the line, so that other output can follow."""
        self._write("\r\x1b[K" if self._rewrites else "\n")

    def _rewrite(self, turn: int, limit: int, state: State) -> None:
        now = monotonic()
        if turn < limit and now - self._drawn_at < 1 / _REDRAWS:
            return
        self._drawn_at = now
        done = _BAR * turn // max(1, limit)
        line = f"turn {turn:3}/{limit} [{'#' * done}{'.' * (_BAR - done)}] territory "
        # Without colour codes in it the line can be cut: one that wraps could not be rewritten.
        room = shutil.get_terminal_size().columns - 1 - len(line)
        plain = self._territory(state)
        shares = self._coloured(state) if len(plain) <= room else plain[: max(0, room)]
        self._write(f"\r{line}{shares}\x1b[K")

    def _territory(self, state: State) -> str:
        counts = state.territory(self._players).tolist()
        return "  ".join(f"#{number} {squares}" for number, squares in enumerate(counts, start=1))

    def _coloured(self, state: State) -> str:
        parts = self._territory(state).split("  ")
        return "  ".join(self._paint.player(part, number) for number, part in enumerate(parts, start=1))

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()
