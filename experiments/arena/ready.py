"""Compiles the kernels before the first game, and prints a line about it, because it takes long.

`./test` runs `python -m experiments.arena.ready`, because its workers would all compile the same kernels: those of the
champion, of the rules, and of whole games between players that are the decision alone.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from time import monotonic
from typing import Any

import numpy as np
from numba.core import event

from bot import DEFAULT, Parameters, View, preset
from bot.knobs.knob import Knobs
from bot.stages.champion import Champion
from engine.game import CompiledStep
from engine.map_kernels import generate

from . import families
from .arena import Arena

_events: Any = event  # numba has no types
COMPILE = "numba:compile"  # numba's word; a kernel that comes from the cache causes no event
SMALL = 4  # the board on which everything is run once


def prepare(games: Iterable[Sequence[Knobs | None]]) -> None:
    """Compile what these games need, and announce it: otherwise each worker would compile the same.

    games   the values of each game's players; None is a program
    """
    with timed():
        for seats in dict.fromkeys(map(tuple, games)):
            is_asked = None in seats  # then the engine asks its players one by one, as it asks a program
            for values in filter(None, seats):
                _play_small(values)
                if is_asked:
                    _ask_once(values)
            if is_asked:
                _step_once()


@cache
def _play_small(values: Knobs) -> None:
    if isinstance(values, Parameters) and values.has_stages:
        _search_once()
    Arena(SMALL, SMALL).play([values, values], generate(SMALL, SMALL, 2, 1))


@cache
def _search_once() -> None:
    """Run all searches of the champion, where two players touch: a small game does not come to every one of them."""
    owner = np.zeros((6, 8), np.uint8)
    owner[2:4, 1:3], owner[2:4, 4:6] = 1, 2
    strength = np.where(owner > 0, 90, 0).astype(np.uint8)
    Champion(preset(DEFAULT), 6, 8).moves(View(owner, strength, np.full(owner.shape, 3, np.uint8), 1, 0))


@cache
def _ask_once(values: Knobs) -> None:
    state = generate(SMALL, SMALL, 2, 1)
    families.mover(values, SMALL, SMALL).moves(View(state.owner, state.strength, state.production, 1, 0))


@cache
def _step_once() -> None:
    state = generate(SMALL, SMALL, 2, 1)
    CompiledStep(SMALL, SMALL)(state, np.zeros(state.owner.shape, np.int32), (2,))


@contextmanager
def timed() -> Iterator[None]:
    """Announce compiling on stderr while this is open, and print at the end how long it took."""
    try:
        with announced():
            yield
    finally:
        _announcer.close()


@contextmanager
def announced() -> Iterator[None]:
    """Announce compiling in the same way; the next `timed` adds up how long it took."""
    if _announcer.is_listening:  # inside another one
        yield
        return
    _events.register(COMPILE, _announcer)
    _announcer.is_listening = True
    try:
        yield
    finally:
        _announcer.is_listening = False
        _events.unregister(COMPILE, _announcer)


class _Announcer(event.Listener):
    """Compiling one kernel compiles those that it calls: their events lie within its own."""

    def __init__(self) -> None:
        self.is_listening = False
        self._depth, self._began, self._seconds = 0, 0.0, 0.0

    def on_start(self, event: Any) -> None:
        """Announce the first."""
        if not self._depth and not self._seconds:
            print("Compiling the bot and the rules, once after each change; a minute or more ...", file=sys.stderr)
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


_announcer = _Announcer()


if __name__ == "__main__":
    champion, greedy = preset(DEFAULT), preset("v26")
    prepare([[champion, champion], [greedy, greedy], [champion, greedy, None]])
