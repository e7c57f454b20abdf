"""How many inputs the tests try: with `./test proofs` all examples, with `./test` half, with `./test quick` a fifth."""

from hypothesis import settings

WHOLE = 100
# Examples of a property that asks for no number; 100 is hypothesis' own.
PROFILES = {"proofs": WHOLE, "halite": WHOLE // 2, "quick": WHOLE // 5}


def register() -> None:
    """Make the profiles known; `--hypothesis-profile quick` chooses one before the tests are loaded."""
    for name, examples in PROFILES.items():
        # No deadline: the first example may compile a kernel, and a busy machine is not a defect.
        settings.register_profile(name, deadline=None, max_examples=examples)


def examples(number: int) -> settings:
    """For a property that asks for another number: this one, or the same share of it as of the usual ones."""
    return settings(max_examples=max(1, number * settings.default.max_examples // WHOLE))
