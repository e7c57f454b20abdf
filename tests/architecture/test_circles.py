"""The bot's files stand in an order: each can be read before those that build on it."""

import ast
from graphlib import TopologicalSorter

from tests.project import ROOT

BOT = ROOT / "bot"


def neighbours(path):
    """The files of the bot that a file imports, wherever in it."""
    imported = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            names = [node.module] if node.module else [alias.name for alias in node.names]
            imported |= {name.partition(".")[0] for name in names}
    return imported


def test_no_two_files_of_the_bot_import_one_another():
    """Neither directly nor in a circle. An import for types alone counts too: what two files need stands in a third."""
    graph = {path.stem: neighbours(path) for path in BOT.glob("*.py") if path.stem != "__init__"}
    assert set(TopologicalSorter(graph).static_order()) >= graph.keys()  # raises CycleError with the circle
