"""The commands: a file for each, which turns options into one call."""

from collections.abc import Callable, Mapping

from .analyse import analyse
from .coach import coach
from .explain import explain
from .ladder import ladder
from .league import league
from .match import match
from .site import site
from .speed import speed
from .sweep import sweep
from .tags import tags
from .tune import tune
from .watch import watch

WATCH, MEASURE, KEEP_UP = "Watch and explain games", "Measure players", "Keep the project up"

VERBS: Mapping[str, tuple[Callable[..., object], ...]] = {
    WATCH: (watch, coach, league, explain, analyse, tags),
    MEASURE: (match, ladder, sweep, tune, speed),
    KEEP_UP: (site,),
}
"""The commands by the heading that `--help` shows them under."""

__all__ = ["KEEP_UP", "VERBS"]
