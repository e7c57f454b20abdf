"""Ladder: rates several players against one another, until the intervals are narrow enough or a plan is played."""

from .lineups import Lineups, lineups, maps_for
from .run import climb, cost, planned, run, run_open
from .standings import Standings

__all__ = ["Lineups", "Standings", "climb", "cost", "lineups", "maps_for", "planned", "run", "run_open"]
