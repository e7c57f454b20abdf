"""Pages and ledgers that are generated or quote the code are up to date with it."""

import hashlib
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from bot import View
from bot.program.explanation_file import ExplanationFile
from engine import replay
from experiments.laboratory.database import PATIENCE, Database
from experiments.match import report
from experiments.match.experiment import LEDGER, RESULTS, first_unused_map, read_all
from experiments.opponents import amortizer
from experiments.recordings import explaining
from experiments.recordings.analysis.tables import STATES
from experiments.recordings.events import MEASURES
from experiments.stats import Tally, planning, result_block
from tests.support.documents import generated
from tests.support.project import ROOT, blocks, name_of
from tests.support.results import PROGRAM, V17, V26, finished

GAME = ROOT / "tests" / "golden" / "decisions" / "v26-v17-20x20-4100.hlt.gz"
IN_A_ROW = "database.md"  # its blocks build on one another: a test below runs them together

EXAMPLES = [
    pytest.param(page, example, id=f"{page.name}-{number}")
    for page in sorted((ROOT / "docs").rglob("*.md"))
    for number, example in enumerate(blocks(page.read_text(encoding="utf-8"), "python"))
    if "input()" not in example  # a bot: tests/contract/test_command_line.py plays a game with it
    and page.name != IN_A_ROW
]


@pytest.fixture(scope="session")
def desk(tmp_path_factory):
    """The project's recordings, and the files that examples open, as the commands beside them would have made them."""
    folder: Path = tmp_path_factory.mktemp("desk")
    shutil.copytree(GAME.parent, folder / GAME.parent.relative_to(ROOT))
    explaining.make(GAME, 1, "v26?ties=fixed", folder / "mine.explain.gz")
    explained_opponent(amortizer.OPPONENT, folder / "amortizer.explain.gz", turns=31)
    return folder


def explained_opponent(opponent, path, turns):
    game, file = replay.read(GAME), ExplanationFile(path)
    mover = opponent.open(opponent.settings(), *game.production.shape)
    for turn in range(turns):
        view = View(game.owner[turn], game.strength[turn], game.production, 1, turn)
        if turn == 0:
            file.write_header(opponent.header(opponent.settings(name="amortizer"), view))
        mover.moves(view)
        file.write_turn(turn, mover.explain(view))
    file.close()


def test_what_is_generated_is_up_to_date():
    old = [name_of(path) for path, text in generated().items() if path.read_text(encoding="utf-8") != text]
    assert not old, f"`python -m tests.support.documents` writes {', '.join(old)} again"


@pytest.mark.parametrize(("page", "example"), EXAMPLES)
def test_the_examples_in_the_docs_run(page, example, desk, capsys, monkeypatch):
    monkeypatch.chdir(desk)
    monkeypatch.syspath_prepend(ROOT / "notebooks")  # a notebook imports the modules beside it
    exec(example, {})
    printed = capsys.readouterr().out
    for promised in re.findall(r"print\(.*\)  # (.*)…", example):
        assert printed.startswith(promised)


# The pages of docs/lab agree with the code.


PAGE, STATISTICS, REPLAYS = (
    (ROOT / "docs" / "lab" / f"{name}.md").read_text(encoding="utf-8") for name in ("database", "statistics", "replays")
)


def test_the_python_of_the_page_runs(tmp_path, monkeypatch):
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
    assert result_block("v26", "v17", Tally.pairs(10, 108, 316, 160, 18)) + "\n" == blocks(STATISTICS, "text")[0]


def test_every_measure_is_explained_once_with_its_unit_and_the_averaged_ones_are_named():
    explained = re.findall(r"^\| `(\w+)` \| ([^|]+?) \|", REPLAYS, re.MULTILINE)
    assert sorted(explained) == sorted((name, measure.unit) for name, measure in MEASURES.items())
    assert len({measure.title for measure in MEASURES.values()} - {""}) == len(MEASURES)
    assert set(STATES) == {"territory", "production", "strength", "strength_before"}
    assert "`territory`, `production` and both strengths are averages" in " ".join(REPLAYS.split())


# experiments/results: every published result can be counted again from its file, and the ledger is generated.


PINNED = "48151098709ca1d0522a02b820db0449da90e02613c6857448b4c993376d0eb2"  # of the results up to E-0378
RESULT = {number: each for number, each in read_all() if each.result}


def test_a_result_is_never_edited():
    files = (path for path in sorted(RESULTS.glob("*.toml")) if int(path.stem) <= 378)
    assert hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest() == PINNED


def test_the_ledger_is_generated_from_the_results():
    assert LEDGER.read_text(encoding="utf-8") == report.ledger()


def test_the_next_experiment_takes_maps_that_none_took():
    held_out = [each.map_numbers.stop for each in RESULT.values() if each.maps.seeds == "held-out"]
    assert first_unused_map(RESULTS) == max(held_out) > 200_000
