"""Compiling the kernels of a school, with a disk cache that notices edits in any of its files and in the bot's."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba

from bot.sources import fingerprint


def compiler(file: str) -> Callable[[Callable[..., Any]], Any]:
    """A decorator for the kernels in `file` (pass `__file__`), which may call those of its folder and of the bot.

    The machine code is kept beside the school, or where NUMBA_CACHE_DIR says. Compiled code releases the GIL.
    """
    source = Path(file)
    here = Path(__file__).parent
    files = [source] if source.parent == here else sorted(source.parent.glob("*.py"))
    content = b"\0".join([fingerprint().encode(), *(path.read_bytes() for path in files)])
    mark = hashlib.sha256(content).hexdigest()[:16]

    def compiled(function: Callable[..., Any]) -> Any:
        config: Any = numba.config  # it makes its attributes at run time
        usual = config.CACHE_DIR
        config.CACHE_DIR = str(Path(usual or here / "__pycache__") / mark)
        try:
            return numba.njit(function, nogil=True, cache=True, error_model="numpy")
        finally:
            config.CACHE_DIR = usual

    return compiled
