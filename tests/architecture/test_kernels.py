"""Kernels: each has the readable twin that it names, and is missed in words where there is no numba."""

import importlib
import re
import subprocess
import sys

import numpy as np
import pytest

from bot import kernels
from bot.kernels import squares
from tests.support.project import ROOT

TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / "bot" / "kernels").glob("*.py"))}
HOMES = {path.stem: path for room in ("", "board", "greedy") for path in (ROOT / "bot" / room).glob("*.py")}

TWINS = re.compile(r"Twins?: (\w+\.[\w.]+(?:, \w+\.[\w.]+)*)")


def twins(text):
    """The names behind `Twin:` and `Twins:`, in their order."""
    return [name.rstrip(".") for names in TWINS.findall(text) for name in names.split(", ")]


@pytest.mark.parametrize("name", [name for text in TEXTS.values() for name in twins(text)])
def test_every_twin_is_there(name):
    """As file.function, or file.class.method; without its twin a kernel cannot be checked by reading."""
    file, *path = name.split(".")
    place = importlib.import_module(".".join(HOMES[file].relative_to(ROOT).with_suffix("").parts))
    for part in path:
        place = getattr(place, part)


def test_a_square_fills_two_lines_of_the_cache():
    """The padding is counted by hand: with 128 bytes a square is found by a shift, and the queue reads one line."""
    assert squares.CELL.itemsize == 2 * squares.CACHE_LINE
    labels = ("key", "value", "toll", "distance", "owner")
    queued = (*labels, "place", "after", "next", "previous", "top", "parent", "leads", "inner", "wanted", "is_kept")
    assert all(squares.CELL.fields[name][1] < squares.CACHE_LINE for name in queued)
    assert squares.CELL.fields["around"][1] == squares.CACHE_LINE
    for side in (1, 7, 50):
        cells = kernels.scratch(side, side).cells
        assert cells.ctypes.data % squares.CACHE_LINE == 0
        assert cells.size == side * side
        assert np.count_nonzero(cells["booked"]) == 0


WITHOUT_NUMBA = """
import importlib, sys
sys.modules["numba"] = None
import bot, engine.mapgen, engine.rules, engine.verify
for name in ("engine.kernels", "bot.kernels"):
    try:
        importlib.import_module(name)
    except ImportError as error:
        print(error)
"""


def output(program):
    return subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    ).stdout


def test_the_engine_does_not_import_the_compiler_and_works_without_it():
    assert output("import sys, engine, engine.rules, engine.verify; print('numba' in sys.modules)") == "False\n"
    errors = output(WITHOUT_NUMBA).splitlines()
    for error, instead in zip(errors, ("engine.rules.step", "bot.decide"), strict=True):
        assert "needs numba" in error
        assert instead in error
