"""The commands match, sweep, ladder and tune, with real games: what they print, write, refuse, and go on with."""

import os
import re
import shlex
import signal
import subprocess
import sys
import tomllib

import pytest

from experiments.arena.players import player
from experiments.laboratory.database import Database
from tests.support.bots import complaint, run_command
from tests.support.project import ROOT

# Decided after some pairs; those for the size leave the time to be killed in.
SOON_DECIDED = ["--mix", "10x10", "--sprt", "0,100", "--further", "30"]
MATCH = ["match", "v26", "v26?alpha=0.9", *SOON_DECIDED]


# The laboratory, which stops for good when so many games are stored.
WAITING = """
import sys, time
from experiments.__main__ import laboratory
from experiments.laboratory.database import Database

def store(self, games, store=Database.store, last=int(sys.argv.pop(1))):
    store(self, games)
    ((count,),) = self.query("SELECT count(*) FROM games")
    print("stored:", count, flush=True)
    if count >= last:
        time.sleep(3600)

Database.store = store
laboratory()
"""


def start_match(folder, last):
    """A match of which some games are stored and `last` will be."""
    command, environment = [sys.executable, "-c", WAITING, str(last), *MATCH], os.environ | {"PYTHONPATH": str(ROOT)}
    piped = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    process = subprocess.Popen(command, cwd=folder, env=environment, **piped)
    counts = (int(line.split()[1]) for line in process.stdout if line.startswith("stored:"))
    assert any(count >= 3 for count in counts), process.communicate()
    return process


def test_a_match_that_is_killed_ends_as_one_that_was_not(tmp_path):
    (tmp_path / "undisturbed").mkdir()
    assert run_command(tmp_path / "undisturbed", *MATCH).exit_code == 0
    process = start_match(tmp_path, 9)
    process.kill()
    process.communicate()
    assert "[result]" not in (tmp_path / "laboratory-results" / "0001.toml").read_text(encoding="utf-8")
    assert run_command(tmp_path, *MATCH).exit_code == 0
    assert written(tmp_path) == written(tmp_path / "undisturbed")
    assert sorted(written(tmp_path)) == ["0001.toml"]


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_ctrl_c_ends_a_match_with_one_sentence(tmp_path):
    process = start_match(tmp_path, 3)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == 130
    assert said.splitlines()[-1].startswith("Interrupted.")
    assert "Traceback" not in said


def written(folder):
    files = (folder / "laboratory-results").iterdir()
    # HEAD may move while the test runs; an experiment is the same at any revision.
    return {path.name: re.sub(r"(revision\W+)\w+\+?", r"\1", path.read_text(encoding="utf-8")) for path in files}


def test_a_match_prints_its_result_and_an_answered_one_is_recorded_when_that_is_asked(tmp_path):
    words = ["match", "v26", "v17", "--mix", "10x10", "--blocks", "3"]
    done, before = run_command(tmp_path, *words), written(tmp_path)
    assert done.exit_code == 0
    parts = ["L-0001, on development maps from 0 on, is in", "Results of v26 vs v17:", "Games: 6, Blocks: 3",
             "board  blocks", "10x10", "Neither side is surely better"]  # fmt: skip
    places = [done.stdout.index(part) for part in parts]
    assert places == sorted(places)
    assert "6/6 games" in done.stderr
    for more, replays in ([], 0), (["--replays"], 6):
        again = run_command(tmp_path, *words, *more)
        assert again.stdout.replace(", answered before", "") == done.stdout != again.stdout
        assert more or "games/s" not in again.stderr, "the answer stands in the file"
        with Database.open(tmp_path / "laboratory.db") as database:
            assert database.query("SELECT count(*) FROM replays") == [(replays,)]
    assert written(tmp_path) == before


