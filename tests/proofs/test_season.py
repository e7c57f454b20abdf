"""docs/extras/season.md goes as it says, command by command; all lessons but those that ./test runs every time."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from experiments.laboratory.database import Database
from tests.contract.test_notebooks import ALWAYS, NOTEBOOKS, assert_runs
from tests.support.project import ROOT, blocks

PAGE = ROOT / "docs" / "extras" / "season.md"
OPPONENTS = ROOT / "experiments" / "opponents"
# `python -m NAME` as if the folder were this project's own. PYTHONPATH would reach the programs as well, and below
# another path than ours numba would compile every kernel again.
MODULE = f"""
import runpy, sys
sys.path[0] = {str(ROOT)!r}
sys.argv = sys.argv[2:]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""

COPIED = {"ben1": "greedy", "cleo1": "tiny"}


def season(folder: Path) -> Path:
    """The page's folders; returns `project`, where its commands run."""
    for version in ("anna1", "anna2"):
        target = folder / "season" / version
        target.mkdir(parents=True)
        (target / "MyBot.py").write_text(_walker(version), encoding="utf-8")
    for version, name in COPIED.items():
        target = folder / "season" / version
        target.mkdir()
        shutil.copy(OPPONENTS / "starter" / "hlt.py", target)
        text = (OPPONENTS / f"{name}.py").read_text(encoding="utf-8").replace("from starter.hlt", "from hlt")
        (target / "MyBot.py").write_text(text, encoding="utf-8")
    project, python = folder / "project", folder / "programs" / "python"
    project.mkdir()
    python.parent.mkdir()
    # A `#!` line cannot name an interpreter whose path has a space.
    words = f"{shlex.quote(sys.executable)} -c {shlex.quote(MODULE)}"
    python.write_text(f'#!/bin/sh\nexec {words} "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    return project


def commands(word: str) -> list[str]:
    """The commands of the page that begin `python -m WORD`, each on one line."""
    lines = "\n".join(blocks(PAGE.read_text(encoding="utf-8"), "sh")).replace("\\\n", " ")
    return [" ".join(line.split()) for line in lines.splitlines() if re.match(rf"python -m {word}\b", line)]


def shorter(command: str) -> str:
    """The same on boards on which a game takes a fraction of the time."""
    return command.replace("16x16,20x20", "8x8").replace("16x16", "8x8")


def run(command: str, project: Path) -> subprocess.CompletedProcess[str]:
    """One of them, as typed in the project's folder, by this Python."""
    programs = project.parent / "programs", Path(sys.executable).parent
    here = os.environ | {"PATH": os.pathsep.join([*map(str, programs), os.environ["PATH"]])}
    return subprocess.run(command, shell=True, cwd=project, env=here, capture_output=True, text=True, timeout=900)


def _walker(version: str) -> str:
    """The bot of docs/play.md; the second version gathers less before it walks."""
    page = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")
    (text,) = (block for block in blocks(page, "python") if "input()" in block)
    return text if version == "anna1" else text.replace("> 5 *", "> 3 *")


PROGRAMS = {f"cmd@1:python3 ../season/{name}/MyBot.py" for name in ("anna1", "ben1", "cleo1")}


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    made = season(tmp_path_factory.mktemp("friends"))
    (first, _) = commands("experiments ladder")
    played = run(shorter(first), made)
    assert played.returncode == 0, played.stderr
    assert all(name in played.stdout for name in PROGRAMS)
    return made


def test_a_program_is_tried_by_one_game(tmp_path):
    (command,) = commands("engine")
    made = season(tmp_path)
    played = run(command, made)
    assert played.returncode == 0, played.stderr
    assert list((tmp_path / "season").glob("*.hlt"))


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


def test_the_season_is_shown_and_sound(project):
    for command in [each for each in commands("experiments") if " league " in each or "check" in each]:
        assert run(command.replace("--every 30", "--no-open"), project).returncode == 0
    folder = project.parent / "season" / "pages"
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert all(json.dumps(program) in page for program in PROGRAMS)
    assert len(list((folder / "games").iterdir())) == _games(project.parent / "season" / "season.db")


def _games(path):
    with Database.open(path, create=False) as database:
        return database.query("SELECT count(*) FROM games")[0][0]


@pytest.mark.parametrize(
    "path", [path for path in NOTEBOOKS if not path.name.startswith(ALWAYS)], ids=lambda path: path.stem
)
def test_a_lesson_runs(path, monkeypatch):
    assert_runs(path, monkeypatch)
