"""Chooses the path: plain Python, which needs no compiler, or the compiled champion as soon as it is ready.

In a tournament a clock decides how much is searched (`thinker`); in the laboratory a number of steps does (`untimed`).
"""

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ..decide import Decision, decide
from ..greedy.explain import Explanation
from ..greedy.potential import never
from ..greedy.reasons import Reason
from ..ground.memory import Memory
from ..ground.view import View
from ..knobs.cascade import in_game
from ..knobs.parameters import KNOBS, Parameters
from .explanation_file import described, header
from .player import PLEASE, Answer, Thinker
from .relay import Relay
from .warm import recruit

if TYPE_CHECKING:
    from ..stages.champion import Champion  # it needs numba, which may be missing

logger = logging.getLogger("bot")


@dataclass(frozen=True, slots=True)
class PotentialField:
    """The bot of this folder as a Player."""

    parameters: Parameters

    @property
    def name(self) -> str:
        """The parameter `name`."""
        return self.parameters.name

    @property
    def allowed(self) -> float:
        """turn_time; with the combat search, search_time if that is shorter."""
        times = self.parameters.turn_time, self.parameters.search_time
        return min(times) if self.parameters.combat_search else times[0]

    def in_game(self, view: View) -> "PotentialField":
        """Return the player with the values of its sections, see bot.knobs.cascade, and opening_clocked in force."""
        here = in_game(self.parameters, view)
        most = KNOBS["opening_search"].metadata["high"]
        openings = min(most, round(here.opening_search * here.opening_clocked))
        return replace(self, parameters=replace(here, opening_search=openings))

    def begin(self, view: View, start: float, now: Callable[[], float]) -> Thinker:
        """Make the tables of this board's size: the first clock is long, the others are short."""
        end = now() + self.allowed
        decide(view, Memory(), self.parameters, out_of_time=lambda: now() > end)
        return thinker(self.parameters, view, start, now)

    def header(self, view: View) -> Mapping[str, Any]:
        """Return the header that explanation_file writes."""
        return header(view, self.parameters, "bot")

    def described(self, explanation: Any) -> Mapping[str, Any]:
        """Return the line that explanation_file writes."""
        return described(explanation)


class Plain:
    """The greedy moves, without a compiler."""

    def __init__(self, parameters: Parameters, memory: Memory | None = None):
        self.parameters, self.memory = parameters, memory or Memory()

    def decide(self, view: View, *, explain: bool = False, out_of_time: Callable[[], bool] = never) -> Decision:
        """Return the greedy moves and their reasons."""
        decision = decide(view, self.memory, self.parameters, explain=explain, out_of_time=out_of_time)
        self.memory = decision.memory
        return decision


class Searching:
    """The champion: compiled moves and, when asked for, their reasons.

    is_timed   whether the explanation tells the time that the moves took; without it the same game gives the same bytes
    """

    def __init__(self, compiled: "Champion", is_timed: bool = True):
        self.compiled, self.is_timed = compiled, is_timed

    def decide(self, view: View, *, explain: bool = False, out_of_time: Callable[[], bool] = never) -> Answer:
        """Return the moves that the search found; with `explain`, read the reasons before the next frame."""
        start = time.monotonic()
        moves = self.compiled.moves(view, out_of_time)
        seconds = time.monotonic() - start
        if not explain:
            return Found(moves, None)
        report = self.compiled.report() | ({"seconds": round(seconds, 4)} if self.is_timed else {})
        return Found(moves, lambda: self._explained(view, moves, report))

    def begin(self, view: View, out_of_time: Callable[[], bool]) -> None:
        """Plan the opening before the game. If that fails, the champion opens without a plan."""
        try:
            self.compiled.begin(view, out_of_time)
        except Exception:
            self.compiled.skip_opening()
            logger.exception("plays without an opening plan: a defect in the search for one; %s", PLEASE)
        if self.compiled.opening:
            logger.info("the opening: %s", self.compiled.opening)

    def join(self) -> None:
        """Play from the middle of a game on: the time to plan an opening is over."""
        self.compiled.skip_opening()

    def _explained(self, view: View, moves: npt.NDArray[np.uint8], report: Mapping[str, Any]) -> Explanation:
        """Return the reasons of the greedy moves, and the search's where its move is another one."""
        greedy = self.compiled.explained(view)
        changed = (moves != greedy.move) & (view.owner == view.me)
        reason = np.where(changed, Reason.SEARCHED, greedy.reason).astype(np.uint8)
        return replace(greedy, move=moves, reason=reason, search=report)


class Found:
    """Moves to be sent at once. Their reasons are worked out when they are read: no part of the turn's time."""

    def __init__(self, moves: npt.NDArray[np.uint8], explain: Callable[[], Explanation] | None):
        self.moves, self._explain = moves, explain

    @cached_property
    def explanation(self) -> Explanation | None:
        """What `described` takes; None where no reasons were asked for."""
        return self._explain() if self._explain else None


def thinker(parameters: Parameters, view: View, start: float, now: Callable[[], float] = time.monotonic) -> Thinker:
    """Return the player for a game on this board, ready to answer; `start` is when the initial time began."""
    coming = recruit(parameters, view.height, view.width) if parameters.has_stages else None
    if coming is None:
        return Plain(parameters)
    coming.wait(lambda: now() >= start + parameters.warm_up)
    plain = Plain(parameters)
    relay = Relay(coming, plain, lambda: Searching(coming.champion(plain.memory)))
    end = min(now() + parameters.opening_time, start + parameters.initial_time)
    relay.begin(view, lambda: now() > end)  # at the latest now: once the name is sent, turns are short
    return relay


def untimed(parameters: Parameters, height: int, width: int, memory: Memory | None = None) -> Thinker:
    """Return the player as the laboratory seats it, with reasons: its search counts steps, not time.

    memory   of earlier turns
    """
    from ..stages.champion import Champion  # here, because numba takes long to load

    if parameters.has_stages:
        return Searching(Champion(parameters, height, width, memory), is_timed=False)
    return Plain(parameters, memory)
