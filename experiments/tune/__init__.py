"""Tunes parameters by games: a search over development maps, and a verdict on maps that it never saw.

    asked = question("v26", Path("space.toml"), ["v17"], "30x30", 2, Pruning(50), "clop", seed=1)
    with journal(Path("tune.journal")) as storage:
        trials = Trials(storage, "first-six", asked)
        search(trials, laboratory, progress, number=200)
        trials.winner()            # what the verdict is played with

`run` does all of it. docs/10-tuning.md tells what the samplers do, when a trial is pruned and what the verdict means.
"""

from .errors import TuningError
from .journal import journal
from .question import Question, question
from .run import cost, run
from .search import search
from .trials import Trials, Winner
from .verdict import held_out

__all__ = [
    "Question",
    "Trials",
    "TuningError",
    "Winner",
    "cost",
    "held_out",
    "journal",
    "question",
    "run",
    "search",
]
