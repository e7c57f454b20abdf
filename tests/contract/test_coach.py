"""The command `coach`: it names a known blunder, keeps the games it played, and continues after a stop."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from engine.replay import write
from experiments.coach import run, sentences
from experiments.coach.answer import COARSE
from experiments.coach.journal import Journal
from tests.support.coaching import BLUNDER, blundered
from tests.support.processes import PATIENCE
from tests.support.project import ROOT

FUTURES = 40


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    path = tmp_path_factory.mktemp("coached") / "game.hlt"
    write(blundered(), path)
    return path


@pytest.fixture(scope="module")
def answered(game):
    """The answer about this game, the answers that were shown, and the futures that were played."""
    shown, played, note = [], [], Journal.note
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run, "EVERY", 0.0)
        patch.setattr(run.GrowingPage, "write", lambda self, answer: shown.append(answer))
        patch.setattr(Journal, "note", lambda self, key, found: played.append(key) or note(self, key, found))
        assert run.coach(game, 1, None, FUTURES, 2, game.parent / "laboratory.db", opens=False) == run.DONE
    return shown[-1], shown, played


def test_the_blunder_is_named_and_a_better_move_measured(answered):
    sure = answered[0].sure
    largest = max((point.fall for point in sure), key=lambda fall: fall.gap.value)
    assert largest.first <= BLUNDER < largest.last
    assert largest.gap.value > 0.4
    (blunder,) = [each for each in sure if not each.fall.is_slow and each.fall.first <= BLUNDER < each.fall.last]
    assert blunder.remedy.is_sure
    squares = blunder.remedy.move.squares
    recorded = answered[0].game.replay.moves[blunder.fall.first]
    assert (blunder.remedy.move.moves.flat[squares] != recorded.flat[squares]).all()


def test_a_coarse_answer_comes_first_and_is_refined(answered):
    answer, shown, _ = answered
    frames = [len(each.chance) for each in shown]
    assert frames[0] == 0
    assert frames[-1] > frames[1] > 0
    first = next(place for place, each in enumerate(shown) if each.points)
    assert shown[first].effort.confirm == COARSE
    assert answer.effort.confirm == FUTURES
    assert all(each.points for each in shown[first:])
    left = [each.left for each in shown if each.left is not None]
    assert left == sorted(left, reverse=True)
    assert all(sum(point.each) == pytest.approx(1) for point in answer.chance), "a duel has one winner"


def test_a_stop_loses_nothing_and_changes_nothing(answered, game, tmp_path, monkeypatch, capsys):
    answer, _, played = answered
    other = tmp_path / "game.hlt"
    other.write_bytes(game.read_bytes())
    noted, note = [], Journal.note

    def stopping(self, key, found):
        note(self, key, found)
        noted.append(key)
        if len(noted) == len(played) // 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(Journal, "note", stopping)
    database = tmp_path / "laboratory.db"
    assert run.coach(other, 1, None, FUTURES, 1, database, opens=False) == run.INTERRUPTED
    assert "run the same command again" in capsys.readouterr().out
    left = json.loads(run.beside(other, 1).read_text())
    assert left["lead"][-1] == "The search was stopped here; the same command goes on."
    assert not left["growing"]
    assert 'id="findings"' in (tmp_path / "game.html").read_text()
    shown, write_page = [], run.GrowingPage.write
    monkeypatch.setattr(run.GrowingPage, "write", lambda self, found: shown.append(found) or write_page(self, found))
    assert run.coach(other, 1, None, FUTURES, 3, database, opens=False) == run.DONE
    assert sentences.findings(shown[-1]) == sentences.findings(answer)
    assert len(noted) == len(played), "a batch that was kept is not played again"
    assert f"turn {BLUNDER + 1}" in run.beside(other, 1).read_text()
    assert "beyond luck" in capsys.readouterr().out


@pytest.mark.skipif("sys.platform == 'win32'", reason="POSIX signals")
def test_ctrl_c_ends_it_in_words(game, tmp_path):
    """Exit code 130, no traceback, and the journal holds what was played."""
    other = tmp_path / "game.hlt"
    other.write_bytes(game.read_bytes())
    words = [sys.executable, "-m", "experiments", "coach", str(other), "--no-open"]
    process = subprocess.Popen(
        [*words, "--database", str(tmp_path / "laboratory.db")], cwd=ROOT, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    deadline = time.monotonic() + PATIENCE
    while not list(tmp_path.glob("laboratory-coach/*.jsonl")):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    told, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == run.INTERRUPTED
    assert "Traceback" not in complaint
    assert "run the same command again" in told
