"""Parameters that were read wrongly once."""

from bot import Parameters


class TestSeedsWereReadAsFloats:
    """The property test of plain and compiled moves drew seed = 9223372036854775296 and was told that it is outside
    0..9.22337e+18. Whole numbers were compared with their range after a detour through float, which rounds beyond
    2**53: the upper 512 seeds were refused.
    """

    def test_the_largest_seed_of_the_range_is_a_seed(self):
        """The range is meant to the last number."""
        assert Parameters(seed=2**63 - 1).seed == 2**63 - 1

    def test_text_is_read_to_the_last_digit_too(self):
        """As a command line gives it."""
        assert Parameters(seed=str(2**63 - 1)).seed == 2**63 - 1
