"""What an opponent is: its parameters, how it is opened, what it can explain of a turn; and the opponents there are.

An opponent is a way to write a bot: a package `experiments/opponents/NAME` with an Opponent called OPPONENT, and its
name in NAMES; docs/opponents.md shows how. It may import `bot`, numpy, scipy, numba and sortedcontainers; not the
engine, and nothing else of the laboratory.
"""

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib import import_module
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from bot.board.board import View as View
from bot.parameters.declaration import ParameterSet, plain, specs
from bot.parameters.declaration import parameter as parameter
from bot.parameters.families import Family
from bot.program.explanation_file import FORMAT, OPTION_NAMES, VERSION, describe_parameters
from bot.search.player import Player

NAMES = ("amortizer", "friendly", "matcher", "planner", "unifier")  # to add an opponent, add its name

DIGITS = 5  # of a layer's numbers: they are there to be seen, and a file of every digit is much larger
GAME = "Name, seed and time"  # the group of the parameters that every opponent has


@dataclass(frozen=True, slots=True)
class Settings(ParameterSet):
    """The parameters that every opponent has; each derives a class of its own from this and adds what it needs."""

    # fmt: off
    name: str = parameter(
        "", group=GAME, unit="text", silent=True,
        why="the name sent to the environment, which keeps 30 bytes",
    )
    seed: int = parameter(
        0, low=0, high=2**63 - 1, group=GAME, unit="seed", off=0, tunable=False,
        why="everything random is drawn from it: the same seed gives the same game again",
    )
    turn_time: float = parameter(
        0.8, low=0.01, high=1e6, group=GAME, unit="seconds", silent=True,
        why="after this a program sends what it has; the contest allowed one second",
    )
    # fmt: on


@dataclass(frozen=True, slots=True)
class Layer:
    """What an opponent can show of a turn: a number for each square, or arrows from square to square."""

    name: str  # one or two words, as a reader shows it
    sentence: str  # what it means
    unit: str = ""  # of the numbers
    kind: Literal["squares", "arrows"] = "squares"
    is_low_good: bool = False  # the low numbers are the bright ones


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a square did what it did."""

    name: str  # one word in capitals
    sentence: str
    parameters: tuple[str, ...] = ()  # change one of them, and the answer may change


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: there is one of each
class Opponent:
    """One way to write a bot."""

    name: str  # that of its module, and what players type
    idea: str  # one sentence, for --help
    settings: type[Settings]  # the defaults are the opponent itself
    open: Callable[[Any, int, int], Player]  # settings, height, width; at the beginning of a game
    reasons: tuple[Reason, ...]  # the first one is "decided nothing"
    layers: tuple[Layer, ...] = ()
    play: int = 1  # raise it when the opponent moves differently: stored games belong to it

    @property
    def family(self) -> Family:
        """Its parameters and presets."""
        start = f'python -m engine -d "30 30" "python3 experiments/opponents {self.name}" "python3 MyBot.py"'
        presets = {self.name: self.settings(name=self.name)}
        description = f"{self.idea} It plays Halite I by the protocol: {start}"
        return Family(f"experiments/opponents {self.name}", description, presets, self.name)

    def prepare(self, parameters: Settings, view: View) -> Player:
        """Compile what numba's cache lacks, which may take a minute, and return the player of a game."""
        begun = time.monotonic()
        for frames in ([battle_position(turn) for turn in range(3)], [quiet_position()]):
            player = self.open(parameters, frames[0].height, frames[0].width)
            for frame in frames:
                player.moves(frame)
        if (seconds := time.monotonic() - begun) > 1:  # else it came from numba's cache
            logging.getLogger("bot").info("%s compiled in %.0f s", self.name, seconds)
        return self.open(parameters, view.height, view.width)

    def header(self, parameters: Settings, view: View, source: str = "bot") -> dict[str, Any]:
        """Return the first line of an explanation file: whose turns these are, on which board, what the names mean."""
        return {
            "format": FORMAT, "version": VERSION, "source": source, "opponent": self.name,
            "player": view.me, "name": parameters.name, "width": view.width, "height": view.height,
            "parameters": plain(parameters), "definitions": describe_parameters(specs(parameters)),
            "options": OPTION_NAMES,
            "reasons": [asdict(each) for each in self.reasons], "layers": [asdict(each) for each in self.layers],
        }  # fmt: skip


def battle_position(turn: int) -> View:
    """Return two players who touch, neutral land and empty squares beside them; a different frame on every turn."""
    return _frame(8, 10, ((slice(2, 5), slice(1, 4)), (slice(2, 5), slice(5 + turn % 2, 8))), 90 + turn, 20, turn)


def quiet_position() -> View:
    """Return two players far apart, whose stacks are too weak for the land beside them alone, not together."""
    return _frame(18, 24, ((slice(4, 6), slice(3, 5)), (slice(13, 15), slice(15, 17))), 25, 40, 0)


def _frame(height: int, width: int, lands: tuple[Any, ...], strength: int, neutral: int, turn: int) -> View:
    owner = np.zeros((height, width), np.uint8)
    for player, land in enumerate(lands, 1):
        owner[land] = player
    strengths = np.where(owner > 0, strength, neutral).astype(np.uint8)
    strengths[3, 4] = 0
    return View(owner, strengths, np.full(owner.shape, 3, np.uint8), 1, turn)


def explanation(
    moves: npt.NDArray[np.integer],
    reason: npt.NDArray[Any],
    layers: Mapping[str, npt.NDArray[Any]],
    arrows: Mapping[str, npt.NDArray[Any]],
    figures: Mapping[str, float],
) -> dict[str, Any]:
    """Return a turn as a line of an explanation file, under the names that the Opponent declares.

    Args:
        moves: a direction for each square, row by row
        reason: for each square the place in Opponent.reasons; 0 where the opponent decided nothing
        layers: numbers for each square; nan: nothing to say
        arrows: (n, 2) from, to as y * W + x
        figures: of the whole turn, by what they are
    """
    return {
        "reason": reason.ravel().tolist(),
        "move": moves.ravel().tolist(),
        "layers": {name: _round_layer(layer) for name, layer in layers.items()}
        | {name: each.reshape(-1, 2).tolist() for name, each in arrows.items()},
        "figures": {name: float(f"{figure:.{DIGITS}g}") for name, figure in figures.items()},
    }


def _round_layer(layer: npt.NDArray[Any]) -> list[float]:
    if layer.dtype.kind in "iub":
        return [int(number) for number in layer.ravel().tolist()]
    return [float(f"{number:.{DIGITS}g}") for number in layer.ravel().tolist()]


def lazy_player(package: str, player: str) -> Callable[[Any, int, int], Player]:
    """Return an `open` that imports `player` from `package`.play when a game begins: declaring loads no kernels."""

    def start(settings: Any, height: int, width: int) -> Player:
        return getattr(import_module(f"{package}.play"), player)(settings, height, width)

    return start


@cache
def opponent(name: str) -> Opponent:
    """Return the opponent of this name."""
    declared: Opponent = import_module(f".{name}", __package__).OPPONENT
    return declared


def opponents() -> tuple[Opponent, ...]:
    """Return all opponents."""
    return tuple(map(opponent, NAMES))
