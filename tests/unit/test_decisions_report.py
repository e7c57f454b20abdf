"""The report of `python -m experiments decisions`."""

from dataclasses import replace

import numpy as np
import pytest

from bot import PRESETS
from engine.replay import read, write
from experiments.recordings.decisions import report
from tests.support.recordings import GAMES, GOLDEN

RECORDING = GOLDEN / "decisions" / "v26-v17-20x20-4100.hlt.gz"


@pytest.fixture
def few_turns():
    """The first turns of a recording: quick to check."""
    whole = read(RECORDING)
    return replace(whole, owner=whole.owner[:31], strength=whole.strength[:31], moves=whole.moves[:30])


def test_an_agreeing_recording_is_ok_and_a_player_that_is_no_preset_an_error(tmp_path, few_turns, capsys):
    """A line with turns and decisions, also for a folder; exit code 2 and the presets for others."""
    write(few_turns, tmp_path / "game.hlt")
    assert report([tmp_path]) == 0
    decided = np.count_nonzero((few_turns.owner[:-1] > 0) & (few_turns.strength[:-1] > 0))
    assert capsys.readouterr().out == f"{tmp_path / 'game.hlt'}: ok, 30 turns, {decided} decisions\n"
    assert report([GAMES[0]]) == 2
    assert f"is not a preset ({', '.join(PRESETS)})" in capsys.readouterr().out


@pytest.mark.parametrize("compiled", [False, True], ids=["plain", "compiled"])
def test_the_first_difference_is_named(tmp_path, few_turns, capsys, compiled):
    """Turn, player, square, expected and chosen direction, the reason, and the scores of the options; exit code 1."""
    turn, y, x = np.argwhere((few_turns.owner[:-1] == 2) & (few_turns.moves == 1))[0].tolist()
    moves = few_turns.moves.copy()
    moves[turn, y, x] = 3
    write(replace(few_turns, moves=moves), tmp_path / "game.hlt")
    assert report([tmp_path / "game.hlt"], compiled) == 1
    line = capsys.readouterr().out
    assert f"turn {turn + 1}, player 2, square ({x}, {y}): expected SOUTH, chose NORTH (" in line
    assert "scores NORTH " in line


def test_what_cannot_be_read_does_not_hide_the_rest(tmp_path, few_turns, capsys):
    """A damaged file, a missing one and an empty folder get a line each, and the others are still checked."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "damaged.hlt").write_text("{")
    write(few_turns, tmp_path / "good.hlt")
    paths = [tmp_path / name for name in ("damaged.hlt", "missing.hlt", "empty", "good.hlt")]
    assert report(paths) == 2
    damaged, missing, empty, good = capsys.readouterr().out.splitlines()
    assert "error: not JSON" in damaged
    assert "error: cannot be read" in missing
    assert "error: no .hlt or .hlt.gz in this folder" in empty
    assert "ok, 30 turns" in good
