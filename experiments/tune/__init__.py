"""Tunes parameters by games: a search over development maps, and a verdict on maps that it never saw."""

from .journal import journal
from .question import Question, question
from .run import cost, run
from .search import search
from .trials import Trials, Winner
from .verdict import held_out

__all__ = ["Question", "Trials", "Winner", "cost", "held_out", "journal", "question", "run", "search"]
