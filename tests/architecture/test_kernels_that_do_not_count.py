"""Kernels that do not count references release none: an array that one of them is given by a kernel is never freed."""

import ast
import inspect
import textwrap
from importlib import import_module
from pkgutil import walk_packages

from numba.core.dispatcher import Dispatcher

from bot.board.compiled import compiled, uncounted
from experiments.opponents.opponent import NAMES
from tests.support.project import ROOT

PACKAGES = ["bot", *(f"experiments.opponents.{name}" for name in NAMES)]
NUMBERS = {None, bool, int, float, tuple[int, int]}
"""What a kernel may give one that does not count."""


def is_counted(kernel):
    return kernel.targetoptions["_nrt"]


def kernels():
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
        assert {kernel.py_func.__qualname__: found for kernel in kernels() if (found := leaks(kernel))} == {}

    def test_the_test_sees_the_kernels(self):
        modules = {kernel.py_func.__module__ for kernel in kernels()}
        assert {"bot.kernels.queue", "bot.search.combat", "experiments.opponents.planner.captures"} <= modules
        assert compiling() <= modules
        assert {is_counted(kernel) for kernel in kernels()} == {True, False}
        assert leaks(taking) == ["giving"]


@compiled
def giving(size):
    return [0] * size


@uncounted
def taking(size):
    return giving(size)[0]
