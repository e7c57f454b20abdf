"""Brings a school into a game by the protocol as bot.program.warm brings the champion: compiled beside it, then loaded.

    python -m experiments.opponents.warming amortizer

compiles a school before its first game. A game that begins without that sends the name in time and plays the bot's
greedy moves until the school has come.
"""

import hashlib
import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bot import DEFAULT, preset
from bot.greedy.potential import never
from bot.ground.view import View
from bot.knobs.cascade import in_game
from bot.knobs.knob import specs
from bot.program.compiling import Compilation, beside, mark
from bot.program.thinking import PLEASE, SHORT, Plain
from bot.program.warm import INTERRUPTED, Recruit, compile_now

from . import drill, telling
from .packages import ALWAYS, advice, missing
from .registry import NAMES, school
from .school import Mover, School, Settings, Thought
from .sources import HERE, digest

BESIDE = "--beside"
"""Before the name and the knobs of a school: what a process compiles beside a game."""

MODULE = "experiments.opponents.warming"
"""This file, as a process runs it."""

logger = logging.getLogger("bot")


class SchoolAnswer(NamedTuple):
    """What the loop reads of a bot.decide.Decision."""

    moves: Any  # (H, W)
    explanation: Mapping[str, Any] | None  # a line of the explanation file, when asked for


class Newcomer(Recruit):
    """A school on its way into a game."""

    def __init__(self, played: School, settings: Settings, view: View):
        """Prepare the school for the game that begins with this frame."""
        self.school, self.settings = played, settings
        self.subject, self.cure = played.name, f"python3 -m {MODULE} {played.name}"
        super().__init__(in_game(preset(DEFAULT), view), view.height, view.width)

    def compiling(self, folder: Path) -> Compilation | None:
        """Return one process; None where its mark is there."""
        return _compilation(self.school, folder, self.settings)

    def load(self) -> None:
        """Rehearse, without compiling anything."""
        from bot.ground.compiled import NotCompiledError, compiling_nothing  # only now: it imports numba

        try:
            with compiling_nothing():
                drill.rehearse(self.school, self.settings)
        except NotCompiledError:
            mark(Path(os.environ["NUMBA_CACHE_DIR"]), _code(self.school, self.settings)).unlink(missing_ok=True)
            raise

    def mover(self) -> Mover:
        """Return its player, once it is ready."""
        return self.school.open(self.settings, *self.shape)


class Relay:
    """The bot's greedy moves until the school has come, then the school; should it fail, the greedy moves again."""

    def __init__(self, newcomer: Newcomer):
        self.newcomer, self.greedy = newcomer, Plain(newcomer.parameters)
        self.mover: Mover | None = None
        self.seconds = 0.0  # of the last turn

    def decide(self, view: View, *, explain: bool = False, out_of_time: Callable[[], bool] = never) -> SchoolAnswer:
        """Return the moves, and the explanation if asked for: for greedy moves that the school decided nothing."""
        start = time.monotonic()
        if not self.mover and view.turn > 0:
            self._look(view)
        answer = self._schooled(view, explain, out_of_time)
        if answer is None:
            moves = self.greedy.decide(view, out_of_time=out_of_time).moves
            answer = SchoolAnswer(moves, telling.line(self._nothing(view), moves) if explain else None)
        self.seconds = time.monotonic() - start
        return answer

    def seat(self) -> None:
        """Let the school sit down, if it is ready. Before the game there is time for the tables of this board."""
        if not self.newcomer.is_ready or self.newcomer.is_lost:
            return
        try:
            self.mover = self.newcomer.mover()
        except Exception:
            self._give_up()

    def _look(self, view: View) -> None:
        """Seat the school when it is ready. Loading makes turns a few times as long, so only short ones allow it."""
        if self.seconds < SHORT:
            self.newcomer.look()
        self.seat()
        if self.mover:
            logger.info("plays as %s from turn %d on", self.newcomer.subject, view.turn)

    def _schooled(self, view: View, explain: bool, out_of_time: Callable[[], bool]) -> SchoolAnswer | None:
        if not self.mover:
            return None
        try:
            moves = self.mover.moves(view, out_of_time)
            return SchoolAnswer(moves, telling.line(self.mover.thought(), moves) if explain else None)
        except Exception:
            self._give_up()
            return None

    def _give_up(self) -> None:
        """Play greedy moves for the rest of this game; called where the defect was caught."""
        logger.exception("plays greedy moves from here on: a defect in %s; %s", self.newcomer.subject, PLEASE)
        self.mover, self.newcomer.is_lost = None, True

    def _nothing(self, view: View) -> Thought:
        """Return the thought of a turn on which others moved for it."""
        blank = np.full(view.owner.shape, np.nan)
        played = self.newcomer.school
        return Thought(
            np.zeros(view.owner.shape, np.uint8),
            {layer.name: blank for layer in played.layers},
            {arrows.name: np.zeros((0, 2), np.int64) for arrows in played.arrows},
        )


