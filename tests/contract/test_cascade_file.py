"""A parameter file with sections, read by MyBot.py and the laboratory in real games."""

import gzip
import json

import numpy as np
import pytest

from bot import Memory, changed, decide, preset
from engine import mapgen, wire
from experiments.arena.players import player
from tests.support.bots import MYBOT, ROOT, conversation, run
from tests.support.laboratory import asked
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
    memory, settled = Memory(), changed(preset("v17"), numbers)
    for turn, line in enumerate(out.decode().splitlines()[1:]):
        decision = decide(view_of(state, 2, turn), memory, settled)
        memory = decision.memory
        np.testing.assert_array_equal(wire.read_moves(line, state, 2), decision.moves)
    head = head_of(tmp_path / "why.gz")
    assert {name: head["parameters"][name] for name in numbers} == numbers
    assert "sections" not in head["parameters"]


def test_the_numbers_are_those_of_the_players_at_the_start(tmp_path, file):
    start = mapgen.generate(12, 10, 3, seed=3)
    later = start.__class__(
        np.where(start.owner == 3, 0, start.owner).astype(np.uint8), start.strength, start.production
    )
    code, out, _ = run(tmp_path, conversation(2, start, later, later), "--parameters", str(file), command=[MYBOT])
    memory, lines = Memory(), out.decode().splitlines()[1:]
    for turn, (state, line) in enumerate(zip((start, later, later), lines, strict=True)):
        decision = decide(view_of(state, 2, turn), memory, changed(preset("v17"), THREE))
        memory = decision.memory
        np.testing.assert_array_equal(wire.read_moves(line, state, 2), decision.moves)
    assert code == 0


def test_a_school_plays_with_the_numbers_of_its_game(tmp_path):
    path, state = tmp_path / "friends.toml", mapgen.generate(12, 10, 2, seed=3)
    path.write_text("[players.2]\nreach = 3\n[players.3-]\nreach = 4\n", encoding="utf-8")
    program = [str(ROOT / "experiments" / "opponents"), "friendly"]
    words = ("--parameters", str(path), "--explain", "why.gz")
    code, _, err = run(tmp_path, conversation(1, state, state), *words, command=program)
    assert (code, err) == (0, b"")
    assert head_of(tmp_path / "why.gz")["parameters"]["reach"] == 3


def test_the_verbs_take_a_file_with_sections_as_a_player(tmp_path, monkeypatch, file):
    monkeypatch.chdir(tmp_path)
    match = asked(tmp_path, *["match", "mine.toml", "v17?alpha=0.2", "--mix", "10x10", "--blocks", "2"])
    assert match.exit_code == 0, match.output
    words = "sweep --vary players.2.alpha=0.2,0.3 --base mine.toml --against v12 --mix 10x10 --blocks 2"
    sweep = asked(tmp_path, *words.split())
    assert sweep.exit_code == 0, sweep.output
    assert "players.2.alpha" in sweep.output
    (tmp_path / "space.toml").write_text('alpha = "0.1:0.4"\n[players.2]\nalpha = "0.1:0.4"\n', encoding="utf-8")
    words = "tune --space space.toml --base v17?players.2.alpha=0.3 --against v12 --mix 10x10 --trials 3"
    tuned = asked(tmp_path, *words.split(), "--blocks-per-trial", "2", "--most", "2")
    assert tuned.exit_code in (0, 1), tuned.output
    assert "[players.2]\nalpha = " in (tmp_path / "tuned.toml").read_text(encoding="utf-8")
    assert player("tuned.toml").parameters.sections
