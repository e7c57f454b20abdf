"""The pages of docs/lab agree with the code."""

import re
from dataclasses import replace

from experiments.laboratory.database import PATIENCE, Database
from experiments.recordings.analysis.tables import STATES
from experiments.recordings.events import MEASURES
from experiments.stats import Tally, planning, result_block
from tests.support.project import ROOT, blocks
from tests.support.results import PROGRAM, V17, V26, finished

PAGE, STATISTICS, REPLAYS = (
    (ROOT / "docs" / "lab" / f"{name}.md").read_text(encoding="utf-8") for name in ("database", "statistics", "replays")
)


def test_the_python_of_the_page_runs(tmp_path, monkeypatch):
    """Block after block, as a reader would, in a folder with a laboratory; and it finds what it says it finds."""
    monkeypatch.chdir(tmp_path)
    with Database.open("laboratory.db") as database:
        pairs = [*finished(range(4)), *finished(range(4), V17, V26)]
        database.store([(game, replace(played, replay=b"a recording")) for game, played in pairs])
        database.store(finished(range(10, 12), V17, PROGRAM))
    names: dict[str, object] = {}
    for block in blocks(PAGE, "python"):
        exec(compile(block, "docs/lab/database.md", "exec"), names)
    assert names["pairs"]["count"].tolist() == [2] * 4
    assert [player for player, _ in names["slowest"]] == ["cmd:theirs"]
    assert names["tuned"] == [("v26", V26.parameters.alpha), ("v17", V17.parameters.alpha)]
    assert names["recording"] == b"a recording"


def test_the_page_explains_every_column_and_says_how_long_another_writer_is_waited_for(tmp_path):
    (table,) = re.findall(r"^\| column \|.*\n\|[-:| ]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    explained = [name.strip() for line in table.splitlines() for name in line.split("|")[1].split(",")]
    with Database.open(tmp_path / "laboratory.db") as database:
        assert explained == list(database.games().columns)
    assert f"waits up to {PATIENCE:.0f} seconds" in " ".join(PAGE.split())


def test_the_tables_of_statistics_are_what_is_computed():
    assert planning.table() in STATISTICS
    assert result_block("v26", "v17", Tally.pairs(10, 108, 316, 160, 18)) in STATISTICS


def test_every_measure_is_explained_once_with_its_unit_and_the_averaged_ones_are_named():
    explained = re.findall(r"^\| `(\w+)` \| ([^|]+?) \|", REPLAYS, re.MULTILINE)
    assert sorted(explained) == sorted((name, measure.unit) for name, measure in MEASURES.items())
    assert set(STATES) == {"territory", "production", "strength", "strength_before"}
    assert "`territory`, `production` and both strengths are averages" in " ".join(REPLAYS.split())