def relay(played: School, settings: Settings, view: View, is_over: Callable[[], bool]) -> Relay:
    """Return the one who answers in a game on this board, once the school is ready or the time for that is over."""
    newcomer = Newcomer(played, settings, view)
    newcomer.wait(is_over)
    answering = Relay(newcomer)
    answering.seat()
    return answering


def _compilation(
    played: School, folder: Path, settings: Settings | None = None, complaints: int | None = subprocess.DEVNULL
) -> Compilation | None:
    """Return the process that compiles a school, at work; None where that is done. Also point numba at its folder."""
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    settings = settings or played.family.defaults
    if mark(folder, _code(played, settings)).exists():
        return None
    return Compilation(folder, complaints, [(MODULE, BESIDE, played.name, json.dumps(_changes(played, settings)))])


def _changes(played: School, settings: Settings) -> dict[str, Any]:
    """Return the knobs that differ from the defaults: they may call other kernels."""
    defaults = played.family.defaults
    return {
        name: getattr(settings, name)
        for name, spec in specs(defaults).items()
        if spec.metadata["tunable"]
        and not spec.metadata["silent"]
        and getattr(settings, name) != getattr(defaults, name)
    }


def _code(played: School, settings: Settings) -> str:
    """Return the name of a school's mark: the school, its code and its settings."""
    folder = HERE / played.name
    code = digest(folder / "__init__.py" if folder.is_dir() else HERE / f"{played.name}.py")
    changes = json.dumps(_changes(played, settings), sort_keys=True)
    return f"{played.name}-{code}-{hashlib.sha256(changes.encode()).hexdigest()[:8]}"


def _compile_beside(name: str, changes: str) -> None:
    played = school(name)
    settings = replace(played.family.defaults, sections=(), **json.loads(changes))
    beside(_code(played, settings), lambda _, folder: drill.rehearse(played, settings))


def _compile_here(played: School) -> bool:
    """Compile a school that is not compiled yet, and say so on stderr; return whether that went well."""
    say = partial(print, file=sys.stderr, flush=True)
    if lacks := missing((*ALWAYS, *played.needs)):
        say(f"{played.name} is not compiled: {advice(lacks[0])}")
        return False
    return compile_now(played.name, partial(_compilation, played, complaints=None), say)


def main(words: Sequence[str]) -> int:
    """Compile the schools of these names, all of them without names; return the exit code: 1 where one cannot be."""
    if words[:1] == [BESIDE]:
        _compile_beside(*words[1:])
        return 0
    unknown = [name for name in words if name not in NAMES]
    if unknown:
        print(f"there is no school {unknown[0]!r}, only {', '.join(NAMES)}", file=sys.stderr)
        return 2
    try:
        done = [_compile_here(school(name)) for name in words or NAMES]
    except KeyboardInterrupt:  # the process ends with this one; what it has compiled stays
        return INTERRUPTED
    return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
