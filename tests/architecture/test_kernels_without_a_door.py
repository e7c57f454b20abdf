"""Python never calls a kernel whose name begins with _: such a kernel has no entry for Python, and the call crashes."""

import ast
from functools import cache

import pytest

from tests.support.project import ROOT

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
