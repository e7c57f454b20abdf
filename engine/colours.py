"""Colours on a terminal, plain text elsewhere."""

import os
from typing import TextIO

# ANSI codes of the six players, chosen to differ on dark and on light ground alike.
_PLAYER = ("31", "34", "32", "35", "33", "36")
BOLD, DIM, RED = "1", "2", "31"


class Paint:
    """Colours text, or leaves it as it is."""

    def __init__(self, is_on: bool) -> None:
        self.is_on = is_on

    def __call__(self, text: str, code: str) -> str:
        """Return the text with this ANSI code."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.is_on else text

    def player(self, text: str, number: int) -> str:
        """Return the text in the colour of this player."""
        return self(text, _PLAYER[number - 1])


def paint_for(stream: TextIO) -> Paint:
    """Return a Paint with colours for a terminal that shows them, unless NO_COLOR is set (no-color.org)."""
    environment = os.environ
    shows_them = environment.get("TERM") != "dumb" and (os.name != "nt" or "WT_SESSION" in environment)
    return Paint(stream.isatty() and shows_them and not environment.get("NO_COLOR"))
