"""Parameters that were once read wrongly."""

import pytest

from bot import ParameterError, Parameters, changed
from bot.knobs import arguments


class TestSeedsWereReadAsFloats:
    """The property test of plain and compiled moves drew seed = 9223372036854775296 and was told that it is outside
    0..9.22337e+18. Whole numbers were compared with their range after a detour through float, which rounds beyond
    2**53: the upper 512 seeds were refused.
    """

    def test_the_largest_seed_of_the_range_is_a_seed(self):
        """The range includes its end."""
        assert Parameters(seed=2**63 - 1).seed == 2**63 - 1

    def test_text_is_read_to_the_last_digit_too(self):
        """A number that comes as text keeps all of its digits."""
        assert Parameters(seed=str(2**63 - 1)).seed == 2**63 - 1


class TestEmptyPresetsWerePassedOver:
    """`--preset "$PRESET"` with an unset variable, and `preset = ""` in a file, quietly played v26: an experiment
    would have compared v26 with itself.
    """

    def test_an_empty_preset_is_no_preset(self, tmp_path):
        """It is refused like any other name that is not known."""
        (tmp_path / "mine.toml").write_text('preset = ""', encoding="utf-8")
        for words in (["--preset", ""], ["--preset="], ["--parameters", str(tmp_path / "mine.toml")]):
            with pytest.raises(ParameterError, match="there is no preset ''"):
                arguments.read(words)


class TestTwoSpellingsOfOneParameterWereOne:
    """A file with `enemy_ROI = -1` and, farther down, `enemy-roi = -2` is TOML of two keys; the later won."""

    def test_a_parameter_is_given_once(self):
        """Whichever the writer meant, the other line is a mistake."""
        with pytest.raises(ParameterError, match="enemy_ROI is given twice"):
            changed(Parameters(), {"enemy_ROI": -1, "enemy-roi": -2})
