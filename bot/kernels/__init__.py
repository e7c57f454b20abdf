"""The compiled decision: each file holds the compiled twins of the file of its name in bot, bot/greedy or bot/ground.

A kernel that has a twin names it in its docstring, and both must give the same moves to the last bit. The kernels ask
in the same order. Without twins are `player` and `squares`, the records over which they work, `queue`, which the
readable search takes from a library, `kept`, as the readable search keeps nothing, `decider`, which asks them from
Python, and `compiler`.

Squares are numbered row by row; options are directions: 0 Still, 1..4 North, East, South, West.
"""

from .board import look
from .decide import choose, decide  # the function hides the module of the same name, as in bot
from .decider import Decider, grids
from .luck import mix
from .player import FIELD, KNOBS, MEMORY, WAR, Knobs, bits, knobs, remembered
from .potential import spread
from .squares import CACHE_LINE, CELL, Scratch, scratch

__all__ = [
    "CACHE_LINE",
    "CELL",
    "FIELD",
    "KNOBS",
    "MEMORY",
    "WAR",
    "Decider",
    "Knobs",
    "Scratch",
    "bits",
    "choose",
    "decide",
    "grids",
    "knobs",
    "look",
    "mix",
    "remembered",
    "scratch",
    "spread",
]
