"""The commands that play games or read them: a file for each, which turns options into one call."""

from .database import database
from .explain import explain
from .games import games
from .match import match
from .prove import prove
from .sweep import sweep

VERBS = (match, sweep, games, prove, explain)

__all__ = ["VERBS", "database"]
