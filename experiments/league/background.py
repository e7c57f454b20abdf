"""Background work: slow documents are computed in threads, and the pages show the last result meanwhile."""

import ctypes
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

REST = 3.0  # times as long as a piece of work took, in which it is not done again: games and pages come first

STEP = 1.0  # seconds after which work that has not stopped is interrupted again

Work = Callable[[], Any]


@dataclass(slots=True)
class Background:
    """Results by name. `latest` never waits; `now` does the work at once."""

    _known: dict[str, tuple[object, Any]] = field(default_factory=dict)  # name: version, result
    _asked: set[str] = field(default_factory=set)
    _rests: dict[str, float] = field(default_factory=dict)  # until when
    _threads: list[threading.Thread] = field(default_factory=list)

    def latest(self, name: str, version: object, prepare: Callable[[], Work]) -> Any:
        """Return the newest result that is ready, None before the first; start the work where that is outdated.

        prepare   called at once, in this thread: takes what the work needs
        """
        if not self.has(name, version) and name not in self._asked and monotonic() >= self._rests.get(name, 0.0):
            self._asked.add(name)
            thread = threading.Thread(target=self._do, args=(name, version, prepare()), daemon=True, name=name)
            self._threads = [each for each in self._threads if each.is_alive()] + [thread]
            thread.start()
        known = self._known.get(name)
        return known[1] if known else None

    def now(self, name: str, version: object, prepare: Callable[[], Work]) -> Any:
        """Return the result of this version, waited for."""
        if not self.has(name, version):
            self._known[name] = version, prepare()()
        return self._known[name][1]

    def has(self, name: str, version: object) -> bool:
        """Return whether the result is there, and not an older one."""
        known = self._known.get(name)
        return known is not None and known[0] == version

    def close(self) -> None:
        """Stop the work and wait until it has stopped; call it when nothing calls `latest` any more.

        A thread that runs when the process ends is cut off anywhere: inside scipy's splu the exit code was 120. So it
        is interrupted as a main thread is by Ctrl-C, between two steps of Python.
        """
        for thread in self._threads:
            while thread.is_alive():
                number = ctypes.c_ulong(thread.ident or 0)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(number, ctypes.py_object(SystemExit))
                thread.join(STEP)

    def _do(self, name: str, version: object, work: Work) -> None:
        begun = monotonic()
        try:
            self._known[name] = version, work()
        except SystemExit:  # from `close`
            pass
        finally:
            self._rests[name] = monotonic() + REST * (monotonic() - begun)
            self._asked.discard(name)
