"""The presets against the recorded decisions of the original bots."""

from dataclasses import replace

import numpy as np
import pytest

from engine.replay import read
from tests.support.decisions import first_difference
from tests.support.recordings import GOLDEN

RECORDINGS = sorted((GOLDEN / "decisions").glob("*.hlt.gz"))


@pytest.mark.parametrize("compiled", [False, True], ids=["plain", "compiled"])
@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.name)
def test_presets_choose_what_the_originals_chose(path, compiled):
    assert first_difference(read(path), compiled) is None


@pytest.mark.parametrize("compiled", [False, True], ids=["plain", "compiled"])
def test_the_first_difference_is_named(compiled):
    whole = read(GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz")
    few = replace(whole, owner=whole.owner[:31], strength=whole.strength[:31], moves=whole.moves[:30].copy())
    turn, y, x = np.argwhere((few.owner[:-1] == 2) & (few.moves == 1))[0].tolist()
    few.moves[turn, y, x] = 3
    said = first_difference(few, compiled)
    assert f"turn {turn + 1}, player 2, square ({x}, {y}): expected SOUTH, chose NORTH" in said
