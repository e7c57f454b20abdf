"""Kernels: each has the readable twin that it names, leaks nothing, and is missed in words where there is no numba."""

import ast
import importlib
import inspect
import re
import subprocess
import sys
import textwrap
from importlib import import_module
from pkgutil import walk_packages

import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher

from bot import kernels
from bot.board.compiled import compiled, uncounted
from bot.kernels import squares
from experiments.opponents.opponent import NAMES
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


# Kernels that do not count references release none: an array that one of them is given by a kernel is never freed.


PACKAGES = ["bot", *(f"experiments.opponents.{name}" for name in NAMES)]
NUMBERS = {None, bool, int, float, tuple[int, int]}
"""What a kernel may give one that does not count."""


def is_counted(kernel):
    return kernel.targetoptions["_nrt"]


def dispatchers():
    found = {}
    for package in PACKAGES:
        paths = getattr(import_module(package), "__path__", ())
        parts = [each.name for each in walk_packages(paths, f"{package}.") if not each.name.endswith("__main__")]
        for name in (package, *parts):
            found |= {id(value): value for value in vars(import_module(name)).values() if isinstance(value, Dispatcher)}
    return list(found.values())


def compiling():
    """The modules of the opponents that compile kernels. One may have none, as the example of docs/opponents.md."""
    folder = ROOT / "experiments" / "opponents"
    files = [path for name in NAMES for path in (folder / name).glob("*.py")]
    chosen = [path for path in files if "compiler(__file__" in path.read_text(encoding="utf-8")]
    return {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in chosen}


def called(kernel):
    """The kernels that it calls, by their own names or as parts of their modules."""
    code = ast.parse(textwrap.dedent(inspect.getsource(kernel.py_func)))
    for call in ast.walk(code):
        if isinstance(call, ast.Call):
            first, *rest = ast.unparse(call.func).split(".")
            value = kernel.py_func.__globals__.get(first)
            for name in rest:
                value = getattr(value, name, None)
            if isinstance(value, Dispatcher):
                yield value


def leaks(kernel):
    if is_counted(kernel):
        return []
    return [each.__name__ for each in called(kernel) if is_counted(each) and gives(each) not in NUMBERS]


def gives(kernel):
    """What its file says that it returns; a twin has no annotations of its own."""
    written = getattr(inspect.getmodule(kernel.py_func), kernel.__name__)
    return inspect.signature(written).return_annotation


class TestAnArrayThatWasNeverFreed:
    """Two kernels of the planner counted no references, and called kernels that make arrays: each turn left some."""

    def test_what_counts_gives_no_array_to_what_does_not(self):
        assert {kernel.py_func.__qualname__: found for kernel in dispatchers() if (found := leaks(kernel))} == {}

    def test_the_test_sees_the_kernels(self):
        modules = {kernel.py_func.__module__ for kernel in dispatchers()}
        assert {"bot.kernels.queue", "bot.search.combat", "experiments.opponents.planner.captures"} <= modules
        assert compiling() <= modules
        assert {is_counted(kernel) for kernel in dispatchers()} == {True, False}
        assert leaks(taking) == ["giving"]


@compiled
def giving(size):
    return [0] * size


@uncounted
def taking(size):
    return giving(size)[0]


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
