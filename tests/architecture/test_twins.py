"""The compiled decision is laid out like the readable one, and what its comments promise is so."""

import ast
import importlib
import re

import numpy as np
import pytest

from bot import kernels
from tests.project import ROOT

KERNELS = (ROOT / "bot" / "kernels.py").read_text(encoding="utf-8")
TWINS = re.compile(r"Twins?: (\w+\.[\w.]+(?:, \w+\.[\w.]+)*)")


def twins(text):
    """The names behind `Twin:` and `Twins:`, in their order."""
    return [name.rstrip(".") for names in TWINS.findall(text) for name in names.split(", ")]


def sections():
    """The text of each section by the readable file it is named after."""
    parts = re.split(r"^# === (\w+)\.py ===$", KERNELS, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize("name", twins(KERNELS))
def test_every_twin_is_there(name):
    """As file.function, or file.class.method; a renamed twin would leave a kernel that nobody can check by reading."""
    file, *path = name.split(".")
    place = importlib.import_module(f"bot.{file}")
    for part in path:
        place = getattr(place, part)


@pytest.mark.parametrize("file", sections())
def test_a_section_holds_the_twins_of_its_file(file):
    """So that the compiled lines of a readable file are found without searching."""
    named = twins(sections()[file])
    assert named
    assert (ROOT / "bot" / f"{file}.py").is_file()
    for function in re.split(r"^def ", sections()[file], flags=re.MULTILINE):
        assert not twins(function) or twins(function)[0].startswith(f"{file}.")


def test_every_readable_function_has_at_most_one_kernel():
    """A name that two kernels call their twin is at home in neither."""
    named = twins(KERNELS)
    assert len(named) == len(set(named))


def test_a_square_fills_two_lines_of_the_cache():
    """The padding is counted by hand: with 128 bytes a square is found by a shift, and the queue reads one line."""
    assert kernels.CELL.itemsize == 2 * kernels.CACHE_LINE
    queued = ("key", "value", "toll", "luck", "distance", "owner", "place", "wave", "after", "inner")
    assert all(kernels.CELL.fields[name][1] < kernels.CACHE_LINE for name in queued)
    assert kernels.CELL.fields["around"][1] == kernels.CACHE_LINE
    for side in (1, 7, 50):
        cells = kernels.scratch(side, side).cells
        assert cells.ctypes.data % kernels.CACHE_LINE == 0
        assert cells.size == side * side
        assert np.count_nonzero(cells["booked"]) == 0


@pytest.mark.parametrize("file", ["kernels.py", "last_turns.py"])
def test_the_machine_code_is_kept_for_every_file_whose_constants_it_holds(file):
    """A constant of another file becomes machine code; changed there alone, numba would go on with the old number."""
    tree = ast.parse((ROOT / "bot" / file).read_text(encoding="utf-8"))
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level == 1]
    named = {node.module for node in imported if node.module for name in node.names if name.name.isupper()}
    modules = {name.name for node in imported if not node.module for name in node.names}
    # What the record of a player is made of is part of a kernel's signature: another layout is compiled anew.
    constants = (named | modules) - {"generations", "parameters", "compiled"}
    assert {f"{name}.py" for name in constants} <= set(kernels._compiled.files)
