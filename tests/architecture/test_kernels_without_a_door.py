"""A kernel whose name begins with _ has no entry for Python, and Python that calls it crashes: nothing does."""

import ast

import pytest

from tests.project import ROOT

FILES = sorted((ROOT / "bot").glob("*.py"))
DECORATORS = {"compiled", "_compiled"}


def functions(tree):
    """Every function of a file, and whether numba compiles it."""
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


DOORLESS = {
    path.stem: {
        function.name
        for function, is_compiled in functions(ast.parse(path.read_text(encoding="utf-8")))
        if is_compiled and function.name.startswith("_")
    }
    for path in FILES
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_python_calls_no_kernel_without_a_door(path):
    """Within a file and from another one of the bot."""
    elsewhere = {f"{module}.{name}" for module, names in DOORLESS.items() for name in names}
    assert not set(called_by_python(path)) & (DOORLESS[path.stem] | elsewhere)


def test_the_test_sees_the_kernels():
    """There are such kernels, and it knows them from plain functions."""
    assert "_assign" in DOORLESS["kernels"]
    assert "_values" not in DOORLESS["kernels"]
    assert "usual" in set(called_by_python(ROOT / "bot" / "kernels.py"))


def test_tests_call_no_kernel_without_a_door():
    """One that was left imported such a kernel and crashed its worker. In a compiled function it may be called."""
    files = sorted((ROOT / "tests").rglob("*.py"))
    called = {path: doorless_calls(ast.parse(path.read_text(encoding="utf-8"))) for path in files}
    assert {path: kernels for path, kernels in called.items() if kernels} == {}


def doorless_calls(tree):
    """Kernels without a door that a file imports from the bot and calls in functions that are not compiled."""
    imported = {
        name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("bot.")
        for name in node.names
        if name.name in DOORLESS[node.module.removeprefix("bot.")]
    }
    return imported & {
        ast.unparse(call.func)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef) and "njit" not in map(ast.unparse, function.decorator_list)
        for call in ast.walk(function)
        if isinstance(call, ast.Call)
    }
