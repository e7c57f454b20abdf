"""The progress of a run: a live display on a terminal, a plain line now and then in a log."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Self

from rich.console import Console
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from .database.running import Note

LOG_EVERY = 10.0  # s between two lines in a log
REFRESH = 4  # times a second on a terminal
BAR = 30  # columns


class Progress:
    """Counts games while it is open, and shows the count on stderr: results are for stdout.

    total     games in the whole run, stored ones included; None when a test decides how many
    is_most   the run may end with fewer
    """

    def __init__(
        self,
        total: int | None,
        title: str,
        console: Console | None = None,
        clock: Callable[[], float] = monotonic,
        is_most: bool = False,
    ) -> None:
        self.played = 0
        self.stored = 0
        self.title = title
        self.total = total
        self._most = "at most " if is_most else ""
        self._status = ""
        self._console = console or _Unwatched(stderr=True)
        self._clock = clock
        self._begun = self._logged = clock()
        self._said: tuple[int, int, str] | None = None  # what the last line in a log told
        live = self._console.is_terminal
        self._live = (
            Live(console=self._console, get_renderable=self._display, refresh_per_second=REFRESH) if live else None
        )

    def advance(self, games: int = 0, stored: int = 0, status: str | None = None) -> None:
        """Count games that were played now, games that were found in the database, or say how things stand."""
        self.played += games
        self.stored += stored
        self._status = self._status if status is None else status
        if self._live is None and self._clock() - self._logged >= LOG_EVERY:
            self._log()

    def expect(self, total: int) -> None:
        """Change the number of games in the whole run."""
        self.total = total

    @contextmanager
    def uncounted(self) -> Iterator[None]:
        """Do not count the time of this block as playing: players are compiled in it."""
        begun = self._clock()
        try:
            yield
        finally:
            self._begun += self._clock() - begun

    @property
    def note(self) -> Note:
        """The same for the database, where other processes read it."""
        return Note(self.played, self.stored, self.total, self._status)

    @property
    def rate(self) -> float:
        """Games played per second; those from the database took no time."""
        return self.played / max(self._clock() - self._begun, 1e-9)

    @property
    def left(self) -> float | None:
        """Seconds to the end, None while that cannot be told."""
        if self.total is None or not self.played:
            return None
        return max(0, self.total - self.played - self.stored) / self.rate

    @property
    def line(self) -> str:
        """The progress in one line."""
        done = f"{self.played + self.stored}" + ("" if self.total is None else f"/{self.total}")
        parts = [f"{done} games", f"{self.rate:.1f} games/s"]
        if self.stored:
            parts.insert(1, f"{self.stored} of them stored before")
        if self.left is not None:
            parts.append(f"{self._most}{spoken(self.left)} left")
        return ", ".join(parts)

    def __enter__(self) -> Self:
        self._begun = self._logged = self._clock()
        if self._live:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live:
            self._live.stop()
        elif self._said != (self.played, self.stored, self._status):
            self._log()

    def _log(self) -> None:
        self._logged, self._said = self._clock(), (self.played, self.stored, self._status)
        said = f"{self.title}: {self.line}" + (f" · {self._status}" if self._status else "")
        self._console.print(said, markup=False, highlight=False, soft_wrap=True)

    def _display(self) -> Table:
        bar = ProgressBar(self.total, self.played + self.stored, width=BAR, pulse=self.total is None)
        first = Table.grid(padding=(0, 1))
        first.add_row(Text(self.title, "bold"), bar, Text(self.line))
        both = Table.grid()
        both.add_row(first)
        if self._status:
            both.add_row(Text(self._status))
        return both


class _Unwatched(Console):
    """A console whose reader may close it without ending the run; rich's own would end the program."""

    def on_broken_pipe(self) -> None:
        """Stop showing the progress."""
        self.quiet = True


def spoken(seconds: float) -> str:
    """Return a duration as people write it: 1:02:03 or 2:03."""
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
