"""Ladder: rates several players against one another, until the intervals are narrow enough.

source = lineups(players, Mix.parse("30x30"), seats=2, first=0, seed=1)
standings = Standings(players, anchor=players[0], seed=1)
climb(laboratory, source, standings, width=30, most=1000)
standings.table()
"""

from experiments.arena.panel import distinct

from .lineups import Lineups, lineups
from .run import climb, report, save
from .standings import Standings

__all__ = ["Lineups", "Standings", "climb", "distinct", "lineups", "report", "save"]
