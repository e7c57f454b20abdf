"""The combat database: what squares near an enemy see, and which way they went. Pure.

    counts = counted([squares(replay, name) for name, replay in games])   # a table: player, pattern, directions

docs/lab/replays.md shows what is counted.
"""

from .database import counted, squares

__all__ = ["counted", "squares"]
