"""Compiling the kernels of an opponent, with a disk cache that notices edits in any of its files and in the bot's."""

from collections import namedtuple
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot.board import compiled
from bot.board.compiled import COUNTED
from bot.parameters.declaration import specs

__all__ = ["COUNTED", "compiler", "for_kernels", "kernel_type"]


def compiler(file: str, **options: bool) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator for the kernels in `file` (`__file__`), which may call those of its folder and of the bot.

    A kernel that makes arrays needs COUNTED; see bot.board.compiled. One whose name begins with _ is called by
    kernels only: it has no entry for Python, which saves the time to compile one.
    """
    return compiled.compiler(*sorted(Path(file).parent.glob("*.py")), **options)


def kernel_type(settings: type, module: str, *more: str) -> Any:
    """Return a named tuple of tunable numbers and `more`, which kernels take; keep it as KernelSettings of `module`."""
    names = [name for name, spec in specs(settings).items() if spec.metadata["tunable"] and spec.type is not str]
    return namedtuple("KernelSettings", [*names, *more], module=module)  # pyrefly: ignore[invalid-argument] - its fields are those of the settings


def for_kernels(kind: Any, settings: Any, **more: Any) -> Any:
    """Return the settings as such a tuple."""
    return kind(**{name: more[name] if name in more else getattr(settings, name) for name in kind._fields})