def test_an_estimate_plays_nothing(tmp_path):
    words = ["match", "champion", "v26", "--estimate", "--mix"]
    short, long = (
        run_command(tmp_path, *words, *more) for more in (["10x10", "--blocks", "9"], ["50x50", "--sprt", "0,1"])
    )
    assert short.stdout == "18 games (1 minute of an idle core).\n"
    assert re.search(r"^About [\d,]+ games \(\d+ (hours|days) of an idle core\) if the truth is one", long.stdout)
    assert not list(tmp_path.iterdir())


@pytest.fixture
def repository(tmp_path, monkeypatch):
    monkeypatch.setattr("experiments.match.experiment.RESULTS", tmp_path / "experiments" / "results")
    monkeypatch.setattr("experiments.match.experiment.LEDGER", tmp_path / "experiments" / "LEDGER.md")
    return tmp_path


def test_an_undecided_match_ends_with_1_and_a_published_one_is_written_into_the_repository(repository):
    words = "match v26 v17 --mix 10x10 --sprt 0,5 --most 2 --publish --question Who?"
    done, ledger = run_command(repository, *words.split()), repository / "experiments" / "LEDGER.md"
    assert done.exit_code == 1
    assert "UNDECIDED" in done.stdout
    (row,) = (line for line in ledger.read_text(encoding="utf-8").splitlines() if "Who?" in line)
    assert row.startswith("| [E-0001](results/0001.toml) |")
    assert "| Who? | v26 against v17; 2 players, 10x10 | UNDECIDED |" in row
    assert not (repository / "laboratory-results").exists()


# The commands `sweep` and `ladder`, and what a claim needs in `match` as well.


BOARDS = ["--mix", "10x10,12x12"]
SWEEP = ["sweep", "--vary", "alpha=0.1,0.5", "--against", "v17,v12", "--blocks", "3", *BOARDS]
LADDER = ["ladder", "v26", "v17", "v12", "--most", "14", *BOARDS]  # the opening takes 12

LADDER_FILES = {"ladder.csv", "ladder.png", "head-to-head.csv", "head-to-head.png"}


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    folder = tmp_path_factory.mktemp("swept")
    return folder, run_command(folder, *SWEEP)


@pytest.fixture(scope="module")
def climbed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("climbed")
    return folder, run_command(folder, *LADDER)


def test_a_sweep_writes_table_picture_and_report(swept):
    import pandas as pd

    folder, answer = swept
    assert answer.exit_code == 0, answer.output
    table = pd.read_csv(folder / "sweep" / "sweep.csv")
    assert list(zip(table.opponent, table.alpha, table.games, strict=True)) == [
        *(("v17", alpha, 6) for alpha in (0.1, 0.5)),
        *(("v12", alpha, 6) for alpha in (0.1, 0.5)),
        *(("all", alpha, 12) for alpha in (0.1, 0.5)),
    ]
    assert set(files(folder / "sweep")) == {"sweep.csv", "sweep.txt", "sweep-curve.png"}
    assert (folder / "sweep" / "sweep.txt").read_text(encoding="utf-8").strip() in answer.stdout


@pytest.mark.parametrize(("finished", "command", "place"), [("swept", SWEEP, "sweep"), ("climbed", LADDER, "ladder")])
def test_a_second_run_plays_no_game_and_writes_the_same(finished, command, place, request):
    folder, _ = request.getfixturevalue(finished)
    before = files(folder / place)
    again = run_command(folder, *command)
    assert "games/s" not in again.stderr, "the answer stands in the file"
    assert files(folder / place) == before


def test_a_ladder_writes_tables_and_pictures_and_says_that_it_is_not_done(climbed):
    """14 blocks of three players do not tell within 30 Elo: exit code 1, and the ladder as far as it is known."""
    import pandas as pd

    folder, answer = climbed
    assert answer.exit_code == 1, answer.output
    assert "NOT all intervals" in answer.stdout
    assert set(files(folder / "ladder")) == LADDER_FILES
    table = pd.read_csv(folder / "ladder" / "ladder.csv")
    assert sorted(table.player) == ["v12", "v17", "v26"]
    assert table.blocks.sum() == 2 * 14


