"""Parameters that were once read wrongly."""

from bot import Parameters


def test_the_largest_seed_of_the_range_is_a_seed():
    """It was outside 0..9.22337e+18: compared after a detour through float, which rounds beyond 2**53."""
    assert Parameters(seed=2**63 - 1).seed == 2**63 - 1
    assert Parameters(seed=str(2**63 - 1)).seed == 2**63 - 1
