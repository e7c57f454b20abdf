"""Background work: slow documents are computed in threads, and the pages show the last result meanwhile."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

REST = 3.0  # times as long as a piece of work took, in which it is not done again: games and pages come first

Work = Callable[[], Any]


@dataclass(slots=True)
class Background:
    """Results by name. `latest` never waits; `now` does the work at once."""

    _known: dict[str, tuple[object, Any]] = field(default_factory=dict)  # name: version, result
    _asked: set[str] = field(default_factory=set)
    _rests: dict[str, float] = field(default_factory=dict)  # until when

    def latest(self, name: str, version: object, prepare: Callable[[], Work]) -> Any:
        """The newest result that is ready, None before the first one; where it is of an old version, work begins.

        prepare   takes from the caller's thread what the work needs
        """
        if not self.has(name, version) and name not in self._asked and monotonic() >= self._rests.get(name, 0.0):
            self._asked.add(name)
            threading.Thread(target=self._do, args=(name, version, prepare()), daemon=True, name=name).start()
        known = self._known.get(name)
        return known[1] if known else None

    def now(self, name: str, version: object, prepare: Callable[[], Work]) -> Any:
        """The result of this version, waited for."""
        if not self.has(name, version):
            self._known[name] = version, prepare()()
        return self._known[name][1]

    def has(self, name: str, version: object) -> bool:
        """Whether the result is there, and not an older one."""
        known = self._known.get(name)
        return known is not None and known[0] == version

    def _do(self, name: str, version: object, work: Work) -> None:
        begun = monotonic()
        try:
            self._known[name] = version, work()
        finally:
            self._rests[name] = monotonic() + REST * (monotonic() - begun)
            self._asked.discard(name)
