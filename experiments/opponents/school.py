"""What a school is: its knobs, how one of its players sits down, and what it can say of a turn.

A school is a way to write a bot: a module or a package `experiments/opponents/NAME` with a
School called SCHOOL, and a line in registry.py; docs/opponents.md shows how. Nothing else knows the schools.

A school may import `bot`, numpy, scipy, numba and sortedcontainers; not the engine, and nothing else of the laboratory.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from bot.greedy.potential import never
from bot.ground.view import View
from bot.knobs.families import Family
from bot.knobs.knob import Knobs, knob

__all__ = ["Arrows", "Knobs", "Layer", "Mover", "Reason", "School", "Settings", "Thought", "View", "knob", "never"]

GAME = "Name, seed and time"  # the group of the knobs that every school has


@dataclass(frozen=True, slots=True)
class Settings(Knobs):
    """The knobs that every school has; a school derives a class of its own from this and adds what it needs."""

    # fmt: off
    name: str = knob(
        "", group=GAME, unit="text", silent=True,
        why="the name sent to the environment, which keeps 30 bytes",
    )
    seed: int = knob(
        0, low=0, high=2**63 - 1, group=GAME, unit="seed", neutral=0, tunable=False,
        why="everything random is drawn from it: the same seed gives the same game again",
    )
    turn_time: float = knob(
        0.8, low=0.01, high=1e6, group=GAME, unit="seconds", silent=True,
        why="after this a program sends what it has; the contest allowed one second",
    )
    # fmt: on


@dataclass(frozen=True, slots=True)
class Layer:
    """A grid that a school can show of a turn."""

    name: str  # one or two words, as a reader shows it
    sentence: str  # what its numbers mean
    unit: str
    is_low_good: bool = False  # the low numbers are the bright ones


@dataclass(frozen=True, slots=True)
class Arrows:
    """Arrows from square to square that a school can draw on a turn."""

    name: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a square did what it did."""

    name: str  # one word in capitals
    sentence: str
    knobs: tuple[str, ...] = ()  # change one of them, and the answer may change


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class Thought:
    """What a school thought on one turn, by the names that the School declares."""

    reason: npt.NDArray[np.integer[Any]]  # (H, W) the place in School.reasons; 0 where the school decided nothing
    layers: Mapping[str, npt.NDArray[Any]] = field(default_factory=dict)  # (H, W) numbers; nan: nothing to say
    arrows: Mapping[str, npt.NDArray[np.integer[Any]]] = field(default_factory=dict)  # (n, 2) from, to as y * W + x
    figures: Mapping[str, float] = field(default_factory=dict)  # of the whole turn, by what they are


class Mover(Protocol):
    """One player of a school in one game: a board in, moves out, a memory of its own."""

    def moves(self, view: View, out_of_time: Callable[[], bool] = never) -> npt.NDArray[np.uint8]:
        """Return the moves for `view`, (H, W) uint8: 0 STILL, 1 NORTH, 2 EAST, 3 SOUTH, 4 WEST; of our squares only.

        Frames come in order and may be remembered. Views are read only. The same settings and frames give the same
        moves: work is limited by counted steps. A program's clock may cut it short, so ask `out_of_time` in the middle
        of what may take a tenth of a second; in the laboratory it is never true.
        """

    def thought(self) -> Thought:
        """Return the thought on the frame that `moves` was asked for last."""


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: there is one of each
class School:
    """One way to write a bot."""

    name: str  # that of its module, and what players type
    idea: str  # one sentence, for --help
    settings: type[Settings]  # the defaults are the school itself
    open: Callable[[Any, int, int], Mover]  # settings, height, width; at the beginning of a game
    reasons: tuple[Reason, ...]  # the first one is "decided nothing"
    layers: tuple[Layer, ...] = ()
    arrows: tuple[Arrows, ...] = ()
    needs: tuple[str, ...] = ()  # packages besides numpy, sortedcontainers and numba
    play: int = 1  # raise it when the school moves differently: stored games belong to it

    @property
    def family(self) -> Family:
        """Its knobs and presets."""
        start = f'python -m engine -d "30 30" "python3 experiments/opponents {self.name}" "python3 MyBot.py"'
        presets = {self.name: self.settings(name=self.name)}
        description = f"{self.idea} It plays Halite I by the protocol: {start}"
        return Family(f"experiments/opponents {self.name}", description, presets, self.name)
