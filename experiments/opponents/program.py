"""A school as a program: the same loop, faults, deadline and log as MyBot.py.

    from experiments.opponents.program import main
    main("amortizer")

At the top it loads the standard library only: nothing may be printed before stderr leads nowhere.
"""

import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn

from MyBot import hush

from .packages import ALWAYS, advice, missing

if TYPE_CHECKING:
    from bot.ground.view import View
    from bot.program.relay import Relay

    from .school import School, Settings


def main(name: str) -> NoReturn:
    """Play one game on standard input and output, and leave."""
    sys.exit(_play(name, hush(f"{name}.py")))


def _play(name: str, complain: Callable[[str], object]) -> int:
    lacks = missing(ALWAYS)
    if not lacks:
        from bot.program import loop

        from .registry import school

        played = school(name)
        lacks = missing(played.needs)
    if lacks:
        complain(advice(lacks[0]))
        return 2
    return loop.main(sys.argv[1:], complain, played.family, lambda settings: Pupil(played, settings))


class Pupil:
    """A player of a school as the loop knows one; see bot.program.player.Player."""

    def __init__(self, school: "School", settings: "Settings"):
        self.school, self.settings = school, settings
        self.name, self.allowed = settings.name, settings.turn_time

    def in_game(self, view: "View") -> "Pupil":
        """Return the player settled for this game, see bot.knobs.cascade."""
        from bot.knobs.cascade import in_game

        return Pupil(self.school, in_game(self.settings, view))

    def begin(self, view: "View", start: float, now: Callable[[], float]) -> "Relay":
        """Return the player, ready to answer, within warm_up."""
        from .warming import relay

        return relay(self.school, self.settings, view, lambda: now() >= start + self.settings.warm_up)

    def header(self, view: "View") -> Mapping[str, Any]:
        """Return the first line of its explanation file."""
        from . import telling

        return telling.header(self.school, self.settings, view)

    def described(self, explanation: "Mapping[str, Any]") -> Mapping[str, Any]:
        """Return a turn as a line of that file."""
        return explanation
