"""Sweep: how does the score depend on some parameters, and is the best of them better than the default?"""

from experiments.arena.players import panel as opponents

from .points import Design, Point, design
from .run import cost, run, table_file

__all__ = ["Design", "Point", "cost", "design", "opponents", "run", "table_file"]
