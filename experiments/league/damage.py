"""If a page cannot be computed: decides whether the database contradicts itself or this code has a bug."""

from collections.abc import Iterator
from contextlib import contextmanager

from experiments.laboratory.database import Database, DatabaseError


@contextmanager
def told(database: Database, *answers: type[Exception]) -> Iterator[None]:
    """Raise DatabaseError where what is inside fails on the rows of a database in which a check finds trouble.

    answers   what is raised for the asker, of a sound database as well
    """
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
