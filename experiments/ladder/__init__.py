"""Ladder: rates several players against one another, until the intervals are narrow enough or a plan is played.

source = lineups(players, Mix.parse("30x30"), seats=2, first=0, seed=1)
standings = Standings(players, anchor=players[0], seed=1)
climb(laboratory, source, standings, width=30, most=1000)
standings.table()
"""

from experiments.arena.panel import distinct

from .lineups import Lineups, lineups, maps_for
from .plan import planned
from .run import climb, cost, run, run_open
from .standings import Standings

__all__ = [
    "Lineups",
    "Standings",
    "climb",
    "cost",
    "distinct",
    "lineups",
    "maps_for",
    "planned",
    "run",
    "run_open",
]
