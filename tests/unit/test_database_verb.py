"""The command `python -m experiments database …`: its output and exit codes."""

import sqlite3

import pytest
from typer.testing import CliRunner

from experiments.__main__ import laboratory
from experiments.arena.players import player
from experiments.laboratory.database import Database
from tests.support.results import PROGRAM, V12, V17, V26, finished, game, result


@pytest.fixture
def path(tmp_path):
    """A database with four games of two and one of four, closed."""
    with Database.open(tmp_path / "laboratory.db") as opened:
        opened.store([*finished(range(3)), *finished([3], V17, V26), *finished([5], V26, V17, V12, PROGRAM)])
    return tmp_path / "laboratory.db"


def run(*words):
    """The verb in this process."""
    return CliRunner().invoke(laboratory, ["database", *map(str, words)])


def test_show_counts_games_by_players_in_any_seats_and_cuts_a_long_table(path):
    """`show` counts games by players and by board, and does not change the file."""
    before = path.read_bytes()
    shown = run("show", "--database", path)
    assert shown.exit_code == 0
    lines = [" ".join(line.strip("│ ").replace("│", " ").split()) for line in shown.output.splitlines()]
    assert {"v17 · v26 4", "cmd:theirs · v12 · v17 · v26 1", "2 players, 12 x 12 4", "players 4"} <= set(lines)
    assert path.read_bytes() == before
    with Database.open(path) as opened:
        opened.store([each for n in range(30) for each in finished([n], V26, player(f"cmd:theirs{n}"))])
    assert "12 more" in run("show", "--database", path).output


def test_check_is_0_for_a_sound_database_and_1_for_a_changed_one(path):
    """The exit code of a sound database is 0."""
    checked = run("check", "--database", path)
    assert checked.exit_code == 0
    assert "5 games, 0 troubles" in checked.output
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE games SET map_seed = 77 WHERE id = 1")
    raw.close()
    checked = run("check", "--database", path)
    assert checked.exit_code == 1
    assert f"game {game(0).key}: map, players and engine of its row belong to key" in checked.output


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("games.csv", "8 rows"),
        ("published.db", "4 games added"),
        ("replays", "0 replays. No stored game has one: games t"),
    ],
)
def test_export_says_what_it_wrote(path, name, told):
    """The ending of the name decides."""
    players = [] if name == "replays" else ["--player", "v26", "--player", "v17"]
    exported = run("export", path.parent / name, *players, "--database", path)
    assert exported.exit_code == 0
    assert told in exported.output
    assert (path.parent / name).exists()


@pytest.mark.parametrize("name", ["", " "])
def test_export_to_an_empty_name_is_refused(path, monkeypatch, name):
    """The replays were written into the current folder."""
    monkeypatch.chdir(path.parent)
    before = sorted(path.parent.iterdir())
    refused = run("export", name, "--database", path)
    assert refused.exit_code == 2
    assert "expected a file such as games.csv, or a folder" in plain(refused.stderr)
    assert sorted(path.parent.iterdir()) == before


@pytest.mark.parametrize("words", [("check",), ("show",), ("export", "games.csv"), ("merge", "other.db")])
def test_a_database_without_its_option_is_told_how_it_is_named(words):
    """`database check nope.db` ended with "unexpected extra argument"."""
    refused = run(*words, "nope.db")
    assert refused.exit_code == 2
    assert "Unexpected: nope.db. A database is named with --database nope.db." in plain(refused.stderr)


def plain(text) -> str:
    """An error without its frame."""
    return " ".join(text.replace("│", " ").split())


def test_merge_says_how_many_games_came_or_why_none(path, tmp_path):
    """The database is made when it is missing."""
    merged = run("merge", path, "--database", tmp_path / "new.db")
    assert merged.exit_code == 0
    assert "5 games added from" in merged.output
    with Database.open(tmp_path / "other.db") as opened:
        opened.store([(game(1), result(game(1), shuffle=1))])
    merged = run("merge", tmp_path / "other.db", "--database", path)
    assert merged.exit_code == 2
    assert "one result here and another there" in merged.stderr
    merged = run("merge", tmp_path, "--database", path)
    assert merged.exit_code == 2
    assert "is a folder; expected a database file such as laboratory.db" in " ".join(merged.stderr.split())


@pytest.mark.parametrize("verb", [("show",), ("check",), ("export", "games.csv")])
def test_a_missing_database_is_2(tmp_path, verb):
    """The exit code is 2, and no file is made."""
    asked = run(*verb, "--database", tmp_path / "nowhere.db")
    assert asked.exit_code == 2
    assert "there is no database" in asked.stderr
    assert not list(tmp_path.iterdir())
