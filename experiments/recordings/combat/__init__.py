"""The combat database: what squares near an enemy see, and which way they went. Pure.

    counts = counted([squares(replay, name) for name, replay in games])   # a table: player, pattern, directions

docs/9-reading-games.md says what is counted and how patterns are written.
"""

from .database import CombatError, check_replaced, counted, squares
from .neighbourhood import DIRECTIONS, Pattern, PatternError

__all__ = ["DIRECTIONS", "CombatError", "Pattern", "PatternError", "check_replaced", "counted", "squares"]
