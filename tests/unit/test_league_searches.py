"""Sweeps and tunes in the league: its numbers equal the sweep's table and the tune's trials."""

import json

import numpy as np
import pytest

from experiments import sweep as sweeps
from experiments.arena.players import player
from experiments.arena.schedule import Map
from experiments.arena.space import Space
from experiments.laboratory.database import DatabaseError
from experiments.laboratory.executor import open_executor
from experiments.laboratory.laboratory import Laboratory
from experiments.laboratory.progress import Progress
from experiments.league import damage, runs
from experiments.league.documents import Documents
from experiments.sweep import table
from experiments.sweep.playing import play
from tests.support.results import V12, V17, V26

TUNE = {
    "kind": "tune", "base": "v26", "axes": ["alpha=0.02:0.5:log"], "opponents": ["v17"], "players": 2,
    "sampler": "tpe", "score": 0.5, "variance": 0.1, "blocks": 40, "values": [0.1], "trials": [],
}  # fmt: skip
MAPS = [Map(8, 8, seed, 2) for seed in range(4)]


def swept(database, design, opponents, maps):
    """Play a sweep; returns its table."""
    with open_executor(workers=1) as executor, Progress(None, "sweep of alpha") as progress:
        laboratory = Laboratory(database, executor)
        results = play(laboratory, design, opponents, maps, progress, seed=3)
        laboratory.close()
    return table.table(design, opponents, results, 3)


@pytest.mark.parametrize("opponents", [[V17], [V26, V12]])
def test_a_sweep_equals_its_table(database, opponents):
    """Of every point against every opponent; the page cuts ends of a difference that lie beyond what it can be."""
    design = sweeps.design(player("v26"), Space.parse(["alpha=0.05:0.5:3:log"]), 3, 1)
    printed = swept(database, design, opponents, MAPS)
    told = Documents.of(database, database.path, waits=True).document("run/1")
    json.dumps(told, allow_nan=False)
    assert (told["kind"], told["base"], told["run"]["title"]) == ("sweep", "v26", "sweep of alpha")
    assert len(told["rows"]) == len(printed)
    for row, expected in zip(told["rows"], printed.to_dict("records"), strict=True):
        assert row["values"] == [expected["alpha"]]
        assert row["opponent"] == expected["opponent"]
        assert row["games"] == expected["games"]
        for name in ("score", "difference"):
            ends = [expected[f"{name}_low"], expected[name], expected[f"{name}_high"]]
            assert row[name] == pytest.approx(np.clip(ends, -1, 1).tolist())


@pytest.mark.parametrize("complete", [1, 2])
def test_a_sweep_that_is_still_playing_counts_the_maps_that_all_points_have_played(database, complete):
    """Regression: after the first map a difference from the default is anything, and the page was a server's error."""
    design = sweeps.design(player("v26"), Space.parse(["alpha=0.05:0.5:2"]), 2, 1)
    swept(database, design, [V17], MAPS[:complete])
    ((content,),) = database.query("SELECT content FROM reports")
    asked = json.loads(content)
    database.report(1, json.dumps({**asked, "maps": [[8, 8, seed] for seed in range(4)]}))
    told = Documents.of(database, database.path, waits=True).document("run/1")
    json.dumps(told, allow_nan=False)
    assert {row["blocks"] for row in told["rows"]} == {complete}
    assert all(-1 <= low <= middle <= high <= 1 for low, middle, high in (row["difference"] for row in told["rows"]))


def test_a_tune_has_its_candidates_and_a_surface(database):
    """The base first; the line of the surface runs over the whole range, on its own scale."""
    same = {"variance": 0.1, "blocks": 20}
    trials = [
        {"number": n, "values": [0.02 * 2**n], "is_finished": n != 2, "score": 0.4 + 0.02 * n} | same for n in range(5)
    ]
    run = database.begin_run("tuning v26 by tpe", 400)
    database.report(run, json.dumps({**TUNE, "trials": trials}))
    told = Documents.of(database, database.path, waits=True).document(f"run/{run}")
    assert [row["isDefault"] for row in told["rows"]] == [True, *[False] * 5]
    assert [row["score"][1] for row in told["rows"][1:]] == [trial["score"] for trial in trials]
    (line,) = told["surface"]
    assert [line["points"][end][0] for end in (0, -1)] == pytest.approx([0.02, 0.5])
    assert told["rows"][0]["games"] == 80


class TestSearchesThatTheirPageLost:
    """Two ways in which the page of a tune fell behind the tune."""

    @pytest.fixture
    def run(self, database):
        """A tune without a candidate."""
        number = database.begin_run("tuning v26 by tpe", 400)
        database.report(number, json.dumps(TUNE))
        return number

    def test_a_candidate_without_a_new_game_appears(self, database, run):
        """Regression: points were computed anew when games came; those of a repeated tune are all known."""
        documents = Documents.of(database, database.path, waits=True)
        assert len(documents.document(f"run/{run}")["rows"]) == 1
        trial = {"number": 0, "values": [0.2], "is_finished": True, "score": 0.4, "variance": 0.1, "blocks": 20}
        database.report(run, json.dumps({**TUNE, "trials": [trial]}))
        assert len(documents.document(f"run/{run}")["rows"]) == 2

    def test_points_of_an_older_moment_are_pending(self, database, run):
        """Regression: the page did not ask again, and the last candidate of a tune that had ended was missing."""
        documents = Documents.of(database, database.path)
        name = f"run/{run}"
        for blocks in (40, 41):
            database.report(run, json.dumps({**TUNE, "blocks": blocks}))
            assert documents.document(name)["pending"]
            told = next(told for told in iter(lambda: documents.document(name), None) if not told["pending"])
            assert told["rows"][0]["blocks"] == blocks

    def test_a_command_that_is_no_longer_listed_has_its_title(self, database, run):
        """Regression: it was looked up among the newest 200."""
        for _ in range(runs.LISTED_RUNS):
            database.begin_run("another", None)
        documents = Documents.of(database, database.path, waits=True)
        assert documents.document(f"run/{run}")["run"]["title"] == "tuning v26 by tpe"


@pytest.mark.parametrize("content", ["{", "[]", "no JSON"])
def test_a_report_that_means_nothing_is_named(database, content):
    """The check names it, and the page shows the error."""
    run = database.begin_run("sweep", 4)
    database.report(run, content)
    assert database.check() == [f"command {run}: its report is not a JSON object"]
    documents = Documents.of(database, database.path, waits=True)
    with pytest.raises(DatabaseError, match="its report is not a JSON object"), damage.told(database):
        documents.document(f"run/{run}")


def test_a_base_that_is_gone_is_told(database):
    """A file of parameters, for instance; the command stays listed."""
    run = database.begin_run("sweep", 4)
    asked = {"kind": "tune", "base": "gone.toml", "axes": ["alpha=0.1:0.2"], "values": None, "trials": [], "players": 2}
    database.report(run, json.dumps(asked))
    documents = Documents.of(database, database.path, waits=True)
    assert "gone.toml" in documents.document(f"run/{run}")["error"]
    assert documents.document("questions")["runs"][0]["reported"] == 1
