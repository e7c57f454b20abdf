"""The commands `python -m experiments match` and `games`."""

import os
import re
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import pytest

from experiments.laboratory.database import Database
from tests.support.bots import bot
from tests.support.laboratory import asked, complaint
from tests.support.project import ROOT

# Decided after some pairs; those for the size leave the time to be killed in.
SOON_DECIDED = ["--mix", "10x10", "--sprt", "0,50", "--alpha", "0.2", "--beta", "0.2", "--further", "30"]
MATCH = ["match", "v26", "v26?alpha=0.9", *SOON_DECIDED]


WAITING = """
import sys, time
from experiments.laboratory.database import Database

def store(self, games, run=None, store=Database.store, last=int(sys.argv.pop(1))):
    store(self, games, run)
    if self.query("SELECT count(*) FROM games")[0][0] >= last:
        time.sleep(3600)

Database.store = store
laboratory()
"""
"""The laboratory, which stops for good when so many games are stored."""


def started(folder, *words, program=("-m", "experiments")):
    """A process in a folder."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "COLUMNS": "120"}
    command = [sys.executable, *program, *words]
    piped = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "encoding": "utf-8"}
    return subprocess.Popen(command, cwd=folder, env=environment, **piped)


def games_stored(path):
    """How many games are in a database; 0 while there is none."""
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
        assert not (tmp_path / "laboratory-ledger" / "LEDGER.md").exists()
    assert asked(tmp_path, *MATCH).exit_code == 0
    assert written(tmp_path) == written(tmp_path / "undisturbed")
    assert sorted(written(tmp_path)) == ["0001-is-v26-stronger-than-v26-alpha-0-9.toml", "LEDGER.md"]


def written(folder):
    """What stands in the ledger of a laboratory and in its plans."""
    files = (path for path in (folder / "laboratory-ledger").rglob("[!.]*") if path.is_file())  # the lock is hidden
    # HEAD may move while the test runs; a plan is the same at any revision.
    return {path.name: re.sub(r"(revision\W+)\w+\+?", r"\1", path.read_text(encoding="utf-8")) for path in files}


def test_a_match_prints_its_result_and_where_it_is_written_down(tmp_path):
    """Result block, sizes, pairing, entry; the log goes to stderr."""
    done = asked(tmp_path, "match", "v26", "v17", "--mix", "10x10", "--blocks", "3")
    assert done.exit_code == 0
    parts = [
        "Plan 0001, on development maps, is in",
        "Results of v26 vs v17:",
        "Games: 6, Blocks: 3",
        "board  blocks",
        "10x10",
        "Gain of",
    ]
    places = [done.stdout.index(part) for part in [*parts, "Entry L-0001 is now in", "L-0001", "MEASURED"]]
    assert places == sorted(places)
    assert "6/6 games" in done.stderr


def test_a_program_that_crashes_is_counted_and_named(tmp_path):
    """Apart from what it lost by playing badly; a bot that crashes in every game is not even measured."""
    program = f"cmd:{bot('faulty', 'crash_second', 2)}"
    done = asked(tmp_path, "match", "v26", program, "--mix", "10x10", "--blocks", "2")
    assert done.exit_code == 0
    (line,) = [line for line in done.stdout.splitlines() if line.startswith(program) and line.endswith("ms")]
    assert line.removeprefix(program).split()[:2] == ["2", "0"]
    assert f"{program}: 2 crashes, 0 timeouts" in done.stdout


def test_games_that_can_have_no_recording_are_counted(tmp_path):
    """Regression: `match --replays` never said so, because it ended inside the laboratory that says it when closed."""
    words = "match", "v26", f"cmd:{bot('faulty', 'crash_second', 2)}", "--mix", "10x10", "--blocks", "1"
    assert asked(tmp_path, *words).exit_code == 0
    assert "2 games with programs were stored without a recording" in asked(tmp_path, *words, "--replays").stderr


def test_held_out_maps_are_new_to_a_question_unless_it_names_others(tmp_path, monkeypatch):
    """The next question takes the next maps, the same one its own; `--first` on used maps is said in the entry."""
    monkeypatch.setattr("experiments.match.ledger.PUBLISHED", tmp_path / "experiments")
    words = ["match", "v26", "v17", "--mix", "10x10", "--blocks", "2", "--held-out"]
    for question, first in (("One?", 0), ("Two?", 2), ("One?", 0)):
        done = asked(tmp_path, *words, "--question", question)
        assert f"Held-out maps from {first} on" in done.stderr
        assert "were used by" not in done.stdout
    assert "Entry L-0001 was already in" in done.stdout
    again = asked(tmp_path, *words, "--question", "Three?", "--first", "3")
    assert again.stdout.count("maps 3 to 3 were used by L-0002") == 2, "in the report and in the entry"


def test_a_published_match_is_written_into_the_repository(tmp_path, monkeypatch):
    """With its games, and nothing is written beside the database."""
    monkeypatch.setattr("experiments.match.ledger.PUBLISHED", tmp_path / "experiments")
    monkeypatch.setenv("HALITE_PUBLISHED", str(tmp_path / "unpacked"))
    done = asked(tmp_path, "match", "v26", "v17", "--mix", "10x10", "--blocks", "2", "--publish",
        "--question", "Who?")  # fmt: skip
    assert done.exit_code == 0
    assert (tmp_path / "experiments" / "LEDGER.md").exists()
    with Database.published(tmp_path / "experiments" / "published") as published:
        assert published.query("SELECT count(*) FROM games") == [(4,)]
    assert not (tmp_path / "laboratory-ledger").exists()


def test_a_match_whose_reader_has_left_is_entered(tmp_path):
    """As by `| head -1`: the games are played, so the ledger has them; 1 would say that it was undecided."""
    process = started(tmp_path, "match", "v26", "v17", "--mix", "10x10", "--blocks", "2")
    assert process.stdout.readline().startswith("Plan 0001")
    process.stdout.close()
    _, said = process.communicate()
    assert process.returncode == 141
    assert "L-0001" in (tmp_path / "laboratory-ledger" / "LEDGER.md").read_text(encoding="utf-8")
    assert "Traceback" not in said
    assert "BrokenPipe" not in said


def test_an_undecided_match_ends_with_1(tmp_path):
    """Scripts can tell an undecided match from a decided one by the exit code."""
    done = asked(tmp_path, "match", "v26", "v17", "--mix", "10x10", "--sprt", "0,5", "--most", "2")
    assert done.exit_code == 1
    assert "UNDECIDED" in done.stdout


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["v26", "v17", "--sprt", "10,0"], "smaller"),
        (["v26", "v17", "--sprt", "0,10", "--blocks", "5"], "Leave out"),
        (["v26", "v17", "--sprt", ""], "pair of bounds"),
        (["v26", "v17", "--blocks", "5", "--question", ""], "answered"),
        (["v26", "v17", "--mix", "1x1"], "1x1"),
        (["v26", "v17", "--mix", "90x90"], "name it twice"),
        (["v26", "v17", "--blocks", "5", "--alpha", "2"], "--alpha"),
        (["v26", "v17", "--blocks", "5", "--beta", "0", "--most", "9"], "--beta and --most"),
        (["v26", "v17", "--blocks", "5", "--alpha", "0.1", "--further", "3"], "--alpha and --further"),
        (["v26"], "two players"),
        (["v26", "v17", "--question", " "], "answered"),
        (["v26", "v17", "--size", "9"], "--further"),
        (["v26", "v17", "--sizes", "30x30"], "chosen with --mix"),
        (["v26", "v17", "--games", "9"], "--blocks"),
        (["v26", "v17", "--seed", "9"], "--first"),
        (["v26", "v17", "--blocks", "few"], "'few'"),
        (["v26", "v17", "--workers=0"], "'0'"),
        (["v26", "python3 MyBot.py"], "cmd:python3 MyBot.py"),
        ([], "Missing argument"),
    ],
)
def test_a_mistake_is_a_sentence_and_leaves_nothing_behind(tmp_path, words, problem):
    """The error is one sentence; no database and no plan is made."""
    done = asked(tmp_path, "match", *words)
    assert done.exit_code == 2
    assert problem in complaint(done)
    assert not list(tmp_path.iterdir())


def test_the_calculator_measures_how_much_stored_blocks_vary(tmp_path):
    """Otherwise it supposes games that have nothing in common, and says so."""
    lineup = ["v26", "v17", "--mix", "10x10"]
    assert "0.354" in asked(tmp_path, "games").stdout
    asked(tmp_path, "match", *lineup, "--blocks", "10")
    assert "10 stored blocks" in asked(tmp_path, "games", *lineup).stdout
    assert asked(tmp_path, "games", "v26", "v12").exit_code == 2


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--sprt", "0,5", "--effect", "5"], "--effect"),
        (["--sprt", ""], "pair of bounds"),
        (["--sprt", "0,7000"], "too wide"),
    ],
)
def test_the_calculator_refuses_what_no_match_could_play(tmp_path, words, problem):
    """It also refuses options that contradict one another."""
    done = asked(tmp_path, "games", *words)
    assert done.exit_code == 2
    assert problem in complaint(done)
