"""An opponent as a program: the same loop, faults, deadline and log as MyBot.py.

`python3 experiments/opponents NAME` plays; `python -m experiments.opponents.program NAME` compiles it, which a game has
no time for.

At the top this loads the standard library only: nothing may be printed before stderr leads nowhere.
"""

import math
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import util
from typing import TYPE_CHECKING, Any, NoReturn

from MyBot import hush

if TYPE_CHECKING:
    from bot.ground.view import View

    from .school import Mover, School, Settings


ALWAYS = ("numpy", "sortedcontainers", "numba")  # packages that every opponent needs


def main(words: Sequence[str]) -> NoReturn:
    """Play one game on standard input and output, and leave; the first word is the opponent's name."""
    name, *options = words or [""]
    sys.exit(_play(name, options, hush(name or "experiments/opponents")))


def _play(name: str, options: Sequence[str], complain: Callable[[str], object]) -> int:
    lacks = _missing(ALWAYS)
    if not lacks:
        from bot.program import loop

        from .registry import NAMES, school

        if name not in NAMES:
            complain(f"no such opponent; expected one of {', '.join(NAMES)}")
            return 2
        played = school(name)
        lacks = _missing(played.needs)
    if lacks:
        complain(f"it needs the package {lacks[0]}, which is not installed; requirements-all.lock has all packages")
        return 2
    return loop.main(options, complain, played.family, OpponentProgram(played))


def _missing(packages: Iterable[str]) -> list[str]:
    return [package for package in packages if util.find_spec(package) is None]


class OpponentProgram:
    """An opponent as the loop runs it; see bot.program.loop.Program."""

    def __init__(self, school: "School"):
        self.school = school

    def prepare(self, settings: "Settings", view: "View", start: float) -> "OpponentPlayer":
        """Compile what is not compiled yet, and return the player."""
        compile_here(self.school, settings)
        return OpponentPlayer(self.school.open(settings, view.height, view.width))

    def header(self, settings: "Settings", view: "View") -> Mapping[str, Any]:
        """Return the first line of its explanation file."""
        from . import telling

        return telling.header(self.school, settings, view)


class OpponentPlayer:
    """An opponent in one game; see bot.stages.player.Player."""

    def __init__(self, mover: "Mover"):
        self.mover = mover
        self._moves: Any = None

    def moves(self, view: "View", deadline: float = math.inf) -> Any:
        """Return the moves for `view`, (H, W) uint8."""
        self._moves = self.mover.moves(view, lambda: time.monotonic() > deadline)
        return self._moves

    def explained(self, view: "View") -> Mapping[str, Any]:
        """Return the reasons of the moves for `view`, as a line of the explanation file."""
        from . import telling

        return telling.line(self.mover.thought(), self._moves)


def compile_here(school: "School", settings: "Settings") -> None:
    """Let the opponent play a few frames: numba compiles what its cache lacks, which may take a minute."""
    import logging

    from . import drill

    start = time.monotonic()
    drill.rehearse(school, settings)
    seconds = time.monotonic() - start
    if seconds > 1:  # else it came from numba's cache
        logging.getLogger("bot").info("%s compiled in %.0f s", school.name, seconds)


if __name__ == "__main__":
    from .registry import school

    for each in sys.argv[1:]:
        print(f"Compiling {each} where that was not done before ...", file=sys.stderr, flush=True)
        compile_here(school(each), school(each).family.defaults)
