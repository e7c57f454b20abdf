"""How many inputs the tests try.

Hypothesis tries all examples, or with `./test quick` a fifth. Of damaged and hostile inputs a few are tried in every
run, and as many as you like with HALITE_FUZZ:

    HALITE_FUZZ=50 ./test tests/regressions

Each of those follows from a seed. A failure names its seed, which reproduces the input.
"""

import os

import pytest
from hypothesis import settings

PROFILES = {"halite": 100, "quick": 20}
"""Examples of a property that asks for no number; 100 is hypothesis' own."""


def register() -> None:
    """Make the profiles known; `--hypothesis-profile quick` chooses one before the tests are loaded."""
    for name, examples in PROFILES.items():
        # No deadline: the first example may compile a kernel, and a busy machine is not a defect.
        settings.register_profile(name, deadline=None, max_examples=examples)


def examples(number: int) -> settings:
    """For a property that asks for another number: this one, or the same share of it as of the usual ones."""
    return settings(max_examples=max(1, number * settings.default.max_examples // PROFILES["halite"]))


def seeds(few: int) -> range:
    """The seeds of `few` inputs, or of HALITE_FUZZ times as many."""
    times = os.environ.get("HALITE_FUZZ", "1")
    if not times.isdecimal() or int(times) < 1:
        raise pytest.UsageError(
            f"HALITE_FUZZ={times}: expected a whole number from 1, which says how many times as many inputs are tried"
        )
    return range(few * int(times))
