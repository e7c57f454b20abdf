"""The verb `tune` from its command line, with real games."""

import os
import subprocess
import sys
import time
import tomllib

import optuna
import pytest
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend
from typer.testing import CliRunner

from experiments.__main__ import laboratory
from experiments.arena.players import player
from tests.support.project import ROOT

SPACE = 'alpha = "0.02:0.9:log"\nhold_until = "3:8"\n'
SETTINGS = [
    "--space",
    "space.toml",
    "--against",
    "v17,v12",
    "--mix",
    "10x10",
    "--trials",
    "5",
    "--blocks-per-trial",
    "8",
]
SETTINGS += ["--sampler", "cmaes", "--most", "10"]
FROM_V26 = [*SETTINGS, "--base", "v26"]
"""116 games, twice: with the champion, which searches, each takes many times as long."""

SHORT = [*SETTINGS, "--trials", "1", "--blocks-per-trial", "1"]
"""From the usual base, the champion: for what does not depend on how many games its one trial has."""

WAITING = """
import sys, time, typer
from optuna.storages.journal import JournalFileBackend
from experiments.commands.tune import tune

def append(self, logs, append=JournalFileBackend.append_logs, last=int(sys.argv.pop(1))):
    append(self, logs)
    if open("tune.journal", "rb").read().count(b"\\n") >= last:
        time.sleep(3600)

JournalFileBackend.append_logs = append
typer.run(tune)
"""
"""The verb, which stops for good when its journal has so many lines."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current folder, with a space to tune in."""
    (tmp_path / "space.toml").write_text(SPACE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def asked(*words):
    """The verb in this process, which has the compiled kernels already."""
    return CliRunner().invoke(laboratory, ["tune", *words])


def killed(folder, events):
    """The verb in a process that waits, and is killed, when its journal has so many lines or a few more."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, "-c", WAITING, str(events + 5), *FROM_V26],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while process.poll() is None and lines(folder / "tune.journal") < events:
        time.sleep(0.005)
    assert process.poll() is None, "it was over before it could be killed"
    process.kill()
    process.wait()


def lines(path):
    """How many events a journal has."""
    return path.read_bytes().count(b"\n") if path.exists() else 0


def left_behind(folder):
    """Every trial in the journal, the file and the ledger's entry: all that a search leaves behind."""
    storage = JournalStorage(JournalFileBackend(str(folder / "tune.journal")))
    trials = optuna.load_study(study_name="cmaes-space", storage=storage).trials
    entry = (folder / "laboratory-results" / "0001.toml").read_text(encoding="utf-8")
    parameters = (folder / "tuned.toml").read_text(encoding="utf-8")
    return [(trial.state, trial.params, trial.value, trial.intermediate_values) for trial in trials], parameters, entry


def test_a_search_that_is_killed_ends_as_one_that_was_not(folder, monkeypatch):
    """Here a real process dies in the middle of a trial: the same trials, winner, verdict and entry."""
    killed(folder, events=35)
    assert asked(*FROM_V26).exit_code == 1
    other = folder / "undisturbed"
    other.mkdir()
    (other / "space.toml").write_text(SPACE, encoding="utf-8")
    monkeypatch.chdir(other)
    done = asked(*FROM_V26)
    assert left_behind(folder) == left_behind(other)
    parts = [
        "Winner of 5 trials",
        "on development maps",
        "L-0001, on held-out maps from",
        "Results of v26?alpha=",
    ]
    places = [done.stdout.index(part) for part in [*parts, "Its parameters are in tuned.toml"]]
    assert places == sorted(places)


def test_the_file_of_the_winner_is_a_player(folder):
    """Its comments say how far it can be believed; ten blocks against the base decide nothing."""
    done = asked(*SHORT, "--most", "2")
    assert done.exit_code == 1
    text = (folder / "tuned.toml").read_text(encoding="utf-8")
    assert "It is undecided whether" in text
    assert player("tuned.toml").parameters.alpha == tomllib.loads(text)["alpha"]


def test_a_search_that_finds_the_base_has_nothing_to_test(folder):
    """A player beats itself half the time: no match, no entry, and the file says why."""
    (folder / "space.toml").write_text("hold_until = [5]\n", encoding="utf-8")
    done = asked(*SHORT, "--sampler", "random")
    assert done.exit_code == 1
    assert "nothing to test" in done.stdout
    assert "nothing to test" in (folder / "tuned.toml").read_text(encoding="utf-8")
    assert not (folder / "laboratory-results").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--space", "missing.toml"], "missing.toml"),
        (["--sampler", "spsa"], "'spsa'"),
        (["--against", "v99"], "'v99'"),
        (["--mix", "30"], "mix of boards"),
        (["--sprt", "10"], "10"),
        (["--journal", "space.toml"], "journal"),
    ],
)
def test_a_wrong_word_ends_in_a_sentence(folder, words, message):
    """On stderr, with exit code 2, and before the first game."""
    done = asked(*SETTINGS, *words)
    assert done.exit_code == 2
    assert message in done.stderr
    assert not (folder / "tuned.toml").exists()
