"""The command `python -m experiments match`."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import pytest

from tests.support.bots import bot
from tests.support.laboratory import asked
from tests.support.project import ROOT

# Decided after some pairs; those for the size leave the time to be killed in.
SOON_DECIDED = ["--mix", "10x10", "--sprt", "0,100", "--further", "30"]
MATCH = ["match", "v26", "v26?alpha=0.9", *SOON_DECIDED]


WAITING = """
import sys, time
from experiments.__main__ import laboratory
from experiments.laboratory.database import Database

def store(self, games, store=Database.store, last=int(sys.argv.pop(1))):
    store(self, games)
    if self.query("SELECT count(*) FROM games")[0][0] >= last:
        time.sleep(3600)

Database.store = store
laboratory()
"""
"""The laboratory, which stops for good when so many games are stored."""


def started(folder, *words, program=("-m", "experiments")):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "COLUMNS": "120"}
    command = [sys.executable, *program, *words]
    piped = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "encoding": "utf-8"}
    return subprocess.Popen(command, cwd=folder, env=environment, **piped)


def games_stored(path):
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path)) as connection:
        try:
            return connection.execute("SELECT count(*) FROM games").fetchone()[0]
        except sqlite3.OperationalError:  # its tables are being made
            return 0


def test_a_match_that_is_killed_again_and_again_ends_as_one_that_was_not(tmp_path):
    """kill -9 while it plays, where it waits to be killed: the same plan, verdict and entry, and only once."""
    (tmp_path / "undisturbed").mkdir()
    assert asked(tmp_path / "undisturbed", *MATCH).exit_code == 0
    for enough in (3, 9):
        process = started(tmp_path, *MATCH, program=("-c", WAITING, str(enough + 4)))
        while process.poll() is None and games_stored(tmp_path / "laboratory.db") < enough:
            time.sleep(0.02)
        process.kill()
        process.communicate()
        assert "[result]" not in (tmp_path / "laboratory-results" / "0001.toml").read_text(encoding="utf-8")
    assert asked(tmp_path, *MATCH).exit_code == 0
    assert written(tmp_path) == written(tmp_path / "undisturbed")
    assert sorted(written(tmp_path)) == ["0001.toml"]


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_ctrl_c_ends_a_match_with_one_sentence(tmp_path):
    """What was played before is stored."""
    process = started(tmp_path, *MATCH, program=("-c", WAITING, "3"))
    while process.poll() is None and games_stored(tmp_path / "laboratory.db") < 3:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == 130
    assert said.splitlines()[-1].startswith("Interrupted.")
    assert "Traceback" not in said


def written(folder):
    files = (folder / "laboratory-results").iterdir()
    # HEAD may move while the test runs; an experiment is the same at any revision.
    return {path.name: re.sub(r"(revision\W+)\w+\+?", r"\1", path.read_text(encoding="utf-8")) for path in files}


def test_a_match_prints_its_result_and_where_it_is_written_down(tmp_path):
    done = asked(tmp_path, "match", "v26", "v17", "--mix", "10x10", "--blocks", "3")
    assert done.exit_code == 0
    parts = ["L-0001, on development maps from 0 on, is in", "Results of v26 vs v17:", "Games: 6, Blocks: 3",
             "board  blocks", "10x10", "Neither side is surely better"]  # fmt: skip
    places = [done.stdout.index(part) for part in parts]
    assert places == sorted(places)
    assert "6/6 games" in done.stderr
    again = asked(tmp_path, "match", "v26", "v17", "--mix", "10x10", "--blocks", "3")
    assert again.stdout == done.stdout
    assert "games/s" not in again.stderr, "the answer stands in the file"


def test_an_estimate_plays_nothing(tmp_path):
    done = asked(tmp_path, "match", "v26", "v17", "--mix", "10x10", "--estimate")
    assert done.exit_code == 0
    assert "games where the truth is one of the bounds" in done.stderr
    assert not list(tmp_path.iterdir())


def test_a_program_that_crashes_is_counted_and_named(tmp_path):
    """Apart from what it lost by playing badly; a bot that crashes in every game is not even measured."""
    program = f"cmd:{bot('faulty', 'crash_second', 2)}"
    done = asked(tmp_path, "match", "v26", program, "--mix", "10x10", "--blocks", "2")
    assert done.exit_code == 0
    (line,) = [line for line in done.stdout.splitlines() if line.startswith(program) and line.endswith("ms")]
    assert line.removeprefix(program).split()[:2] == ["2", "0"]


def test_held_out_maps_are_new_to_a_question(tmp_path, monkeypatch):
    monkeypatch.setattr("experiments.match.experiment.RESULTS", tmp_path / "experiments" / "results")
    words = ["match", "v26", "v17", "--mix", "10x10", "--blocks", "2", "--held-out"]
    for question, first in (("One?", 0), ("Two?", 2), ("One?", 0)):
        done = asked(tmp_path, *words, "--question", question)
        assert f"on held-out maps from {first} on" in done.stdout


def test_a_published_match_is_written_into_the_repository(tmp_path, monkeypatch):
    monkeypatch.setattr("experiments.match.experiment.RESULTS", tmp_path / "experiments" / "results")
    monkeypatch.setattr("experiments.match.experiment.LEDGER", tmp_path / "experiments" / "LEDGER.md")
    done = asked(tmp_path, "match", "v26", "v17", "--mix", "10x10", "--blocks", "2", "--publish",
        "--question", "Who?")  # fmt: skip
    assert done.exit_code == 0
    ledger = (tmp_path / "experiments" / "LEDGER.md").read_text(encoding="utf-8")
    assert "| [E-0001](results/0001.toml) |" in ledger
    assert "| Who? | v26 against v17; 2 players, 10x10 | MEASURED |" in ledger
    assert not (tmp_path / "laboratory-results").exists()


def test_an_undecided_match_ends_with_1(tmp_path):
    done = asked(tmp_path, "match", "v26", "v17", "--mix", "10x10", "--sprt", "0,5", "--most", "2")
    assert done.exit_code == 1
    assert "UNDECIDED" in done.stdout
