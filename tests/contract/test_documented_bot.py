"""The example bot of page 5 of the docs."""

import json
import sys

from tests.support.bots import engine
from tests.support.project import ROOT, blocks


def test_the_bot_of_the_docs_plays_a_whole_game(tmp_path):
    """Copied into a file it gives its name, answers every frame and is never ejected."""
    page = (ROOT / "docs" / "5-the-environment.md").read_text(encoding="utf-8")
    (example,) = (block for block in blocks(page, "python") if "input()" in block)
    (tmp_path / "walker.py").write_text(example, encoding="utf-8")
    command = f'"{sys.executable}" walker.py'
    played = engine("--results-as-json", "-r", "-s", "7", "-d", "9 9", command, folder=tmp_path)
    result = json.loads(played.stdout)
    (standing,) = result["standings"]
    assert standing["name"] == "Random walker"
    assert standing["fault"] is None
    assert result["turns"] == 90
