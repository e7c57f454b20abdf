"""Compiled where numba is present, plain Python where it is not.

Numba's own cache looks at the file of the function alone: after an edit of a kernel that it calls in
another file it would go on using the old one. Here the cache's folder is named after the sources that matter.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

try:
    import numba
    from numba import literal_unroll as literal_unroll
except ImportError:  # kernels are plain Python then, which is slow; bot.kernels refuses to load
    IS_COMPILED = False
else:
    IS_COMPILED = True

BOT = Path(__file__).parent.parent

# Whether numba counts references to arrays; unsaid, it takes this from the first kernel that calls another.
COUNTED = {"_nrt": True}
UNCOUNTED = {"_nrt": False}  # counting costs atomic operations whenever a call passes an array on


@cache
def fingerprint(*files: str) -> str:
    """Return a short text that differs when any of these files of the bot differs; all of them when none is named."""
    paths = [BOT / name for name in files] or sorted(BOT.rglob("*.py"))
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in paths)).hexdigest()[:16]


def kernel(function: Callable[..., Any], mark: str, **options: bool) -> Any:
    """Compile the function with numba, without the GIL; its machine code is kept under the mark of its sources.

    That is where NUMBA_CACHE_DIR says, or in the bot's __pycache__.
    """
    config: Any = numba.config  # it makes its attributes at run time
    before = config.CACHE_DIR
    config.CACHE_DIR = str(Path(before or BOT / "__pycache__") / mark)
    doors = {"no_cfunc_wrapper": True, "no_cpython_wrapper": function.__name__.startswith("_")}
    all_options: dict[str, Any] = doors | COUNTED | options
    try:
        return numba.njit(function, nogil=True, cache=True, error_model="numpy", **all_options)
    finally:
        config.CACHE_DIR = before


def compiler(*files: str, **options: bool) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator for functions that call nothing outside these files of the bot, or outside any of its files.

    Only compiled code may call a function whose name begins with _: without a wrapper for Python it compiles faster,
    and Python that calls it crashes.
    """
    return lambda function: kernel(function, fingerprint(*files), **options) if IS_COMPILED else function


# For functions that may call any other of the bot.
compiled = compiler()

# The same for functions that make no arrays, not even views.
uncounted = compiler(**UNCOUNTED)
