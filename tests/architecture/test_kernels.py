"""Kernels and their readable twins: each has its own, leaks nothing, and is called by its door."""

import ast
import importlib
import inspect
import re
import textwrap
from functools import cache
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

# The compiled decision has the sections of the readable one, and the twins that its comments name exist.


TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / "bot" / "kernels").glob("*.py"))}
HOMES = {path.stem: path for room in ("", "board", "greedy") for path in (ROOT / "bot" / room).glob("*.py")}
RECORDS = {"__init__", "player", "queue", "squares"}
"""What they work on, and what the readable ones have no use for."""

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


@pytest.mark.parametrize("file", sorted(TEXTS.keys() - RECORDS))
def test_a_file_holds_the_twins_of_its_namesake(file):
    assert twins(TEXTS[file])
    assert file in HOMES
    for function in re.split(r"^def ", TEXTS[file], flags=re.MULTILINE):
        assert not twins(function) or twins(function)[0].startswith(f"{file}.")


def test_every_readable_function_has_at_most_one_kernel():
    """A name that two call their twin is at home in neither."""
    named = [name for text in TEXTS.values() for name in twins(text)]
    assert len(named) == len(set(named))


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


# Python never calls a kernel whose name begins with _: such a kernel has no entry for Python, and the call crashes.


FILES = [path for room in ("bot", "experiments/opponents") for path in sorted((ROOT / room).rglob("*.py"))]
DECORATORS = {"compiled", "inside", "kernel", "uncounted"}


def functions(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            decorators = {item.id for item in node.decorator_list if isinstance(item, ast.Name)}
            yield node, bool(decorators & DECORATORS)


def called_by_python(path):
    """Names that plain functions of the file call, with the module's name before a dot where they have one."""
    for function, is_compiled in functions(ast.parse(path.read_text(encoding="utf-8"))):
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and not is_compiled:
                yield ast.unparse(node.func)


def module(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


@cache
def doorless():
    return {
        module(path): {
            function.name
            for function, is_compiled in functions(ast.parse(path.read_text(encoding="utf-8")))
            if is_compiled and function.name.startswith("_")
        }
        for path in FILES
    }


@cache
def elsewhere():
    return {f"{name.rpartition('.')[2]}.{kernel}" for name, kernels in doorless().items() for kernel in kernels}


def doorless_imports(path):
    package = module(path).split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            there = doorless().get(".".join([*start, node.module or ""]), set())
            yield from there & {name.name for name in node.names}


@pytest.mark.parametrize("path", FILES, ids=module)
def test_python_calls_no_kernel_without_a_door(path):
    assert not set(called_by_python(path)) & (doorless()[module(path)] | set(doorless_imports(path)) | elsewhere())


def test_the_test_sees_the_kernels():
    assert "_assign" in doorless()["bot.kernels.assign"]
    assert "_values" not in doorless()["bot.kernels.player"]
    assert "values" in set(called_by_python(ROOT / "bot" / "kernels" / "decide.py"))
    assert "_find_wall" in set(doorless_imports(ROOT / "bot" / "kernels" / "decide.py"))


def test_tests_call_no_kernel_without_a_door():
    """One that was left imported such a kernel and crashed its worker. In a compiled function it may be called."""
    files = sorted((ROOT / "tests").rglob("*.py"))
    assert {path: called for path in files if (called := doorless_calls(path))} == {}


def doorless_calls(path):
    """Kernels without a door that a file imports, or calls as a part of their module, in functions not compiled."""
    return (set(doorless_imports(path)) | elsewhere()) & {
        ast.unparse(call.func)
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef) and "njit" not in map(ast.unparse, function.decorator_list)
        for call in ast.walk(function)
        if isinstance(call, ast.Call)
    }
