"""Parameters that were once read wrongly."""

import pytest

from bot import ParameterError, Parameters, changed


def test_the_largest_seed_of_the_range_is_a_seed():
    """It was outside 0..9.22337e+18: compared after a detour through float, which rounds beyond 2**53."""
    assert Parameters(seed=2**63 - 1).seed == 2**63 - 1
    assert Parameters(seed=str(2**63 - 1)).seed == 2**63 - 1


def test_a_parameter_is_given_once():
    """A file with `enemy_ROI = -1` and, farther down, `enemy-roi = -2` is TOML of two keys; the later won."""
    with pytest.raises(ParameterError, match="enemy_ROI is given twice"):
        changed(Parameters(), {"enemy_ROI": -1, "enemy-roi": -2})
