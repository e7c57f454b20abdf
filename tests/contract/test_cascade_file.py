"""A parameter file with tables, read by MyBot.py and the laboratory in real games."""

import gzip
import json

import numpy as np
import pytest

from bot import Memory, changed, decide, preset
from engine import mapgen, wire
from tests.support.bots import MYBOT, conversation, run
from tests.support.views import view_of

FILE = """
preset = "v17"
alpha = 0.2

[players.2]
alpha = 0.3

[size.-25]
enemy_ROI = 7
hold_until = 2

[players.3.size.-25]
enemy_ROI = -3
"""
DUEL = {"alpha": 0.3, "enemy_ROI": 7, "hold_until": 2}
THREE = {"alpha": 0.2, "enemy_ROI": -3, "hold_until": 2}


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(FILE, encoding="utf-8")
    return path


def head_of(path):
    return json.loads(gzip.decompress(path.read_bytes()).splitlines()[0])


@pytest.mark.parametrize(("players", "numbers"), [(2, DUEL), (3, THREE)])
def test_mybot_plays_with_the_numbers_of_its_game(tmp_path, file, players, numbers):
    state = mapgen.generate(12, 10, players, seed=3)
    said = conversation(2, state, state, state)
    code, out, err = run(tmp_path, said, "--explain", "why.gz", "--parameters", str(file), command=[MYBOT])
    assert (code, err) == (0, b"")
    memory, resolved = Memory(), changed(preset("v17"), numbers)
    for turn, line in enumerate(out.decode().splitlines()[1:]):
        decision = decide(view_of(state, 2, turn), memory, resolved)
        memory = decision.memory
        np.testing.assert_array_equal(wire.read_moves(line, state, 2), decision.moves)
    head = head_of(tmp_path / "why.gz")
    assert {name: head["parameters"][name] for name in numbers} == numbers
    assert "tables" not in head["parameters"]
