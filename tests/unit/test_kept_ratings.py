"""Ratings that a start of the league finds beside the database."""

import pytest

from experiments.laboratory.database import Database
from experiments.league import kept_ratings
from experiments.league.documents import Documents
from experiments.league.kept_ratings import KeptRatings
from experiments.league.ratings import rated
from tests.support.results import finished

ORDERS = {(("a", "b"), ("b", "a")): 20, (("a", "b"), ("a", "b")): 9, (("b", "a"), ("b", "a")): 4}


@pytest.fixture
def kept(tmp_path):
    """In a folder that is not there yet."""
    return KeptRatings(tmp_path / "ratings")


class TestRatingsWereComputedAnewAtEachStart:
    """The league of the published games took 44 s to its first ratings, after every start the same."""

    def test_they_are_those_of_the_computation(self, kept):
        """To the last digit, from the file too; with the number of games of today."""
        found = rated(ORDERS, "b", 66)
        assert kept.rated(ORDERS, "b", 66) == found
        assert kept.rated(ORDERS, "b", 66) == found
        assert kept.rated(ORDERS, "b", 70).games == 70

    def test_a_second_start_computes_nothing(self, kept, monkeypatch):
        """Another anchor, other games, another number of resamples and other code do."""
        kept.rated(ORDERS, "b")
        asked = []
        monkeypatch.setattr(kept_ratings, "rated", lambda *question: asked.append(question))
        KeptRatings(kept.folder).rated(ORDERS, "b")
        assert asked == []
        kept.rated(ORDERS, "a")
        kept.rated({**ORDERS, (("a", "b"), ("b", "a")): 21}, "b")
        kept.rated(ORDERS, "b", resamples=3)
        monkeypatch.setattr(kept_ratings, "_code", lambda: "another")
        kept.rated(ORDERS, "b")
        assert len(asked) == 4

    @pytest.mark.parametrize("content", [
        "", "[]", "[" * 100_000, '{"anchor": "a", "elo": []}', '{"anchor": "a", "elo": {"a": [0, 0, 0]}}',
        '{"anchor": "a", "elo": {"a": ["x", "y", "z"], "b": [0, 0, 0]}}',
        '{"anchor": "z", "elo": {"a": [0, 0, 0], "b": [0, 0, 0]}}',
    ])  # fmt: skip
    def test_a_damaged_file_is_written_anew(self, kept, content):
        """The story: a list in the place of the ratings ended the league's start; one without a player was shown."""
        found = kept.rated(ORDERS)
        (path,) = kept.folder.iterdir()
        path.write_text(content)
        assert kept.rated(ORDERS) == found
        assert "elo" in path.read_text()

    def test_a_folder_that_cannot_be_written_to_costs_only_the_time(self, kept):
        """The ratings are those of the computation."""
        found = kept.rated(ORDERS)
        (path,) = kept.folder.iterdir()
        path.unlink()
        kept.folder.rmdir()
        kept.folder.write_text("a file")
        assert kept.rated(ORDERS) == found

    def test_old_files_go(self, kept, monkeypatch):
        """The newest are kept."""
        monkeypatch.setattr(kept_ratings, "MOST", 2)
        for number in range(4):
            kept.rated({**ORDERS, (("a", "b"), ("b", "a")): number + 1}, resamples=3)
        assert len(list(kept.folder.iterdir())) == 2

    def test_the_league_asks_them(self, tmp_path, monkeypatch):
        """Its leaderboard and its history."""
        with Database.open(tmp_path / "laboratory.db") as database:
            database.store(finished(range(60)))
            first = Documents.of(database, database.path, waits=True)
            told = [first.document(name) for name in ("leaderboard/all-all", "history")]
            monkeypatch.setattr(kept_ratings, "rated", lambda *_: pytest.fail("it was computed again"))
            again = Documents.of(database, database.path, waits=True)
            assert [again.document(name) for name in ("leaderboard/all-all", "history")] == told
