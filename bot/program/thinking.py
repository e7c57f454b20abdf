"""Chooses the path: plain Python, which needs no compiler, or the compiled champion as soon as it is ready.

The loop plays any Player: the bot of this folder, or a school of experiments/opponents.
In a tournament a clock decides how much is searched (`thinker`); in the laboratory a number of steps does (`untimed`).
"""

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from ..decide import Decision, decide
from ..greedy.explain import Explanation
from ..greedy.potential import never
from ..greedy.reasons import Reason
from ..ground.memory import Memory
from ..ground.view import View
from ..knobs.cascade import in_game
from ..knobs.parameters import Parameters
from .explanation_file import described, header
from .warm import Recruit, recruit

if TYPE_CHECKING:
    from ..stages.champion import Champion  # it needs numba, which may be missing

SHORT = 0.2
"""Seconds of a turn in which the champion may be loaded beside it."""

PLEASE = "please report it with this log"

logger = logging.getLogger("bot")


class Answer(Protocol):
    """What the loop reads of a Decision."""

    @property
    def moves(self) -> npt.NDArray[np.uint8]:
        """Directions, (H, W)."""

    @property
    def explanation(self) -> Any:
        """What `Player.described` takes; None if not asked for. May be worked out when it is first read."""


class Thinker(Protocol):
    """One player in one game, asked frame after frame."""

    def decide(self, view: View, *, explain: bool, out_of_time: Callable[[], bool]) -> Answer:
        """Choose the moves; see decide.decide."""


class Player(Protocol):
    """A player that the loop can run: everything that the loop uses."""

    @property
    def name(self) -> str:
        """The name sent to the environment."""

    @property
    def allowed(self) -> float:
        """Seconds from a frame's first byte after which the moves found so far are sent."""

    def in_game(self, view: View) -> "Player":
        """Return the player with its values for the game that begins with `view`; call the methods below on it."""

    def begin(self, view: View, start: float, now: Callable[[], float]) -> Thinker:
        """Get ready to answer on this board; `start` is when the initial time began, by the clock `now`."""

    def header(self, view: View) -> Mapping[str, Any]:
        """Return the first line of its explanation file."""

    def described(self, explanation: Any) -> Mapping[str, Any]:
        """Return an explanation that its thinker gave, as a line of that file."""


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
        """Return the player with the values of its sections, see bot.knobs.cascade."""
        return replace(self, parameters=in_game(self.parameters, view))

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


class Relay:
    """The greedy moves until the champion is ready, then the champion; if it fails, the greedy moves again."""

    def __init__(self, recruit: Recruit):
        self.recruit, self.plain = recruit, Plain(recruit.parameters)
        self.searching: Searching | None = None
        self.seconds = 0.0  # of the last turn

    def begin(self, view: View, out_of_time: Callable[[], bool]) -> None:
        """Let the champion plan the opening before the game, if it is ready. If that fails, it opens without a plan."""
        champion = self._seated()
        if champion is None:
            return
        try:
            champion.begin(view, out_of_time)
        except Exception:
            champion.skip_opening()
            logger.exception("plays without an opening plan: a defect in the search for one; %s", PLEASE)
        if champion.opening:
            logger.info("the opening: %s", champion.opening)

    def decide(self, view: View, *, explain: bool = False, out_of_time: Callable[[], bool] = never) -> Answer:
        """Return the moves of the champion, or the greedy ones."""
        start = time.monotonic()
        if not self.searching and view.turn > 0:
            self._look(view)
        answer = self._searched(view, explain, out_of_time)
        if answer is None:
            answer = self.plain.decide(view, explain=explain, out_of_time=out_of_time)
        self.seconds = time.monotonic() - start
        return answer

    def _searched(self, view: View, explain: bool, out_of_time: Callable[[], bool]) -> Answer | None:
        if not self.searching:
            return None
        try:
            return self.searching.decide(view, explain=explain, out_of_time=out_of_time)
        except Exception:
            self._give_up()
            return None

    def _look(self, view: View) -> None:
        """Seat the champion when it is ready. Loading makes turns a few times as long, so only short ones allow it."""
        if self.seconds < SHORT:
            self.recruit.look()
        champion = self._seated()
        if champion:
            champion.skip_opening()
            logger.info("plays with its search from turn %d on", view.turn)

    def _seated(self) -> "Champion | None":
        """Return the champion in its seat, if it is ready."""
        if not self.recruit.is_ready or self.recruit.is_lost:
            return None
        try:
            champion = self.recruit.champion(self.plain.memory)
        except Exception:
            self._give_up()
            return None
        self.searching = Searching(champion)
        return champion

    def _give_up(self) -> None:
        """Play greedy moves for the rest of this game. Call it in an `except` block: it logs the exception."""
        logger.exception("plays its greedy moves from here on: a defect in the search; %s", PLEASE)
        self.searching, self.recruit.is_lost = None, True


def thinker(parameters: Parameters, view: View, start: float, now: Callable[[], float] = time.monotonic) -> Thinker:
    """Return the player for a game on this board, ready to answer; `start` is when the initial time began."""
    coming = recruit(parameters, view.height, view.width) if parameters.has_stages else None
    if coming is None:
        return Plain(parameters)
    coming.wait(lambda: now() >= start + parameters.warm_up)
    relay = Relay(coming)
    end = min(now() + parameters.opening_time, start + parameters.initial_time)
    relay.begin(view, lambda: now() > end)  # at the latest now: once the name is sent, turns are short
    return relay


def untimed(parameters: Parameters, height: int, width: int) -> Thinker:
    """Return the player as the laboratory seats it, with reasons: its search counts steps, not time."""
    from ..stages.champion import Champion  # here, because numba takes long to load

    if parameters.has_stages:
        return Searching(Champion(parameters, height, width), is_timed=False)
    return Plain(parameters)
