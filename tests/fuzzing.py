"""How long damaged and hostile input is tried: a moment in every run of the tests, minutes where FUZZ asks for it.

    FUZZ=50 python -m pytest tests/regressions

Mutants have seeds, so a failure names its own and comes back with it.
"""

import os


def seeds(few: int) -> range:
    """The seeds of `few` mutants, or of FUZZ times as many."""
    return range(few * int(os.environ.get("FUZZ", "1")))
