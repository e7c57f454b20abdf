"""If a page cannot be computed: decides whether the database contradicts itself or this code has a bug."""

from collections.abc import Iterator
from contextlib import contextmanager

from experiments.laboratory.database import Database, DatabaseError


@contextmanager
def told(database: Database, *answers: type[Exception]) -> Iterator[None]:
    """Raise DatabaseError with the database's first trouble when the code inside fails because its rows are damaged.

    The file is checked only after a failure. If it is sound, the error passes unchanged: it is ours.

    answers   errors that are answers to the asker, and pass for any database
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
