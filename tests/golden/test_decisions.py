"""The presets against the recorded decisions of the original bots."""

import pytest

from engine.replay import read
from experiments.recordings.decisions import first_difference
from tests.support.recordings import GOLDEN

RECORDINGS = sorted((GOLDEN / "decisions").glob("*.hlt.gz"))


@pytest.mark.parametrize("compiled", [False, True], ids=["plain", "compiled"])
@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.name)
def test_presets_choose_what_the_originals_chose(path, compiled):
    """With ties in the fixed order, every square of every frame moves as the original bot moved it."""
    assert first_difference(read(path), compiled) is None
