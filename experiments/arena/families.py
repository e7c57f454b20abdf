"""Families of players in this process, and the one interface through which all of them play: bot.search.player.Player.

The potential-field bot is one family, every opponent of experiments/opponents another. This is the only file of the
arena that lists them; a player's values (bot.Parameters, or the settings of an opponent) tell its family.
"""

import math
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bot import Memory, Parameters, View
from bot.parameters.declaration import ParameterError, ParameterSet
from bot.parameters.families import Family, lines
from bot.parameters.presets import OURS
from experiments.opponents.opponent import Opponent, opponents

if TYPE_CHECKING:
    from bot.search.player import Player as Mover


def families() -> tuple[Family, ...]:
    """Return all of them, the potential-field bot first."""
    return (OURS, *(family for _, family in _opponents().values()))


def family_of(values: ParameterSet) -> Family:
    """Return the family that these values belong to."""
    return OURS if isinstance(values, Parameters) else _opponents()[type(values)][1]


def opponent_of(values: ParameterSet) -> Opponent:
    """Return the opponent whose settings these are; KeyError for the bot's parameters."""
    return _opponents()[type(values)][0]


def presets() -> dict[str, ParameterSet]:
    """Return every player in process that has a name."""
    return {name: values for family in families() for name, values in family.presets.items()}


def load(path: Path) -> Any:
    """Return the values in a TOML file, whose line `preset` says of which family; without one they are the bot's."""
    chosen = lines(path).get("preset")
    if not isinstance(chosen, str):  # none, or what is no name: the bot's family refuses that
        return OURS.load(path)
    family = next((each for each in families() if chosen in each.presets), None)
    if family is None:
        raise ParameterError(f"{path}: there is no preset {chosen!r}, only {', '.join(presets())}")
    return family.load(path)


def mover(values: ParameterSet, height: int, width: int, memory: Memory | None = None) -> "Mover":
    """Return a player with these values on a board of this size; `memory`, of earlier turns, is for our bot alone."""
    if values.tables:
        return Unresolved(values, height, width, memory)
    if isinstance(values, Parameters):
        from bot.search import champion  # here, because most of what asks who plays never asks how

        return champion.compiled_player(values, height, width, memory)
    return opponent_of(values).open(values, height, width)


class Unresolved:
    """A Mover whose parameters depend on how many players there are, which its first frame tells, or its memory."""

    def __init__(self, values: ParameterSet, height: int, width: int, memory: Memory | None):
        self.values, self.board, self.memory = values, (height, width), memory
        self.seated: Any = None  # a Mover; an opponent's tells its thoughts, too

    def moves(self, view: View, deadline: float = math.inf) -> npt.NDArray[np.uint8]:
        """Return the moves for `view`; see Mover."""
        if self.seated is None:
            players = (self.memory or Memory()).starting_players or view.players
            self.seated = mover(self.values.resolve(players, *self.board), *self.board, self.memory)
        moves: npt.NDArray[np.uint8] = self.seated.moves(view, deadline)
        return moves

    def explain(self, view: View) -> Any:
        """Return the reasons of the moves for `view`; see Mover."""
        return self.seated.explain(view)


@cache
def _opponents() -> dict[type, tuple[Opponent, Family]]:
    return {opponent.settings: (opponent, opponent.family) for opponent in opponents()}
