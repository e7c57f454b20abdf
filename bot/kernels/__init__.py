"""The compiled decision: each file holds the compiled twins of the file of its name in bot, bot/greedy or bot/board.

A kernel that has a twin names it in its docstring, and both must give the same moves to the last bit. The kernels ask
in the same order. Without twins are `squares`, the records over which they work, and `queue`, as the readable search
takes it from a library and keeps no labels.

Squares are numbered row by row; options are directions: 0 Still, 1..4 North, East, South, West.
"""

from ..parameters.presets import VALUES, values
from .decide import Decider, decide, explain, grids  # the function hides the module of the same name, as in bot
from .squares import Scratch, scratch

__all__ = ["VALUES", "Decider", "Scratch", "decide", "explain", "grids", "scratch", "values"]
