"""docs/extras/season.md: a season with friends' programs goes as it says, command by command."""

import json
import subprocess
import sys

import pytest

from experiments.laboratory.database import Database
from tests.support.seasons import commands, install, run, season, shorter

PROGRAMS = {f"cmd@1:python3 ../season/{name}/MyBot.py" for name in ("anna1", "ben1", "cleo1")}


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    made = season(tmp_path_factory.mktemp("friends"))
    (first, _) = commands("experiments ladder")
    played = run(shorter(first), made)
    assert played.returncode == 0, played.stderr
    assert all(name in played.stdout for name in PROGRAMS)
    return made


def test_the_python_of_the_season_may_lie_in_a_folder_with_a_space(tmp_path):
    """Its first line was `#!` and the interpreter's path, which the system cuts at the first space."""
    (tmp_path / "two words").mkdir()
    interpreter = tmp_path / "two words" / "python3"
    interpreter.write_text(f"#!/bin/sh\nexec '{sys.executable}' \"$@\"\n", encoding="utf-8")
    interpreter.chmod(0o755)
    install(tmp_path / "programs", str(interpreter))
    command = [str(tmp_path / "programs" / "python"), "-m", "engine", "--help"]
    asked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "usage" in asked.stdout.lower(), asked.stderr


@pytest.mark.slow
def test_a_program_is_tried_by_one_game(tmp_path):
    (command,) = commands("engine")
    made = season(tmp_path)
    played = run(command, made)
    assert played.returncode == 0, played.stderr
    assert list((tmp_path / "season").glob("*.hlt"))


@pytest.mark.slow
def test_a_new_version_joins_and_the_old_games_stay(project):
    database = project.parent / "season" / "season.db"
    before = _games(database)
    (_, second) = commands("experiments ladder")
    (match,) = commands("experiments match")
    assert run(shorter(second), project).returncode == 0
    between = _games(database)
    assert before < between
    assert run(shorter(second), project).returncode == 0
    assert _games(database) == between
    asked = run(shorter(match), project)
    assert asked.returncode == 0, asked.stderr
    assert "season-results/0003.toml" in asked.stdout  # two ladders were asked before


@pytest.mark.slow
def test_the_season_is_shown_and_sound(project):
    for command in [each for each in commands("experiments") if " league " in each or "check" in each]:
        assert run(command.replace("--every 30", "--no-open"), project).returncode == 0
    folder = project.parent / "season" / "pages"
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert all(json.dumps(program) in page for program in PROGRAMS)
    assert len(list((folder / "games").iterdir())) == _games(project.parent / "season" / "season.db")


@pytest.mark.slow
def test_a_program_that_does_not_start_is_named(tmp_path):
    made = season(tmp_path)
    (tmp_path / "season" / "anna1" / "MyBot.py").write_text("import nosuchmodule\n", encoding="utf-8")
    refused = run(commands("experiments ladder")[0], made)
    assert refused.returncode == 2
    assert "ended before its first move" in refused.stderr
    assert "No module named 'nosuchmodule'" in refused.stderr


def _games(path):
    with Database.open(path, create=False) as database:
        return database.query("SELECT count(*) FROM games")[0][0]
