"""The combat database: what squares near an enemy see, and which way they went. Pure.

    counts = count([squares(replay, name) for name, replay in games])   # a table: player, pattern, directions

docs/lab/replays.md shows what is counted.
"""

from .database import count, squares

__all__ = ["count", "squares"]
