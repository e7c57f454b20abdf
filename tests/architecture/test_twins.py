"""The compiled decision has the sections of the readable one, and the twins that its comments name exist."""

import ast
import importlib
import re

import numpy as np
import pytest

from bot import kernels
from bot.kernels.compiler import FILES as SOURCES
from tests.support.project import ROOT

FILES = {path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / "bot" / "kernels").glob("*.py"))}
HOMES = {path.stem: path for room in ("", "board", "greedy") for path in (ROOT / "bot" / room).glob("*.py")}
RECORDS = {"__init__", "compiler", "player", "queue", "squares"}
"""What they work on, and what the readable ones have no use for."""

TWINS = re.compile(r"Twins?: (\w+\.[\w.]+(?:, \w+\.[\w.]+)*)")


def twins(text):
    """The names behind `Twin:` and `Twins:`, in their order."""
    return [name.rstrip(".") for names in TWINS.findall(text) for name in names.split(", ")]


@pytest.mark.parametrize("name", [name for text in FILES.values() for name in twins(text)])
def test_every_twin_is_there(name):
    """As file.function, or file.class.method; without its twin a kernel cannot be checked by reading."""
    file, *path = name.split(".")
    place = importlib.import_module(".".join(HOMES[file].relative_to(ROOT).with_suffix("").parts))
    for part in path:
        place = getattr(place, part)


@pytest.mark.parametrize("file", sorted(FILES.keys() - RECORDS))
def test_a_file_holds_the_twins_of_its_namesake(file):
    assert twins(FILES[file])
    assert file in HOMES
    for function in re.split(r"^def ", FILES[file], flags=re.MULTILINE):
        assert not twins(function) or twins(function)[0].startswith(f"{file}.")


def test_every_readable_function_has_at_most_one_kernel_and_an_edit_compiles_all_anew():
    """A name that two call their twin is at home in neither; numba looks at the file of a kernel alone."""
    named = [name for text in FILES.values() for name in twins(text)]
    assert len(named) == len(set(named))
    assert {f"kernels/{name}.py" for name in FILES} <= set(SOURCES)


def test_a_square_fills_two_lines_of_the_cache():
    """The padding is counted by hand: with 128 bytes a square is found by a shift, and the queue reads one line."""
    assert kernels.CELL.itemsize == 2 * kernels.CACHE_LINE
    labels = ("key", "value", "toll", "distance", "owner")
    queued = (*labels, "place", "after", "next", "previous", "top", "parent", "leads", "inner", "wanted", "is_kept")
    assert all(kernels.CELL.fields[name][1] < kernels.CACHE_LINE for name in queued)
    assert kernels.CELL.fields["around"][1] == kernels.CACHE_LINE
    for side in (1, 7, 50):
        cells = kernels.scratch(side, side).cells
        assert cells.ctypes.data % kernels.CACHE_LINE == 0
        assert cells.size == side * side
        assert np.count_nonzero(cells["booked"]) == 0


@pytest.mark.parametrize("path", [f"kernels/{name}.py" for name in FILES])
def test_the_machine_code_is_kept_for_every_file_whose_constants_it_holds(path):
    """A constant of another file becomes machine code; changed there alone, numba would go on with the old number."""
    # What the record of a player is made of is part of a kernel's signature: another layout is compiled anew.
    without = {"board/compiled.py", "parameters/greedy.py", "parameters/presets.py"}
    assert set(read_by(path)) - without <= set(SOURCES)


def read_by(path):
    """The other files of the bot from which a file imports constants or a whole module."""
    folder = (ROOT / "bot" / path).parent
    for node in ast.walk(ast.parse((ROOT / "bot" / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            place = folder.parents[node.level - 2] if node.level > 1 else folder
            constants = any(name.name.isupper() for name in node.names)
            home = place.joinpath(*(node.module or "").split("."))
            whole = [home / f"{name.name}.py" for name in node.names] if home.is_dir() else []
            files = [file for file in whole if file.is_file()] or [home.with_suffix(".py")] * constants
            yield from (file.relative_to(ROOT / "bot").as_posix() for file in files if file.is_file())
