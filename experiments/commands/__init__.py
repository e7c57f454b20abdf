"""The commands that play games or read them: a file for each, which turns options into one call."""

from .analyse import analyse
from .coach import coach
from .database import database
from .explain import explain
from .film import film
from .games import games
from .ladder import ladder
from .match import match
from .prove import prove
from .signature import signature
from .sweep import sweep
from .tune import tune
from .watch import watch

VERBS = (match, ladder, sweep, tune, games, prove, analyse, explain, film, watch, coach, signature)

__all__ = ["VERBS", "database"]
