"""The combat database: what squares near an enemy see, and which way they went. Pure but for loading and saving.

    combat = Combat.of(replays)                     # counts every square in contact
    combat.save("combat.parquet")

places.py and page.py make a page of it. docs/lab/replays.md says what is counted and how patterns are written.
"""

from .database import Combat, CombatError, contacts
from .neighbourhood import DIRECTIONS, Pattern, PatternError

__all__ = ["DIRECTIONS", "Combat", "CombatError", "Pattern", "PatternError", "contacts"]
