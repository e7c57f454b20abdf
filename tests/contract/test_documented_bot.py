"""The examples of docs/play.md and docs/opponents.md, saved as the pages say."""

import json
import shutil
import sys

from tests.support.bots import engine
from tests.support.project import ROOT, blocks


def test_the_bot_of_the_docs_plays_a_whole_game(tmp_path):
    page = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")
    (example,) = (block for block in blocks(page, "python") if "input()" in block)
    (tmp_path / "walker.py").write_text(example, encoding="utf-8")
    command = f'"{sys.executable}" walker.py'
    played = engine("--results-as-json", "-r", "-s", "7", "-d", "9 9", command, folder=tmp_path)
    result = json.loads(played.stdout)
    (standing,) = result["standings"]
    assert standing["name"] == "Random walker"
    assert standing["fault"] is None
    assert result["turns"] == 90


def test_the_opponent_of_the_docs_plays_as_a_program_from_any_folder(tmp_path):
    """Saved and registered as the page says; an import stood above the line that sets the path, and it was ejected."""
    page = (ROOT / "docs" / "opponents.md").read_text(encoding="utf-8")
    (example,) = (block for block in blocks(page, "python") if "OPPONENT" in block)
    project, elsewhere = tmp_path / "project", tmp_path / "elsewhere"
    for folder in ("bot", "experiments/opponents"):
        shutil.copytree(ROOT / folder, project / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "experiments" / "__init__.py", project / "experiments")
    elsewhere.mkdir()
    opponents = project / "experiments" / "opponents"
    (opponents / "miser").mkdir()
    (opponents / "miser" / "__init__.py").write_text(example, encoding="utf-8")
    registry = (opponents / "opponent.py").read_text(encoding="utf-8")
    (opponents / "opponent.py").write_text(registry.replace("NAMES = (", 'NAMES = ("miser", '), encoding="utf-8")
    command = f'"{sys.executable}" "{opponents}" miser --log miser.log'
    played = engine("--results-as-json", "-s", "7", "-d", "10 10", "-t", command, command, folder=elsewhere)
    for standing in json.loads(played.stdout)["standings"]:
        assert (standing["name"], standing["fault"]) == ("miser", None)
    assert not (elsewhere / "miser.log").exists()
