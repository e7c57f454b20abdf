"""The player: a Halite I potential-field bot. With MyBot.py this folder is a whole submission."""

from .board.board import Memory, View
from .decide import Decision, decide  # the function hides the module of the same name: `bot.decide` is the function
from .greedy.explain import Explanation
from .greedy.reasons import Reason
from .parameters.declaration import ParameterError, effective
from .parameters.presets import DEFAULT, PLAY, PRESETS, Parameters, load, override, preset

__all__ = [
    "DEFAULT", "PLAY", "PRESETS", "Decision", "Explanation", "Memory", "ParameterError", "Parameters", "Reason", "View",
    "decide", "effective", "load", "override", "preset",
]  # fmt: skip
