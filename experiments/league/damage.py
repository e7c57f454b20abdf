"""If a page cannot be computed: decides whether the database contradicts itself or this code has a bug."""

from collections.abc import Iterator
from contextlib import contextmanager

from experiments.laboratory.database import Database, DatabaseError


@contextmanager
def told(database: Database, *answers: type[Exception]) -> Iterator[None]:
    """Raise DatabaseError where this fails on rows of a database that `check` finds in trouble; not for `answers`."""
    try:
        yield
    except answers:
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        if troubles := database.check():
            raise DatabaseError(
                f"{database.path} contradicts itself: {troubles[0]}; `python -m experiments database check` says all"
            ) from error
        raise
