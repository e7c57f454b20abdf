"""The combat database: what squares near an enemy see, and which way they went. Pure but for loading and saving.

    combat = Combat.of(replays)                     # counts every square in contact
    combat.asked("e../?o?/???")                     # how often each direction was chosen in such a place
    combat.save("combat.parquet")

docs/9-reading-games.md says what is counted and how patterns are written.
"""

from .database import Combat, CombatError, contacts
from .neighbourhood import DIRECTIONS, Pattern, PatternError
from .query import PatternAnswer

__all__ = ["DIRECTIONS", "Combat", "CombatError", "Pattern", "PatternAnswer", "PatternError", "contacts"]
