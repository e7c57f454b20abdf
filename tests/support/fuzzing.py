"""How many damaged and hostile inputs are tried: a few in every run of the tests, as many as you like with HALITE_FUZZ.

    HALITE_FUZZ=50 ./test tests/regressions

Each input follows from a seed. A failure names its seed, which reproduces the input.
"""

import os

import pytest


def seeds(few: int) -> range:
    """The seeds of `few` inputs, or of HALITE_FUZZ times as many."""
    times = os.environ.get("HALITE_FUZZ", "1")
    if not times.isdecimal() or int(times) < 1:
        raise pytest.UsageError(
            f"HALITE_FUZZ={times}: expected a whole number from 1, which says how many times as many inputs are tried"
        )
    return range(few * int(times))
