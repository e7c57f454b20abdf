"""The league's ratings are computed in threads: when the process ends, none of them may still run."""

import subprocess
import sys
import threading
from contextlib import closing

from experiments.league import documents
from experiments.league.server import League, application
from tests.leagues import more_games
from tests.processes import PATIENCE
from tests.project import ROOT
from tests.watching import Client

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
        pairs.solved(np.ones(players**2), np.ones(players), np.ones(players))
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
    """`python -m pytest tests/browser/test_league.py -k "own_games or cards" > out` passed both tests and ended with
    exit code 120 in two runs of three: "Exception ignored in: <_io.TextIOWrapper name='<stdout>'> TypeError: an integer
    is required". So did a league that was stopped by Ctrl-C while it rated.

    A daemon thread was inside scipy's splu when the process ended. Python then clears what belongs to the thread, scipy
    looks through the memory that splu still had and leaves an error behind, and the flush of stdout that follows fails.
    """

    def test_a_process_that_ends_while_it_rates_ends_with_0(self):
        """And says nothing that it was not told to say."""
        command = [sys.executable, "-c", ENDS_WHILE_RATING]
        ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, "done\n", "")

    def test_a_league_that_is_closed_rates_no_more(self, tmp_path, monkeypatch):
        """Its work is stopped, not waited for: here it would never be done."""
        begun = threading.Event()

        def endless(*_):
            while True:
                begun.set()

        monkeypatch.setattr(documents, "rated", endless)
        more_games(tmp_path / "laboratory.db", 0, 3)
        with closing(League(tmp_path / "laboratory.db")) as league:
            Client(application(league)).get("/api/document", params={"name": "leaderboard/all-all"})
            assert begun.wait(PATIENCE)
        assert [thread.name for thread in threading.enumerate() if thread.name.startswith("ratings")] == []
