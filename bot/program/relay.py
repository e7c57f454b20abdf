"""Plays greedy moves until a compiled player is ready, then that player; if it fails, greedy moves again."""

import logging
import time
from collections.abc import Callable
from typing import Protocol

from ..greedy.potential import never
from ..ground.view import View
from .player import PLEASE, Answer, Thinker
from .warm import Recruit

SHORT = 0.2
"""Seconds of a turn in which a player may be loaded beside it."""

logger = logging.getLogger("bot")


class Seated(Thinker, Protocol):
    """The compiled player, once it is loaded."""

    def begin(self, view: View, out_of_time: Callable[[], bool]) -> None:
        """Prepare for a game that begins with this frame; its defects are its own."""

    def join(self) -> None:
        """Prepare for the middle of a game."""


class Relay:
    """A Thinker that hands over from the greedy moves to a compiled player, and back after a defect.

    recruit   prepares the player
    greedy    answers until then, and after a defect
    seat      returns the player, once `recruit` is ready
    """

    def __init__(self, recruit: Recruit, greedy: Thinker, seat: Callable[[], Seated]):
        self.recruit, self.greedy, self.seat = recruit, greedy, seat
        self.seated: Seated | None = None
        self.seconds = 0.0  # of the last turn

    def begin(self, view: View, out_of_time: Callable[[], bool]) -> None:
        """Seat the player before the game, if it is ready: there is time for its tables and its plans."""
        self._sit()
        if self.seated:
            self.seated.begin(view, out_of_time)

    def decide(self, view: View, *, explain: bool = False, out_of_time: Callable[[], bool] = never) -> Answer:
        """Return the moves of the player, or the greedy ones."""
        start = time.monotonic()
        if not self.seated and view.turn > 0:
            self._look(view)
        answer = self._answered(view, explain, out_of_time)
        if answer is None:
            answer = self.greedy.decide(view, explain=explain, out_of_time=out_of_time)
        self.seconds = time.monotonic() - start
        return answer

    def _answered(self, view: View, explain: bool, out_of_time: Callable[[], bool]) -> Answer | None:
        if not self.seated:
            return None
        try:
            return self.seated.decide(view, explain=explain, out_of_time=out_of_time)
        except Exception:
            self._give_up()
            return None

    def _look(self, view: View) -> None:
        """Seat the player when it is ready. Loading slows turns down, so only short ones allow it."""
        if self.seconds < SHORT:
            self.recruit.look()
        self._sit()
        if self.seated:
            self.seated.join()
            logger.info("plays with %s from turn %d on", self.recruit.subject, view.turn)

    def _sit(self) -> None:
        """Take the player, if it is ready."""
        if not self.recruit.is_ready or self.recruit.is_lost:
            return
        try:
            self.seated = self.seat()
        except Exception:  # such as where memory runs out
            self._give_up()

    def _give_up(self) -> None:
        """Play greedy moves for the rest of this game. Call it in an `except` block: it logs the exception."""
        logger.exception("plays its greedy moves from here on: a defect in %s; %s", self.recruit.subject, PLEASE)
        self.seated, self.recruit.is_lost = None, True
