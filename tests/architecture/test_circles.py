"""The bot's files stand in an order: each can be read before those that build on it."""

import ast
from graphlib import TopologicalSorter

from tests.project import ROOT

BOT = ROOT / "bot"


def name_of(path):
    """A file of the bot as Python knows it: board, kernels.board; a folder by its own name."""
    parts = path.relative_to(BOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def neighbours(path, known):
    """The files of the bot that a file imports, wherever in it."""
    package = path.relative_to(BOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            start = package[: len(package) - node.level + 1]
            modules = [node.module] if node.module else [alias.name for alias in node.names]
            yield from known & {".".join([*start, module]) for module in modules}


def test_no_two_files_of_the_bot_import_one_another():
    """Neither directly nor in a circle. An import for types alone counts too: what two files need stands in a third."""
    files = {name_of(path): path for path in BOT.rglob("*.py") if path != BOT / "__init__.py"}
    graph = {name: set(neighbours(path, files.keys())) for name, path in files.items()}
    assert graph["kernels.turn"] >= {"board", "luck", "view", "kernels.luck"}
    assert graph["champion"] >= {"kernels"}
    list(TopologicalSorter(graph).static_order())  # raises CycleError with the circle
