"""Brings a school into a game by the protocol as bot.program.warm brings the champion: compiled beside it, then loaded.

    python -m experiments.opponents.warming amortizer

compiles a school before its first game. A game without that begins with the bot's greedy moves.
"""

import hashlib
import json
import os
import subprocess
import sys
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
from bot.program.relay import Relay
from bot.program.thinking import Plain
from bot.program.warm import INTERRUPTED, Recruit, compile_now

from . import drill, telling
from .packages import ALWAYS, advice, missing
from .registry import NAMES, school
from .school import Mover, School, Settings, Thought
from .sources import HERE, digest

BESIDE = "--beside"  # before the name and the knobs of a school: what a process compiles beside a game
MODULE = "experiments.opponents.warming"  # this file, as a process runs it


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


class Greedy:
    """The bot's greedy moves, told as those of a school that decided nothing."""

    def __init__(self, newcomer: Newcomer):
        self.school, self.plain = newcomer.school, Plain(newcomer.parameters)

    def decide(self, view: View, *, explain: bool = False, out_of_time: Callable[[], bool] = never) -> SchoolAnswer:
        """Return the moves, and the explanation if asked for."""
        moves = self.plain.decide(view, out_of_time=out_of_time).moves
        return SchoolAnswer(moves, telling.line(self._nothing(view), moves) if explain else None)

    def _nothing(self, view: View) -> Thought:
        """Return the thought of a turn on which others moved for the school."""
        blank = np.full(view.owner.shape, np.nan)
        return Thought(
            np.zeros(view.owner.shape, np.uint8),
            {layer.name: blank for layer in self.school.layers},
            {arrows.name: np.zeros((0, 2), np.int64) for arrows in self.school.arrows},
        )


class Schooled:
    """The school's own moves. It plans nothing before a game, so that it may come at any turn."""

    def __init__(self, mover: Mover):
        self.mover = mover

    def begin(self, view: View, out_of_time: Callable[[], bool]) -> None:
        """Do nothing."""

    def join(self) -> None:
        """Do nothing."""

    def decide(self, view: View, *, explain: bool = False, out_of_time: Callable[[], bool] = never) -> SchoolAnswer:
        """Return the moves, and the explanation if asked for."""
        moves = self.mover.moves(view, out_of_time)
        return SchoolAnswer(moves, telling.line(self.mover.thought(), moves) if explain else None)


def relay(played: School, settings: Settings, view: View, is_over: Callable[[], bool]) -> Relay:
    """Return the one who answers in a game on this board, once the school is ready or the time for that is over."""
    newcomer = Newcomer(played, settings, view)
    newcomer.wait(is_over)
    answering = Relay(newcomer, Greedy(newcomer), lambda: Schooled(newcomer.mover()))
    answering.begin(view, is_over)
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
