"""Runs that are killed: every finished game is kept, and the resumed run gives the same result."""

import os
import random
import signal
import subprocess
import sys

import pytest

from experiments.laboratory.database import Database
from tests.fixtures import laboratory_run
from tests.support.bots import FIXTURES, ROOT

BLOCKS = 40


def start(database, workers, count=BLOCKS):
    """A run with its process group: what a terminal would interrupt."""
    command = [sys.executable, str(FIXTURES / "laboratory_run.py"), "main", str(database), str(workers), str(count)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


def heard(run, lines):
    return [run.stdout.readline() for _ in range(lines)]


def stored(path):
    with Database.open(path) as database:
        return database.find(game.key for block in laboratory_run.schedule(BLOCKS) for game in block.games)


def test_a_run_that_was_killed_again_and_again_ends_as_one_that_was_not(tmp_path, capsys):
    dice = random.Random(26)
    before_death = []
    for workers in (1, 2, 1):
        run = start(tmp_path / "killed.db", workers)
        before_death.append("".join(heard(run, dice.randrange(1, BLOCKS // 2))))
        run.kill()
        run.communicate()
    assert len(stored(tmp_path / "killed.db")) >= 2 * max(lines.count("\n") for lines in before_death)
    printed = []
    for database in ("killed.db", "whole.db"):
        laboratory_run.main(tmp_path / database, 1, BLOCKS)
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert all(printed[0].startswith(lines) for lines in before_death)
    assert stored(tmp_path / "killed.db") == stored(tmp_path / "whole.db")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for a process group")
def test_ctrl_c_ends_a_run_with_one_sentence(tmp_path):
    """It goes to the workers too, as from a terminal; exit code 130; what was printed before is stored."""
    run = start(tmp_path / "laboratory.db", 2, 100 * BLOCKS)  # it must not be over before it is interrupted
    lines = heard(run, 2)
    os.killpg(run.pid, signal.SIGINT)
    _, said = run.communicate()
    assert said.startswith("Interrupted.")
    assert said.count("\n") == 1
    assert run.returncode == 130
    assert len(stored(tmp_path / "laboratory.db")) >= 2 * len(lines)
