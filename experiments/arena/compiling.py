"""Compiling kernels that call kernels of other files, with a disk cache that notices edits there.

Numba's own cache looks at the file of the function alone: after an edit of a kernel that it calls in
another file it would go on using the old one. Here the cache's folder is named after all the sources.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numba


def kernel(*called: ModuleType) -> Callable[[Callable[..., Any]], Any]:
    """Compile the decorated function, which calls kernels of these modules and packages; it releases the GIL.

    The machine code is kept beside the function's source, or where NUMBA_CACHE_DIR says, in a folder
    that depends on the sources of the function and of all that it calls.
    """

    def compiled(function: Callable[..., Any]) -> Any:
        source = Path(function.__code__.co_filename)
        sources = [source, *(path for module in called for path in files(module))]
        config: Any = numba.config  # it makes its attributes at run time
        usual = config.CACHE_DIR
        config.CACHE_DIR = str(Path(usual or source.parent / "__pycache__") / fingerprint(sources))
        try:
            return numba.njit(function, nogil=True, cache=True, error_model="numpy")
        finally:
            config.CACHE_DIR = usual

    return compiled


def files(module: ModuleType) -> list[Path]:
    """Return the file of a module; of a package every file in it."""
    path = Path(str(module.__file__))
    return sorted(path.parent.rglob("*.py")) if hasattr(module, "__path__") else [path]


def fingerprint(sources: list[Path]) -> str:
    """Return a short text that differs when any of these files differs."""
    content = b"\0".join(source.read_bytes() for source in sources)
    return hashlib.sha256(content).hexdigest()[:16]
