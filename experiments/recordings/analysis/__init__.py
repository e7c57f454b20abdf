"""Events of many games: tables by fifth, size and seat, figures, the combat database; `analyse` prints them."""

from experiments.recordings.sources import Recorded, Unreadable, recordings

from .figures import drawn
from .report import Wishes, analyse
from .tables import fifths, grouped

__all__ = ["Recorded", "Unreadable", "Wishes", "analyse", "drawn", "fifths", "grouped", "recordings"]
