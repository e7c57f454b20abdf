"""The progress of a run: rich's display on a terminal, a plain line now and then in a log."""

from collections.abc import Iterable, Sequence
from time import monotonic
from typing import Self, TypeVar

from rich.console import Console
from rich.progress import BarColumn, TextColumn, track
from rich.progress import Progress as Display

Item = TypeVar("Item")
LOG_EVERY = 10.0  # s between two lines in a log


class Progress:
    """Counts games while it is open, and shows the count on stderr: results are for stdout."""

    def __init__(self, total: int | None, title: str, console: Console | None = None, *, how: str = "") -> None:
        """Begin with no game.

        Args:
            total: games in the whole run, stored ones included; None when a test decides how many.
            title: what is played.
            console: where it is shown.
            how: stands before the time left, such as `at most `: the run may end sooner.
        """
        self.played = 0
        self.stored = 0
        self._total = total
        self._title = title
        self._how = how
        self._status = ""
        self._console = console or _Unwatched(stderr=True)
        self._logged = monotonic()
        self._start: float | None = None  # the first count: players are compiled before
        columns = TextColumn("{task.description}", markup=False), BarColumn(30), TextColumn("{task.fields[line]}")
        self._display = Display(*columns, console=self._console, disable=not self._console.is_terminal)
        self._task = self._display.add_task(title, total=total, line="")

    def advance(self, games: int = 0, stored: int = 0, status: str | None = None) -> None:
        """Count games that were played now, games that were found in the database, or say how things stand."""
        if self._start is None:
            self._start = monotonic()
        self.played += games
        self.stored += stored
        self._status = self._status if status is None else status
        if self._console.is_terminal:
            self._display.update(self._task, total=self._total, completed=self.played + self.stored, line=self.line)
        elif monotonic() - self._logged >= LOG_EVERY:
            self._log()

    def expect(self, total: int) -> None:
        """Correct the number of games in the whole run by what was measured."""
        self._total = total

    @property
    def seconds_left(self) -> float | None:
        """About how long the rest takes; None while nothing says it."""
        if self._total is None or self._start is None or not self.played:
            return None
        rate = self.played / max(monotonic() - self._start, 1e-9)
        return max(0, self._total - self.played - self.stored) / rate

    @property
    def line(self) -> str:
        """The progress in one line."""
        seconds = monotonic() - self._start if self._start else 0.0
        done, rate = self.played + self.stored, self.played / max(seconds, 1e-9)
        parts = [f"{done}{'' if self._total is None else f'/{max(done, self._total)}'} games", f"{rate:.1f} games/s"]
        if self.stored:
            parts.insert(1, f"{self.stored} of them stored before")
        if self.seconds_left is not None:
            parts.append(f"{self._how}{duration(self.seconds_left)} left")
        return ", ".join(parts) + (f" · {self._status}" if self._status else "")

    def __enter__(self) -> Self:
        self._display.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._display.stop()
        if not self._console.is_terminal:
            self._log()

    def _log(self) -> None:
        self._logged = monotonic()
        self._console.print(f"{self._title}: {self.line}", markup=False, highlight=False, soft_wrap=True)


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
