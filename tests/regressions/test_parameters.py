"""Parameters that were once read wrongly."""

import pytest

from bot import ParameterError, Parameters, changed


class TestSeedsWereReadAsFloats:
    """The property test of plain and compiled moves drew seed = 9223372036854775296 and was told that it is outside
    0..9.22337e+18. Whole numbers were compared with their range after a detour through float, which rounds beyond
    2**53: the upper 512 seeds were refused.
    """

    def test_the_largest_seed_of_the_range_is_a_seed(self):
        """The range includes its end."""
        assert Parameters(seed=2**63 - 1).seed == 2**63 - 1
        assert Parameters(seed=str(2**63 - 1)).seed == 2**63 - 1


class TestTwoSpellingsOfOneParameterWereOne:
    """A file with `enemy_ROI = -1` and, farther down, `enemy-roi = -2` is TOML of two keys; the later won."""

    def test_a_parameter_is_given_once(self):
        """Whichever the writer meant, the other line is a mistake."""
        with pytest.raises(ParameterError, match="enemy_ROI is given twice"):
            changed(Parameters(), {"enemy_ROI": -1, "enemy-roi": -2})
