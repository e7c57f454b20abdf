"""What the module is compiled from: the kernels with all that they call, and a fingerprint of it.

Nothing is compiled for the fingerprint. It is of bytecode, constants and types, as numba gets them. Comments,
docstrings, annotations, names of local variables and of files, and code that no kernel calls have no part in it.
"""

from collections.abc import Iterator, Mapping
from types import CodeType, ModuleType
from typing import Any

import numba
import numpy as np

from bot.search.champion import Export

from .build import digest

PROJECT = {"bot", "engine", "experiments"}  # by name: `.venv`, with numpy in it, may lie in the same folder


def fingerprint(exports: Mapping[str, Export]) -> str:
    """Return twelve characters that change when what numba gets for these exports may have changed."""
    types = [f"{name} {_type(export.arguments)}" for name, export in exports.items()]
    return digest("\0".join([*types, *(_text_of(kernel) for kernel in reachable_kernels(exports))]).encode())


def reachable_kernels(exports: Mapping[str, Export]) -> list[Any]:
    """Return the kernels that are offered, and those that they call, directly or through others."""
    found = list(dict.fromkeys(export.kernel for export in exports.values()))
    for kernel in found:  # grows while it is gone through
        called = dict.fromkeys(value for _, value in _values_used(kernel.py_func) if hasattr(value, "py_func"))
        found += [each for each in called if each not in found]
    return found


def _text_of(kernel: Any) -> str:
    """Return all that a kernel is, but for what the kernels are that it calls."""
    function = kernel.py_func
    options = sorted(kernel.targetoptions.items())
    constants = [f"{name} {_constant(value)}" for name, value in _values_used(function)]
    return "\0".join([function.__qualname__, str(options), *_bytecode(function.__code__), *constants])


def _bytecode(code: CodeType) -> Iterator[str]:
    yield f"{code.co_code.hex()} {code.co_argcount} {code.co_names}"
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _bytecode(constant)
        elif not isinstance(constant, str):  # a docstring; kernels have no other texts
            yield repr(constant)


def _values_used(function: Any) -> Iterator[tuple[str, Any]]:
    """Yield the globals that a function names, and what it may take from modules of the project."""
    names = sorted(_names(function.__code__))
    yield from ((f"default {number}", value) for number, value in enumerate(function.__defaults__ or ()))
    yield from _look_up(names, function.__globals__, set())


def _names(code: CodeType) -> set[str]:
    return set(code.co_names).union(*(_names(each) for each in code.co_consts if isinstance(each, CodeType)))


def _look_up(names: list[str], room: Mapping[str, Any], seen: set[ModuleType]) -> Iterator[tuple[str, Any]]:
    for name in names:
        if name not in room:
            continue
        value = room[name]
        if not isinstance(value, ModuleType):
            yield name, value
        elif value not in seen and value.__name__.partition(".")[0] in PROJECT:
            seen.add(value)
            yield from _look_up(names, vars(value), seen)


def _constant(value: Any) -> str:
    """Return a global as text: of kernels, functions and classes the name, because an address is never the same."""
    if isinstance(value, (int, float, tuple, np.generic)):
        return repr(value)
    return f"{value.__qualname__} {getattr(value, '_fields', '')}"


def _type(value: Any) -> str:
    """Return the type of an argument as numba sees it, with the names of fields."""
    if isinstance(value, tuple):
        return f"{type(value).__name__} {getattr(value, '_fields', '')} ({', '.join(map(_type, value))})"
    typeof: Any = numba.typeof  # it has no types
    return str(typeof(value))
