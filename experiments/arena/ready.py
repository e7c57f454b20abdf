"""Compiles the kernels before the first game, and prints a line about it, because it takes long.

`./test` runs `python -m experiments.arena.ready`, because its workers would all compile the same kernels: those of the
champion, of the rules, and of whole games between players that are the decision alone.
"""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from time import monotonic
from typing import Any

from numba.core import event

from bot import DEFAULT, View, preset
from bot.kernels import Decider
from bot.knobs import Knobs
from bot.warm import loaded
from engine import generate, kernels

from .arena import Arena

_events: Any = event  # numba has no types
COMPILE = "numba:compile"  # numba's word; nothing is told when a kernel comes from the cache


def make_ready() -> None:
    """Play a small game, which compiles the kernels that are not in the cache."""
    state = generate(4, 4, 2, 1)
    view = View(state.owner, state.strength, state.production, 1, 0)
    champion = preset(DEFAULT).settled(view.players, view.height, view.width)
    with told():
        loaded(champion, state.height, state.width)
        Arena(state.height, state.width).play([champion, champion], state, record=True)
        moves = Decider(champion, state.height, state.width).moves(view)
        memory = kernels.memory_for(state.height, state.width)
        kernels.step(state.owner.copy(), state.strength.copy(), state.production, moves, memory)


@contextmanager
def compiling(workers: int, scheduler: str | None) -> Iterator[None]:
    """Inside, games are played by `workers` processes of this machine, or by those of a scheduler.

    What this process compiles is announced. For several it is compiled before they start: each would compile the same.
    An executor does so for players that need more, with `prepare`.
    """
    if workers > 1 and not scheduler:
        make_ready()
    with told():
        yield


def prepare(players: Iterable[Knobs | None]) -> None:
    """Compile here what games of these players need, before the first of them; None is a program.

    Returns at once for players that have been prepared. The time that it took is told here: later, while games are
    played, it would look as if they had waited for nothing.
    """
    for values in dict.fromkeys(players):
        if values is not None:
            _play_small(values)


@cache
def _play_small(values: Knobs) -> None:
    state = generate(4, 4, 2, 1)
    with told():
        Arena(state.height, state.width).play([values, values], state)


@contextmanager
def told() -> Iterator[None]:
    """Inside, compiling is announced on stderr before it begins, and at the end how long it took."""
    if _listening:  # inside another one, whose announcement this ends
        try:
            yield
        finally:
            _listening[0].close()
        return
    announcer = _Announcer()
    _listening.append(announcer)
    _events.register(COMPILE, announcer)
    try:
        yield
    finally:
        _events.unregister(COMPILE, announcer)
        _listening.clear()
        announcer.close()


class _Announcer(event.Listener):
    """Compiling one kernel compiles those that it calls: their events lie within its own."""

    def __init__(self) -> None:
        self._depth, self._began, self._seconds = 0, 0.0, 0.0

    def on_start(self, event: Any) -> None:
        """Announce the first."""
        if not self._depth and not self._seconds:
            print("Compiling the bot and the rules, once after each change; up to a minute ...", file=sys.stderr)
        if not self._depth:
            self._began = monotonic()
        self._depth += 1

    def on_end(self, event: Any) -> None:
        """Add up the outermost."""
        self._depth -= 1
        if not self._depth:
            self._seconds += monotonic() - self._began

    def close(self) -> None:
        """Say how long it took, if it did; what comes later is another announcement."""
        if self._seconds:
            took = f"{self._seconds:.0f} s" if self._seconds >= 1 else "less than a second"
            print(f"Compiled in {took}.", file=sys.stderr)
        self._seconds = 0.0


_listening: list[_Announcer] = []
"""The announcer that numba tells, while there is one."""


if __name__ == "__main__":
    make_ready()
    prepare([preset("v26")])