# The command `tune`, with real games.


SPACE = 'alpha = "0.02:0.9:log"\nhold_until = "3:8"\n'
SETTINGS = ["--space", "space.toml", "--against", "v17,v12", "--mix", "10x10", "--sampler", "cmaes", "--most", "10"]
FROM_V26 = ["tune", *SETTINGS, "--trials", "5", "--blocks-per-trial", "8", "--base", "v26"]
SHORT = ["tune", *SETTINGS, "--trials", "1", "--blocks-per-trial", "1"]  # of the champion, whose games are slow


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "space.toml").write_text(SPACE, encoding="utf-8")
    return tmp_path


def test_a_search_says_who_won_and_an_answered_one_plays_nothing_again(folder):
    done = run_command(folder, *FROM_V26)
    assert done.exit_code == 1
    assert sorted(written(folder)) == ["0001.toml", "0002.toml"]
    parts = ["L-0001, on development maps", "is the winner of 5 candidates", "L-0002, on held-out maps from",
             "Results of v26?alpha=", "Its parameters are in tuned.toml"]  # fmt: skip
    places = [done.stdout.index(part) for part in parts]
    assert places == sorted(places)
    text = (folder / "tuned.toml").read_text(encoding="utf-8")
    assert "It is undecided whether" in text
    assert player(str(folder / "tuned.toml")).parameters.alpha == tomllib.loads(text)["alpha"]
    again = run_command(folder, *FROM_V26)
    assert "games/s" not in again.stderr, "both answers stand in their files"
    longer = run_command(folder, *FROM_V26, "--trials", "6")
    assert int(longer.stderr.partition(" of them stored before")[0].rpartition(", ")[2]) >= 60


@pytest.mark.parametrize("space", ["hold_until = [5]\n", "alpha = [0.9]\n"], ids=["the base", "a worse one"])
def test_a_search_that_finds_nothing_better_than_the_base_has_nothing_to_test(folder, space):
    """A winner that scored less than the base was tested on held-out maps all the same."""
    (folder / "space.toml").write_text(space, encoding="utf-8")
    done = run_command(folder, *SHORT, "--sampler", "random", "--base", "v26")
    assert done.exit_code == 1
    assert "nothing better than v26" in done.stdout
    assert "nothing to test" in (folder / "tuned.toml").read_text(encoding="utf-8")
    assert sorted(written(folder)) == ["0001.toml"]


REFUSED = [
    ("match", "Missing argument"),
    ("match v26 v17 --sprt 10,0", "pair of bounds"),
    ("match v26 v17 --blocks 5 --question ''", "answered"),
    ("match v26 v17 --workers=0", "greater than or equal to 1"),
    ("match v26 'python3 MyBot.py'", "cmd:python3 MyBot.py"),
    ("match v26 v17 --blocks 2 --most 9", "a fixed number without a test, --most"),
    ("ladder v26 v17 --players two", "6 or mix"),
    ("tune --space missing.toml --against v17", "missing.toml"),
    ("match v26 v17 --mix 30x30,101x100", "10,000"),  # any board of a mix counts
    # `--database .` printed a traceback and exit code 1, which means "undecided".
    *(
        (f"{words} '{path}'", "directory")
        for path in (".", "")
        for words in (
            "match v26 v17 --database",
            "ladder v26 v17 --database",
            "sweep --vary alpha=0.1,0.2 --database",
            "tune --space space.toml --out",
        )
    ),
]


@pytest.mark.parametrize(("line", "problem"), REFUSED)
def test_a_mistake_is_a_sentence_and_leaves_nothing_behind(folder, line, problem):
    done = run_command(folder, *shlex.split(line))
    assert done.exit_code == 2
    assert problem in complaint(done)
    assert [path.name for path in folder.iterdir()] == ["space.toml"]
