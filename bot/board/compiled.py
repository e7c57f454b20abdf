"""How kernels are compiled, by numba, which only they need; and the kinds of arrays and records that they take.

Numba's own cache looks at the file of the function alone: after an edit of a kernel that it calls in
another file it would go on using the old one. Here the cache's folder is named after the sources that matter.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

try:
    import numba
    from numba import literal_unroll as literal_unroll
except ImportError as error:
    raise ImportError("bot.kernels needs numba (`pip install numba`); bot.decide does not") from error

BOT = Path(__file__).parent.parent

# All that kernels may be compiled from: `program` stands on the other packages, and none of them on it (import-linter).
SOURCES = [path for path in sorted(BOT.rglob("*.py")) if path.parent.name != "program"]

# For `compiler`: numba counts references to arrays, as a function that makes some needs it. Others do without, because
# every call that passes an array on would count, at run time and while it is compiled.
COUNTED = {"_nrt": True}


@cache
def fingerprint(*files: Path) -> str:
    """Return a short text that differs when a source of the bot's kernels differs, or one of these files."""
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in (*SOURCES, *files))).hexdigest()[:16]


def compiler(*files: Path, **options: bool) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator that compiles a function with numba, without the GIL.

    The function calls nothing but what stands in these files and in the bot. It makes no arrays, unless COUNTED is
    given; views are possible (`reshape(-1)`, not `ravel`). Its machine code is kept where NUMBA_CACHE_DIR says, or in
    the bot's __pycache__.

    Only compiled code may call a function whose name begins with _: without a wrapper for Python it compiles faster,
    and Python that calls it crashes.
    """

    def compile_function(function: Callable[..., Any]) -> Any:
        config: Any = numba.config  # it makes its attributes at run time
        before = config.CACHE_DIR
        config.CACHE_DIR = str(Path(before or BOT / "__pycache__") / fingerprint(*files))
        doors = {"no_cfunc_wrapper": True, "no_cpython_wrapper": function.__name__.startswith("_")}
        all_options: dict[str, Any] = doors | {"_nrt": False} | options
        try:
            return numba.njit(function, nogil=True, cache=True, error_model="numpy", **all_options)
        finally:
            config.CACHE_DIR = before

    return compile_function


compiled = compiler()

# The same, compiled into the callers: for short functions that run often.
inside = compiler(forceinline=True)

# The kinds of arrays and records that kernels take. Numba reads no annotation: readers and the type checker do.
Bytes = npt.NDArray[np.uint8]  # (H, W) a layer of the board, or moves
Places = npt.NDArray[np.uint32]  # squares, by their indices
Options = npt.NDArray[np.int8]
Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Dice = npt.NDArray[np.uint64]  # (1,) the state of a generator
Floats = npt.NDArray[np.float64]
Records = npt.NDArray[np.void]  # one for each square, or for each player
Record = Any  # one of them: a field is an attribute in compiled code, an item in Python


class Grids(NamedTuple):
    """A board as the kernels take it: contiguous and writable, or numba would compile all of them anew."""

    owner: Bytes  # (H, W)
    strength: Bytes  # (H, W)
    production: Bytes  # (H, W)
