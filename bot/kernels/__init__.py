"""The compiled decision: each file holds the compiled twins of the file of its name in bot, bot/greedy or bot/board.

A kernel that has a twin names it in its docstring, and both must give the same moves to the last bit. The kernels ask
in the same order. Without twins are `player` and `squares`, the records over which they work, `queue`, as the readable
search takes it from a library and keeps no labels, and `compiler`.

Squares are numbered row by row; options are directions: 0 Still, 1..4 North, East, South, West.
"""

from ..board.board import MEMORY, WAR, remembered
from .board import look
from .decide import Decider, choose, decide, explain, grids  # the function hides the module of the same name, as in bot
from .luck import mix
from .player import FIELD, FIELDS, ORIGINS, VALUES, Values, pack, values
from .potential import spread
from .squares import CACHE_LINE, CELL, Scratch, scratch

__all__ = [
    "CACHE_LINE",
    "CELL",
    "FIELD",
    "FIELDS",
    "MEMORY",
    "ORIGINS",
    "VALUES",
    "WAR",
    "Decider",
    "Scratch",
    "Values",
    "choose",
    "decide",
    "explain",
    "grids",
    "look",
    "mix",
    "pack",
    "remembered",
    "scratch",
    "spread",
    "values",
]
