"""The progress of a run: rich's display on a terminal, a plain line now and then in a log."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from time import monotonic
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import BarColumn, TextColumn, track
from rich.progress import Progress as Display

Item = TypeVar("Item")
LOG_EVERY = 10.0  # s between two lines in a log


@dataclass
class Progress:
    """Counts games, and shows the count on stderr from the first on: results are for stdout. Close it at the end."""

    total: int | None  # games in the whole run, stored ones included; None when a test decides how many
    title: str  # what is played
    console: Console = field(default_factory=lambda: _Unwatched(stderr=True))
    how: str = ""  # stands before the time left, such as `at most `: the run may end sooner
    played: int = 0
    stored: int = 0
    _status: str = ""
    _logged: float | None = None  # when a line was written to a log
    _begun: tuple[float, int] | None = None  # when the first games had been played, for which players were compiled

    @cached_property
    def _display(self) -> tuple[Display, Any]:
        """Rich's display and its line."""
        columns = TextColumn("{task.description}", markup=False), BarColumn(30), TextColumn("{task.fields[line]}")
        display = Display(*columns, console=self.console, disable=not self.console.is_terminal)
        display.start()
        return display, display.add_task(self.title, total=self.total, line="")

    def advance(self, games: int = 0, stored: int = 0, status: str | None = None) -> None:
        """Count games that were played now, games that were found in the database, or say how things stand."""
        self.played += games
        self.stored += stored
        self._status = self._status if status is None else status
        self._logged = self._logged or monotonic()
        if games and not self._begun:
            self._begun = monotonic(), self.played
        display, line = self._display
        if self.console.is_terminal:
            display.update(line, total=self.total, completed=self.played + self.stored, line=self.line)
        elif monotonic() - self._logged >= LOG_EVERY:
            self._log()

    @property
    def rate(self) -> float:
        """Games a second since the first ones were played; 0 until more of them are."""
        begun, before = self._begun or (inf, 0)
        return (self.played - before) / max(monotonic() - begun, 1e-9)

    @property
    def seconds_left(self) -> float | None:
        """About how long the rest takes; None while nothing says it."""
        if self.total is None or not self.rate > 0:
            return None
        return max(0, self.total - self.played - self.stored) / self.rate

    @property
    def line(self) -> str:
        """The progress in one line."""
        done = self.played + self.stored
        parts = [f"{done}{'' if self.total is None else f'/{max(done, self.total)}'} games"]
        if self.stored:
            parts.append(f"{self.stored} of them stored before")
        if self.rate > 0:
            parts.append(f"{self.rate:.1f} games/s")
        if self.seconds_left is not None:
            parts.append(f"{self.how}{duration(self.seconds_left)} left")
        return ", ".join(parts) + (f" · {self._status}" if self._status else "")

    def close(self) -> None:
        """End the display."""
        self._display[0].stop()
        if not self.console.is_terminal:
            self._log()

    def _log(self) -> None:
        self._logged = monotonic()
        self.console.print(f"{self.title}: {self.line}", markup=False, highlight=False, soft_wrap=True)


def bar(items: Sequence[Item], title: str) -> Iterable[Item]:
    """Return the items; while they are gone through, a bar is shown on a terminal, on stderr."""
    console = _Unwatched(stderr=True)
    return track(items, title, console=console, transient=True, disable=not console.is_terminal)


class _Unwatched(Console):
    """A console whose reader may close it without ending the run; rich's own would end the program."""

    def on_broken_pipe(self) -> None:
        """Stop showing the progress."""
        self.quiet = True


def duration(seconds: float) -> str:
    """Return a duration as people write it: 1:02:03 or 2:03."""
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
