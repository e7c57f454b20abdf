"""The commands `sweep` and `ladder`, and what a claim needs in `match` as well."""

import sqlite3
from contextlib import closing

import pytest

from experiments.arena.schedule import HELD_OUT_FROM
from experiments.match.experiment import read
from tests.support.laboratory import asked

BOARDS = ["--mix", "10x10,12x12"]
SWEEP = ["sweep", "--vary", "alpha=0.1,0.5", "--against", "v17,v12", "--blocks", "3", *BOARDS]
LADDER = ["ladder", "v26", "v17", "v12", "--most", "14", *BOARDS]  # the opening takes 12

LADDER_FILES = {"ladder.csv", "ladder.png", "head-to-head.csv", "head-to-head.png"}


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    """A folder in which the sweep is finished, and what it said."""
    folder = tmp_path_factory.mktemp("swept")
    return folder, asked(folder, *SWEEP)


@pytest.fixture(scope="module")
def climbed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("climbed")
    return folder, asked(folder, *LADDER)


def test_a_sweep_writes_table_picture_and_report(swept):
    import pandas as pd

    folder, answer = swept
    assert answer.exit_code == 0, answer.output
    table = pd.read_csv(folder / "sweep" / "sweep.csv")
    assert list(zip(table.opponent, table.alpha, table.games, strict=True)) == [
        *(("v17", alpha, 6) for alpha in (0.1, 0.5)),
        *(("v12", alpha, 6) for alpha in (0.1, 0.5)),
        *(("all", alpha, 12) for alpha in (0.1, 0.5)),
    ]
    assert set(files(folder / "sweep")) == {"sweep.csv", "sweep.txt", "sweep-curve.png"}
    assert (folder / "sweep" / "sweep.txt").read_text(encoding="utf-8").strip() in answer.stdout


@pytest.mark.parametrize("finished", ["swept", "climbed"])
def test_no_held_out_map_is_played(finished, request):
    folder, _ = request.getfixturevalue(finished)
    with closing(sqlite3.connect(folder / "laboratory.db")) as database:
        assert database.execute("SELECT max(map_seed) FROM games").fetchone()[0] < HELD_OUT_FROM


@pytest.mark.parametrize(("finished", "command", "place"), [("swept", SWEEP, "sweep"), ("climbed", LADDER, "ladder")])
def test_a_second_run_plays_no_game_and_writes_the_same(finished, command, place, request):
    folder, _ = request.getfixturevalue(finished)
    before = files(folder / place)
    again = asked(folder, *command)
    assert "games/s" not in again.stderr, "the answer stands in the file"
    assert files(folder / place) == before


def test_three_parameters_make_a_hypercube_with_four_players(tmp_path):
    import pandas as pd

    words = ["--vary", "alpha=0.05:0.5", "--vary", "enemy_ROI=-2:0", "--vary", "stilling_empties=1:4"]
    answer = asked(
        tmp_path, "sweep", *words, "--against", "v17", "--players", "4", "--points", "5", "--blocks", "2",
        "--mix", "12x12", "--out", "mine", "--base", "v26",
    )  # fmt: skip
    assert answer.exit_code == 0, answer.output
    table = pd.read_csv(tmp_path / "mine" / "sweep.csv")
    assert list(table.games) == [8] * 6
    assert list(table.default) == [True, *[False] * 5]
    assert {"sweep.csv", "sweep-joint.png", "sweep.txt"} == set(files(tmp_path / "mine"))


def test_a_ladder_writes_tables_and_pictures_and_says_that_it_is_not_done(climbed):
    """14 blocks of three players do not tell within 30 Elo: exit code 1, and the ladder as far as it is known."""
    import pandas as pd

    folder, answer = climbed
    assert answer.exit_code == 1, answer.output
    assert "NOT all intervals" in answer.stdout
    assert set(files(folder / "ladder")) == LADDER_FILES
    table = pd.read_csv(folder / "ladder" / "ladder.csv")
    assert sorted(table.player) == ["v12", "v17", "v26"]
    assert table.blocks.sum() == 2 * 14


def test_a_published_ladder_is_written_into_the_repository(tmp_path, monkeypatch):
    monkeypatch.setattr("experiments.match.experiment.RESULTS", tmp_path / "experiments" / "results")
    monkeypatch.setattr("experiments.match.experiment.LEDGER", tmp_path / "experiments" / "LEDGER.md")
    words = ["--publish", "--held-out", "--question", "Who is best?", "--blocks", "14"]
    done = asked(tmp_path, *LADDER, *words)
    assert done.exit_code == 0, done.output
    (written,) = (tmp_path / "experiments" / "results").iterdir()
    before, about = written.read_bytes(), read(written)
    assert (written.name, about.question, about.stop.blocks, about.ladder.seats) == ("0001.toml", "Who is best?", 14, 2)
    assert (about.result.verdict, len(about.result.games.split())) == ("RATED", 14)
    assert set(files(tmp_path / "ladder")) == LADDER_FILES
    assert "| ladder of 3; 2 players, " in (tmp_path / "experiments" / "LEDGER.md").read_text(encoding="utf-8")
    assert asked(tmp_path, *LADDER, *words).exit_code == 0
    assert written.read_bytes() == before


def test_a_ladder_stops_when_every_interval_is_narrow_enough(climbed):
    """Within ± 2000 Elo after the opening: four blocks of each pair."""
    answer = asked(climbed[0], *LADDER, "--width", "2000", "--out", "narrow")
    assert answer.exit_code == 0, answer.output
    assert "after 12 blocks" in answer.stdout


@pytest.mark.parametrize(
    ("finished", "command", "place"), [("swept", SWEEP, "taken/sweep.csv"), ("climbed", LADDER, "taken/ladder.csv")]
)
def test_a_place_that_cannot_be_written_is_named(finished, command, place, request):
    folder, _ = request.getfixturevalue(finished)
    (folder / "taken").write_text("", encoding="utf-8")
    answer = asked(folder, *command, "--out", "taken")
    assert answer.exit_code == 2
    assert f"{place} cannot be written" in answer.stderr.replace("\\", "/")
