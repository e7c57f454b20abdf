"""A school as a program: the same loop, faults, deadline and log as MyBot.py.

    from experiments.opponents.program import main
    main("amortizer")

Standard library only at the top: nothing may be printed before stderr leads nowhere.
"""

import os
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

if TYPE_CHECKING:
    from bot.view import View

    from .school import School, Settings


def main(name: str) -> NoReturn:
    """Play one game on standard input and output, and leave."""
    # The referee reads stderr as part of our answer and ejects a bot for one warning, so stderr
    # leads nowhere from here on; a user's mistake is still shown on the old one, before the game.
    terminal = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)

    def complain(text: str) -> None:
        os.write(terminal, f"{name}.py: {text}\n".encode(errors="backslashreplace"))

    sys.exit(_play(name, complain))


def _play(name: str, complain: Callable[[str], object]) -> int:
    try:
        from bot import loop

        from .registry import school

        played = school(name)
    except ImportError as error:
        complain(f"{error}; a school needs the packages numpy, scipy, numba and sortedcontainers")
        return 2
    return loop.main(sys.argv[1:], complain, played.family, lambda settings: Pupil(played, settings))


class Pupil:
    """A player of a school as the loop knows one; see bot.thinking.Player."""

    def __init__(self, school: "School", settings: "Settings"):
        self.school, self.settings = school, settings
        self.name, self.allowed = settings.name, settings.turn_time

    def in_game(self, view: "View") -> "Pupil":
        """Settled, see bot.cascade."""
        from bot.cascade import in_game

        return Pupil(self.school, in_game(self.settings, view))

    def begin(self, view: "View", start: float, now: Callable[[], float]) -> "Seat":
        """Ready to answer: the kernels are loaded, or compiled, inside the long first clock."""
        from . import drill

        drill.rehearse(self.school, self.settings)
        return Seat(self.school.open(self.settings, view.height, view.width))

    def header(self, view: "View") -> Mapping[str, Any]:
        """The first line of its explanation file."""
        from . import telling

        return telling.header(self.school, self.settings, view)

    def described(self, explanation: "Mapping[str, Any]") -> Mapping[str, Any]:
        """A turn as a line of that file."""
        return explanation


class Seat:
    """A mover as the loop asks it; see bot.thinking.Thinker."""

    def __init__(self, mover: Any):
        self.mover = mover

    def decide(self, view: "View", *, explain: bool, out_of_time: Callable[[], bool]) -> "Answer":
        """The moves, and the explanation if it is asked for."""
        from . import telling

        moves = self.mover.moves(view, out_of_time)
        return Answer(moves, telling.line(self.mover.thought(), moves) if explain else None)


class Answer(NamedTuple):
    """What the loop reads of a bot.decide.Decision."""

    moves: Any  # (H, W)
    explanation: Mapping[str, Any] | None  # a line of the explanation file, when asked for
