"""Presets and opponents move as recorded, and as the originals did."""

import numpy as np
import pytest

from bot import PRESETS, Memory, decide, override, preset
from engine.replay import read
from experiments.opponents.opponent import NAMES
from experiments.recordings.watched import Watched
from tests.golden import record
from tests.golden.record import answers_of
from tests.support.boards import assert_same_squares
from tests.support.recordings import GOLDEN


@pytest.mark.parametrize("name", [*PRESETS, *(pytest.param(name, marks=pytest.mark.slow) for name in NAMES)])
def test_a_player_moves_as_recorded(name):
    difference = record.difference(name, answers_of(record.players()[name]))
    assert difference is None, difference


@pytest.mark.parametrize("name", ["v26-v17-20x20-4100", "v26-v12-25x25-4201"])
def test_presets_choose_what_the_originals_chose(name):
    """Ties fall in the fixed order, as when they were recorded. contract/test_module.py has all games, compiled."""
    replay = read(GOLDEN / "decisions" / f"{name}.hlt.gz")
    for seat, name in enumerate(replay.player_names, 1):
        parameters = override(preset(name), {"ties": "fixed"})
        parameters, memory = parameters.resolve(len(replay.player_names), *replay.production.shape), Memory()
        for turn in range(replay.turns):
            view = Watched(replay).view(turn, seat)
            ours = view.owner == seat
            if ours.any():
                decision = decide(view, memory, parameters)
                memory = decision.memory
                about = f"moves of player {seat} on frame {turn}"
                assert_same_squares(np.where(ours, decision.moves, 0), np.where(ours, replay.moves[turn], 0), about)
