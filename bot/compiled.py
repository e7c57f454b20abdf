"""One decorator for the searches: compiled where numba is present, plain Python where it is not.

Numba's own cache looks at the file of the function alone: after an edit of a kernel that it calls in
another file it would go on using the old one. Here the cache's folder is named after all sources of the bot.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from .sources import fingerprint

try:
    import numba
except ImportError:  # the searches are plain Python then: right, and too slow to play
    IS_COMPILED = False
else:
    IS_COMPILED = True


def compiled(function: Callable[..., Any]) -> Any:
    """Compile `function`; it releases the GIL. Its machine code is kept where NUMBA_CACHE_DIR says, or beside it."""
    if not IS_COMPILED:
        return function
    config: Any = numba.config  # it makes its attributes at run time
    usual = config.CACHE_DIR
    config.CACHE_DIR = str(Path(usual or Path(__file__).parent / "__pycache__") / fingerprint())
    try:
        return numba.njit(function, nogil=True, cache=True, error_model="numpy")
    finally:
        config.CACHE_DIR = usual
