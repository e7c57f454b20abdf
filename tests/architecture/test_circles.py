"""No import circles: the files of the bot, and those of each opponent, can be read in the order of their imports."""

import ast
from graphlib import TopologicalSorter

import pytest

from tests.support.project import ROOT

SEEN = {
    "bot": {
        "kernels.turn": {"board.board", "greedy.luck", "board.view", "kernels.luck"},
        "search.champion": {"kernels"},
    },
    "experiments/opponents": {"program": {"opponent"}, "friendly.play": {"opponent", "friendly.edges"}},
}
"""Some imports that the test must see, by folder."""


def name_of(path, folder):
    """A file of the folder as Python knows it: board, kernels.board; a folder in it by its own name."""
    parts = path.relative_to(folder).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def neighbours(path, folder, known):
    package, whole = path.relative_to(folder).parent.parts, folder.relative_to(ROOT).parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.ImportFrom):
            continue
        start = package[: len(package) - node.level + 1] if node.level else ()
        inside = [f"{node.module}.{alias.name}" if node.module else alias.name for alias in node.names]
        modules = [*inside, *([node.module] if node.module else [])]
        yield from known & {".".join([*start, module]).removeprefix(".".join(whole) + ".") for module in modules}


@pytest.mark.parametrize("place", SEEN)
def test_no_two_files_import_one_another(place):
    folder = ROOT / place
    files = {name_of(path, folder): path for path in folder.rglob("*.py") if path != folder / "__init__.py"}
    graph = {name: set(neighbours(path, folder, files.keys())) for name, path in files.items()}
    assert all(graph[name] >= seen for name, seen in SEEN[place].items())
    list(TopologicalSorter(graph).static_order())  # raises CycleError with the circle
