"""The command `coach`: it names a known blunder, keeps the games it played, and continues after a stop."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

from engine.replay import write
from experiments.coach import answer as answering
from experiments.coach import procedure, run
from experiments.coach.answer import Coach
from experiments.coach.futures import Futures
from experiments.coach.journal import Journal
from experiments.coach.procedure import Purpose
from tests.support.coaching import BLUNDER, blundered
from tests.support.processes import PATIENCE
from tests.support.project import ROOT

FUTURES = 40


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    """The file of a game with a blunder, alone in a folder."""
    path = tmp_path_factory.mktemp("coached") / "game.hlt"
    write(blundered(), path)
    return path


def ask(game, capsys=None, seat=1, workers=2):
    """The exit code of the command, and the document that it kept."""
    database = game.parent / "laboratory.db"
    code = run.coach(game, seat, None, FUTURES, workers, database, opens=False)
    (kept,) = (database.parent / "laboratory-coach").glob(f"*-{seat}-*/answer-{FUTURES}.json")
    return code, json.loads(kept.read_text())


@pytest.fixture(scope="module")
def answered(game):
    """The coach's answer for this game."""
    code, document = ask(game)
    assert code == run.DONE
    return document


def test_the_blunder_is_named_a_better_move_measured_and_the_page_tells_it(answered, game):
    """A move that throws the game away is the largest turning point; nearly every other move wins beyond luck."""
    sure = [fall for fall in answered["falls"] if fall["is_sure"]]
    assert sure
    largest = max(sure, key=lambda fall: fall["fall"][1])
    assert largest["first"] <= BLUNDER < largest["last"]
    assert largest["before"][1] - largest["after"][1] > 0.4
    steep = [fall for fall in answered["falls"] if fall["is_sure"] and not fall["is_slow"]]
    (blunder,) = [fall for fall in steep if fall["first"] <= BLUNDER < fall["last"]]
    remedy = blunder["remedy"]
    assert remedy["compared"]["is_sure"]
    assert remedy["game"]
    assert all(square["recorded"] != square["better"] for square in remedy["squares"])
    page = run.beside(game, 1).read_text()
    assert "Why did player 1 (v26) lose?" in page
    assert f"turn {BLUNDER + 1}" in page
    assert "v26, which predicts" in page


def test_asking_again_plays_nothing(answered, game, monkeypatch, capsys):
    """The kept answer opens at once: nothing is compiled and no game is played."""
    before = run.beside(game, 1).read_bytes()
    monkeypatch.setattr(Coach, "answer", lambda _: pytest.fail("it was worked out again"))
    assert run.coach(game, 1, None, FUTURES, 2, game.parent / "laboratory.db", opens=False) == run.DONE
    assert run.beside(game, 1).read_bytes() == before
    assert "beyond luck" in capsys.readouterr().out


def test_a_stop_loses_nothing_and_changes_nothing(answered, game, tmp_path, monkeypatch, capsys):
    """Ctrl-C in the middle, then the same command with another number of workers: the same answer to the last digit."""
    other = tmp_path / "game.hlt"
    other.write_bytes(game.read_bytes())
    noted, note = [], Journal.note

    def stopping(self, key, places):
        note(self, key, places)
        noted.append(key)
        if len(noted) == 20:
            raise KeyboardInterrupt

    monkeypatch.setattr(Journal, "note", stopping)
    database = tmp_path / "laboratory.db"
    assert run.coach(other, 1, None, FUTURES, 1, database, opens=False) == run.INTERRUPTED
    assert "run the same command again" in capsys.readouterr().out
    assert len(noted) == 20
    code, document = ask(other, workers=3)
    assert code == run.DONE
    assert document == answered
    assert len(set(noted)) == len(noted), "a batch that was kept is not played again"


def test_the_page_opens_at_once_and_grows(answered, game, tmp_path, monkeypatch):
    """Before a future is played; then the curve has more and more frames, and Ctrl-C leaves what is known."""
    other = tmp_path / "game.hlt"
    other.write_bytes(game.read_bytes())
    written, opened, note = [], [], Journal.note
    monkeypatch.setattr(run, "EVERY", 0.0)
    monkeypatch.setattr("viewer.browser.show", opened.append)
    monkeypatch.setattr(run, "_write", lambda target, document, question: written.append(document.copy()))

    def stopping(self, key, places):
        note(self, key, places)
        if key.startswith(Purpose.CONFIRM.name):
            raise KeyboardInterrupt

    monkeypatch.setattr(Journal, "note", stopping)
    assert run.coach(other, 1, None, FUTURES, 1, tmp_path / "laboratory.db", opens=True) == run.INTERRUPTED
    assert opened == [run.beside(other, 1).resolve().as_uri()]
    frames = [len(document["chance"]) for document in written]
    assert frames[0] == 0
    assert frames == sorted(frames)
    assert frames[-1] == len(answered["chance"])
    assert written[-1]["chance"] == answered["chance"]
    assert written[-1]["stopped"]
    assert [document["surveyed"] for document in written].index(True) == [
        len(each["chance"]) for each in written
    ].index(procedure.FRAMES)


def test_a_first_answer_from_few_futures_stays_until_the_whole_one(monkeypatch):
    """Its own futures are fewer; what is found out for the whole answer is not shown before its end."""
    written, coach = [], object.__new__(Coach)
    coach.effort, coach._show = answering.Effort.of(answering.FUTURES), written.append
    monkeypatch.setattr(Coach, "answer", lambda self: {"futures": self.effort.confirm, "open": None})
    coach.first_answer()
    coach._show({"chance": []})
    assert [document["futures"] for document in written] == [answering.COARSE]
    assert written[0]["open"].startswith("This is a first answer")
    assert coach.effort.confirm == answering.FUTURES


@pytest.mark.skipif("sys.platform == 'win32'", reason="POSIX signals")
def test_ctrl_c_ends_it_in_words(game, tmp_path):
    """Exit code 130, no traceback, and the journal holds what was played."""
    other = tmp_path / "game.hlt"
    other.write_bytes(game.read_bytes())
    words = [sys.executable, "-m", "experiments", "coach", str(other), "--no-open"]
    database = tmp_path / "laboratory.db"
    process = subprocess.Popen(
        [*words, "--database", str(database)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    deadline = time.monotonic() + PATIENCE
    while not list(tmp_path.glob("laboratory-coach/*/futures.jsonl")):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    told, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == run.INTERRUPTED
    assert "Traceback" not in complaint
    assert "run the same command again" in told
    left = run.beside(other, 1).read_text()
    assert "The search was stopped here; the same command goes on." in left
    assert '"isGrowing":false' in left


def test_how_long_it_takes_is_said_before_it_begins(game, tmp_path, monkeypatch, capsys):
    """A game of the champion takes most of an hour of one processor: it began without a word about that."""

    def stopped(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Futures, "seconds", lambda *_: 1.0)
    monkeypatch.setattr(Coach, "answer", stopped)
    assert run.coach(game, 1, None, None, 2, tmp_path / "laboratory.db", opens=False) == run.INTERRUPTED
    said = capsys.readouterr().err
    assert re.search(r"About \d,\d{3} futures for two turning points, roughly .* with 2 workers", said)


def test_the_futures_behind_the_estimate_are_not_kept(game, tmp_path):
    """A future from the middle is played by each worker: the answer plays the same ones as without an estimate."""
    journal = Journal(tmp_path)
    coach = Coach(run.asked(game, 1), journal, FUTURES, 2)
    assert coach.forecast().startswith("About ")
    assert not list(tmp_path.iterdir())
