"""The league's ratings are computed in threads: when the process ends, none of them may still run."""

import subprocess
import sys
import threading
from contextlib import closing

import pytest

from experiments.laboratory.database import Database
from experiments.league import kept_ratings
from experiments.league.server import League, application
from tests.support.leagues import more_games
from tests.support.processes import PATIENCE
from tests.support.project import ROOT
from tests.support.watching import Client

ENDS_WHILE_RATING = """
import time
from threading import Event
import numpy as np
from experiments.league.background import Background
from experiments.stats.ratings import Pairs

players, begun = 700, Event()
pairs = Pairs.of(players, np.arange(players)[None], np.ones((1, players)))

def work():
    while True:
        pairs.solved(np.ones((1, players**2)), np.ones((1, players)), np.ones((1, players)))
        begun.set()

background = Background()
background.latest("ratings", 1, lambda: work)
begun.wait()
time.sleep(0.1)
background.close()
print("done")
"""
"""So many players make one equation last a tenth of a second, and the program end inside one."""


class TestPassedTestsEndedWithExitCode120:
    """Tests that passed, and a league stopped by Ctrl-C, ended with exit code 120 in two runs of three.

    A daemon thread was in scipy's splu when the process ended, and left an error behind for the flush of stdout.
    """

    def test_a_process_that_ends_while_it_rates_ends_with_0(self):
        """And says nothing that it was not told to say."""
        command = [sys.executable, "-c", ENDS_WHILE_RATING]
        ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, "done\n", "")

    def test_a_league_that_is_closed_rates_no_more(self, tmp_path, monkeypatch):
        """Its work is stopped, not waited for: here it would never be done."""
        before = set(threading.enumerate())
        with closing(self.rating_league(tmp_path, monkeypatch)):
            assert rating_since(before) != []
        assert rating_since(before) == []

    def test_a_league_whose_database_does_not_close_rates_no_more_either(self, tmp_path, monkeypatch):
        """The database's error left the work running, and the exit code was 120 again."""
        before = set(threading.enumerate())
        league = self.rating_league(tmp_path, monkeypatch)

        def broken(database):
            raise OSError("disk full")

        with monkeypatch.context() as patched:
            patched.setattr(Database, "close", broken)
            with pytest.raises(OSError, match="disk full"):
                league.close()
        assert rating_since(before) == []

    @staticmethod
    def rating_league(folder, monkeypatch):
        """A league in the middle of ratings that never end."""
        begun = threading.Event()

        def endless(*_):
            while True:
                begun.set()

        monkeypatch.setattr(kept_ratings, "rated", endless)
        more_games(folder / "laboratory.db", 0, 3)
        league = League(folder / "laboratory.db")
        Client(application(league)).get("/api/document", params={"name": "leaderboard/all-all"})
        assert begun.wait(PATIENCE)
        return league


def rating_since(before):
    """The names of threads that rate and were not there before."""
    return [thread.name for thread in set(threading.enumerate()) - before if thread.name.startswith("ratings")]
