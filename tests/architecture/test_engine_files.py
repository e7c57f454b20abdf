"""docs/5-the-environment.md lists every file of engine/ in a group, and groups import only those above them."""

import ast
import re
from pathlib import Path

from tests.support.project import ROOT, sources

PAGE = ROOT / "docs" / "5-the-environment.md"


def groups() -> list[set[str]]:
    """The files of each row of the page's table, top row first."""
    table = PAGE.read_text(encoding="utf-8").partition("## The files of engine/")[2]
    return [set(re.findall(r"`(\w+)`", row)) for row in table.splitlines() if row.startswith("|") and "`" in row]


def neighbours(path: Path) -> set[str]:
    """The files of the same folder that a file imports, `from .game import x` and `from . import game` alike."""
    used: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            used |= {node.module} if node.module else {alias.name for alias in node.names}
    return used


def test_every_file_of_the_engine_is_in_one_group_that_uses_itself_and_those_above_it():
    """The rules know nothing of games, games nothing of pipes, pipes nothing of the command line."""
    listed = sorted(name for group in groups() for name in group)
    assert listed == sorted(path.stem for path in sources("engine") if path.stem != "__init__")
    known: set[str] = set()
    for group in groups():
        known |= group
        for name in group:
            extra = neighbours(ROOT / "engine" / f"{name}.py") - known
            assert not extra, f"engine/{name}.py imports {extra} from a group below its own"
