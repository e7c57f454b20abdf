"""Compiling the kernels of a school, with a disk cache that notices edits in any of its files and in the bot's."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba

from bot.compiled import UNCOUNTED
from bot.compiling import BOT

from .sources import digest

__all__ = ["UNCOUNTED", "compiler"]

COUNTED = {"_nrt": True}
"""Said in any case: numba would take it from the first kernel that calls this one."""


def _doors(name: str) -> dict[str, Any]:
    """Options of numba that leave out ways to call a kernel which are not needed."""
    return {"no_cfunc_wrapper": True, "no_cpython_wrapper": name.startswith("_")}


def compiler(file: str, **options: bool) -> Callable[[Callable[..., Any]], Any]:
    """A decorator for the kernels in `file` (pass `__file__`), which may call those of its folder and of the bot.

    With UNCOUNTED it is for kernels that make no arrays, not even views; see bot.compiled.

    The machine code is kept where NUMBA_CACHE_DIR says, or with the bot's: a program looks for both in one folder.
    Compiled code releases the GIL. As in bot.compiled, only kernels may call a kernel whose name begins with _: it has
    no entry for Python, which saves the time to compile one.
    """
    mark = digest(Path(file))

    def compiled(function: Callable[..., Any]) -> Any:
        config: Any = numba.config  # it makes its attributes at run time
        usual = config.CACHE_DIR
        config.CACHE_DIR = str(Path(usual or BOT / "__pycache__") / mark)
        try:
            all_options: dict[str, Any] = _doors(function.__name__) | COUNTED | options
            return numba.njit(function, nogil=True, cache=True, error_model="numpy", **all_options)
        finally:
            config.CACHE_DIR = usual

    return compiled
