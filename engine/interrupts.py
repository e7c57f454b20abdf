"""Ctrl-C, SIGTERM and a closed terminal as one exception, held back while something must not be interrupted."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

# SIGHUP is not known on Windows; SIGBREAK is known only there.
_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")


class Interrupted(BaseException):
    """The user or the system wants the program to end. Not an Exception, so that no handler swallows it."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.exit_code = 128 + number  # as shells report it


class Interrupts:
    """Inside `with Interrupts() as interrupts` the first such signal raises Interrupted in the main thread.

    Later ones are ignored: the program is already ending its bots, and a second Ctrl-C must not stop
    that half-way. A signal that was ignored at the start (nohup) stays ignored.
    """

    def __init__(self) -> None:
        self._before: dict[int, Any] = {}
        self._arrived: int | None = None
        self._held = False

    def __enter__(self) -> "Interrupts":
        for number in (getattr(signal, name) for name in _NAMES if hasattr(signal, name)):
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._before[number] = signal.signal(number, self._arrive)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Finish what happens inside before an interruption is raised.

        For example, no process may be started without being remembered.
        """
        self._held = True
        try:
            yield
        finally:
            self._held = False
        if self._arrived is not None:
            raise Interrupted(self._arrived)

    def _arrive(self, number: int, frame: FrameType | None) -> None:
        if self._arrived is None:
            self._arrived = number
            if not self._held:
                raise Interrupted(number)
