"""MyBot.py --explain in a real game: the file it writes, and that a failed write never costs the game."""

import subprocess
import sys
from functools import partial

import pytest

from bot import preset
from engine import mapgen, wire
from engine.replay import read as read_replay
from experiments.recordings.explaining import thoughts
from experiments.recordings.explanations import read
from tests.support.bots import ROOT, bot, engine
from tests.support.explanations import assert_same
from tests.support.processes import PATIENCE

START = mapgen.generate(7, 5, 2, seed=3)
MYBOT = [sys.executable, str(ROOT / "MyBot.py"), "--preset", "v26"]
start = partial(subprocess.Popen, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def run(folder, turns, *words):
    process = start([*MYBOT, *words], cwd=folder)
    said = wire.handshake(START, 1) + turns * wire.frame(START)
    out, err = process.communicate(said.encode(), timeout=PATIENCE)
    return process.returncode, [wire.read_moves(line, START, 1) for line in out.decode().splitlines()[1:]], err


def test_a_bot_explains_while_it_plays_what_is_computed_afterwards(tmp_path):
    command = " ".join(f'"{word}"' for word in [*MYBOT, "--explain", "mine.gz"])
    played = engine("-d", "9 8", "-s", "5", "-q", command, bot("pusher", "other"), folder=tmp_path)
    assert played.returncode == 0
    (replay,) = map(read_replay, tmp_path.glob("*.hlt"))
    file, computed = read(tmp_path / "mine.gz"), list(thoughts(replay, 1, preset("v26")))
    assert (file.source, file.player, file.is_complete, file.name) == ("bot", 1, True, "v26")
    assert not any(thought.differs.any() for thought in computed)
    for one, other in zip(file.turns, computed, strict=True):
        assert_same(one, other.explanation)


def test_a_killed_game_leaves_the_turns_that_were_played(tmp_path):
    """The file of a bot that had no time to say farewell can be read up to its last turn but one at least."""
    process = start([*MYBOT, "--explain", "mine.gz"], cwd=tmp_path)
    process.stdin.write((wire.handshake(START, 1) + 4 * wire.frame(START)).encode())
    process.stdin.flush()
    for _ in range(5):  # a name and four answers
        process.stdout.readline()
    process.kill()
    process.communicate(timeout=PATIENCE)
    file = read(tmp_path / "mine.gz")
    assert not file.is_complete
    assert len(file.turns) in (3, 4)  # the last is written after its answer


def test_a_file_that_cannot_be_made_is_said_before_the_game(tmp_path):
    process = start([*MYBOT, "--explain", "missing/mine.gz"], cwd=tmp_path)
    out, err = process.communicate(wire.handshake(START, 1).encode(), timeout=PATIENCE)
    assert (process.returncode, out) == (2, b"")
    (line,) = err.decode().splitlines()
    assert line.startswith("MyBot.py: cannot write")
    assert "mine.gz" in line


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /dev/full, a disk without room")
def test_a_full_disk_does_not_cost_the_game(tmp_path):
    code, moves, err = run(tmp_path, 3, "--explain", "/dev/full")
    assert (code, len(moves), err) == (0, 3, b"")
    assert "plays on without explaining: " in (tmp_path / "MyBot.log").read_text(encoding="utf-8")
