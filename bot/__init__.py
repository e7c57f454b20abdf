"""The player: a Halite I potential-field bot. With MyBot.py this folder is a whole submission."""

from .decide import Decision, decide  # the function hides the module of the same name: `bot.decide` is the function
from .explain import Explanation
from .identity import telling
from .knobs import ParameterError
from .memory import Memory
from .parameters import DEFAULT, PRESETS, Parameters, changed, load, preset
from .reasons import Reason
from .view import View

__all__ = [
    "DEFAULT",
    "PRESETS",
    "Decision",
    "Explanation",
    "Memory",
    "ParameterError",
    "Parameters",
    "Reason",
    "View",
    "changed",
    "decide",
    "load",
    "preset",
    "telling",
]
