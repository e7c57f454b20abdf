"""The schools there are. To add one, add its name."""

from functools import cache
from importlib import import_module

from .school import School

NAMES = ("amortizer", "friendly", "matcher", "planner", "unifier")


@cache
def school(name: str) -> School:
    """Return the school of this name."""
    declared: School = import_module(f".{name}", __package__).SCHOOL
    return declared


def schools() -> tuple[School, ...]:
    """Return all schools."""
    return tuple(map(school, NAMES))
