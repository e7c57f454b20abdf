"""The league's ratings are computed in threads: when the process ends, none of them may still run."""

import threading
from contextlib import closing

import pytest

from experiments.laboratory.database import Database
from experiments.league import kept_ratings
from experiments.league.server import League, application
from tests.support.leagues import more_games
from tests.support.processes import PATIENCE
from tests.support.watching import Client


class TestPassedTestsEndedWithExitCode120:
    """Tests that passed, and a league stopped by Ctrl-C, ended with exit code 120 in two runs of three.

    A daemon thread was in scipy's splu when the process ended, and left an error behind for the flush of stdout.
    """

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
