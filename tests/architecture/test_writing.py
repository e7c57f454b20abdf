"""Files are made and replaced through engine/writing.py; what writes directly is listed with its reason."""

import ast

import pytest

from tests.support.project import ROOT, name_of, sources

WRITES = {"write_text", "write_bytes", "savefig", "to_csv", "to_parquet", "savez_compressed"}
HOME = "engine/writing.py"

# Calls outside `writing.replacing`, and why they may be.
DIRECT = {
    "bot/program/explanation_file.py": "grows by a line a turn, and every reader takes a part of it",
    "bot/program/loop.py": "the stream of the protocol",
    "engine/__main__.py": "the null device, for closed streams",
    "engine/host.py": "claims a game's files, and writes logs into them",
    "engine/replay.py": "in `writing.replacing`",
    "experiments/coach/journal.py": "grows by a line a batch, and a torn line is passed over",
    "experiments/laboratory/exports.py": "in `writing.replacing`",
    "experiments/match/experiment.py": "a number is taken by creating its file",
    "experiments/site/build.py": "into a temporary folder that mkdocs reads",
    "experiments/site/staging.py": "as above",
    "experiments/league/export.py": "replays, into a folder that is exported whole",
    "tools/pictures.py": "pictures, taken by hand and then committed",
}


def _writes(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Attribute(attr=name)) if name in WRITES:
                yield node.lineno
            case ast.Call(
                func=ast.Name(id="open") | ast.Attribute(attr="open" | "fdopen"), args=[*_, ast.Constant(str(mode))]
            ):
                if set(mode) <= set("wxab+t") and set(mode) & set("wxa"):
                    yield node.lineno


@pytest.mark.parametrize("folder", ["bot", "engine", "viewer", "experiments", "tools"])
def test_files_are_replaced_whole(folder):
    """A full disk cut positions and pages in half: each module had its own way to write, and only some renamed."""
    direct = {name_of(path) for path in sources(folder) if any(_writes(path))} - {HOME}
    listed = {name for name in DIRECT if name.startswith(f"{folder}/")}
    assert direct == listed, f"write through {HOME}, or list the file here with its reason"


def test_the_list_names_files_that_are_there():
    assert all((ROOT / name).is_file() for name in DIRECT)
