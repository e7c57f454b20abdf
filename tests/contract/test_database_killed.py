"""kill -9 of a process that stores games, again and again: every game reported as stored is in the file."""

import subprocess
import sys
import time

import pytest

from experiments.laboratory.database import Database
from tests.support.project import ROOT
from tests.support.results import finished, game

# Says which game is stored after storing it, as a run counts a game after storing it; with replays, so that it writes
# many pages in a transaction.
STORE_FOR_EVER = """
import gzip, os, sys
from dataclasses import replace
from itertools import count
from experiments.laboratory.database import Database
from tests.support.results import finished

with Database.open(sys.argv[1]) as database:
    for seed in count(int(sys.argv[2])):
        recording = gzip.compress(os.urandom(50_000))
        database.store([(game, replace(played, replay=recording)) for game, played in finished([seed])])
        print(seed, flush=True)
"""


def storing(path, first: int) -> list[str]:
    """The command of a process that stores games from this one on."""
    return [sys.executable, "-c", STORE_FOR_EVER, str(path), str(first)]


def killed_after(path, first: int, games: int) -> list[int]:
    """The games that a process said to have stored before it was killed."""
    with subprocess.Popen(storing(path, first), cwd=ROOT, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        told = [int(run.stdout.readline()) for _ in range(games)]
        run.kill()  # SIGKILL, in the middle of the next game
        told += [int(line) for line in run.stdout if line.endswith("\n")]
    return told


def test_a_killed_process_loses_at_most_the_game_in_flight(tmp_path):
    """The log that it leaves behind is read by the next process; the finished file is as if nothing had happened."""
    path, told = tmp_path / "laboratory.db", []
    for games in (1, 7, 40):
        told += killed_after(path, first=len(told), games=games)
        with Database.open(path) as database:
            stored = database.find([game(seed).key for seed in range(len(told) + 1)], replays=True)
            assert database.check() == []
        assert len(stored) - len(told) in (0, 1), "one game may be stored and not yet reported"
        assert all(stored[game(seed).key].replay for seed in told)
    with Database.open(path) as database:
        database.store(finished(range(len(told) + 10)))
        assert database.games()["game"].nunique() == len(told) + 10


@pytest.mark.parametrize("delay", [0.0, 0.001, 0.002], ids=lambda delay: f"{delay * 1000:.0f} ms")
def test_a_process_killed_while_it_makes_the_file_leaves_a_usable_one(tmp_path, delay):
    """A file is empty or whole; never something that the next run stumbles over."""
    path = tmp_path / "laboratory.db"
    with subprocess.Popen(storing(path, 0), cwd=ROOT, stdout=subprocess.DEVNULL) as run:
        while not path.exists():
            assert run.poll() is None
            time.sleep(0.0002)
        time.sleep(delay)
        run.kill()
    with Database.open(path) as database:
        database.store(finished([1000]))
        assert database.check() == []
