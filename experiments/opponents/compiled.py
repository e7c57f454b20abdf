"""Compiling the kernels of a school, with a disk cache that notices edits in any of its files and in the bot's."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot.ground.compiled import UNCOUNTED, kernel

from .sources import digest

__all__ = ["UNCOUNTED", "compiler"]


def compiler(file: str, **options: bool) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator for the kernels in `file` (`__file__`), which may call those of its folder and of the bot.

    With UNCOUNTED it is for kernels that make no arrays, not even views; see bot.ground.compiled. A kernel whose name
    begins with _ is called by kernels only: it has no entry for Python, which saves the time to compile one.
    """
    mark = digest(Path(file))

    def compiled(function: Callable[..., Any]) -> Any:
        return kernel(function, mark, **options)

    return compiled
