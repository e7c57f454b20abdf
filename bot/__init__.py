"""The player: a Halite I potential-field bot. With MyBot.py this folder is a whole submission."""

from .decide import Decision, decide  # the function hides the module of its name: `bot.decide` is what one calls
from .explain import Explanation, Reason
from .knobs import ParameterError
from .memory import Memory
from .parameters import PRESETS, Parameters, changed, load, preset
from .view import View

__all__ = [
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
]
