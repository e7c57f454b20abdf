"""What the loop knows of a player: the bot of this folder, or a school of experiments/opponents."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ..ground.view import View

PLEASE = "please report it with this log"
"""Ends what the log says of a defect."""


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
