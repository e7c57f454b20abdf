"""Sweep: how does the score depend on some parameters, and is the best of them better than the default?

chosen = design(player("v26"), Space.parse(["alpha=0.05:0.5:8"]), count=32, seed=1)
print(run(laboratory, chosen, opponents, maps, Path("sweep.csv"), seed=1))
"""

from experiments.arena.panel import panel as opponents

from .points import Design, Point, design
from .run import cost, run, table_file

__all__ = ["Design", "Point", "cost", "design", "opponents", "run", "table_file"]
