"""Compiled where numba is present, plain Python where it is not.

Numba's own cache looks at the file of the function alone: after an edit of a kernel that it calls in
another file it would go on using the old one. Here the cache's folder is named after the sources that matter.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

try:
    import numba
    from numba import literal_unroll as literal_unroll
except ImportError:  # kernels are plain Python then, which is slow; bot.kernels refuses to load
    IS_COMPILED = False
else:
    IS_COMPILED = True

BOT = Path(__file__).parent.parent

# The option of numba that counts references to arrays.
#
# It is the default, and is said in any case: unsaid, numba takes it from the first kernel that calls this one.
COUNTED = {"_nrt": True}

# The same, off: counting costs atomic operations whenever a call passes an array on.
UNCOUNTED = {"_nrt": False}


@cache
def fingerprint(*files: str) -> str:
    """Return a short text that differs when any of these files of the bot differs; all of them when none is named."""
    paths = [BOT / name for name in files] or sorted(BOT.rglob("*.py"))
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in paths)).hexdigest()[:16]


def kernel(function: Callable[..., Any], mark: str, **options: bool) -> Any:
    """Compile the function with numba; its machine code is kept under the mark of the sources that it depends on.

    That is where NUMBA_CACHE_DIR says, or in the bot's __pycache__. The code releases the GIL. Ways to call it that are
    not needed are left out: only compiled code may call a function whose name begins with _.
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


class Compiler:
    """Compiles functions that call nothing outside these files of the bot; without names, outside any of its files.

    Only compiled code may call a function whose name begins with _: without a door for Python it compiles faster, and
    Python that calls it crashes.
    """

    def __init__(self, *files: str, **options: bool):
        self.files, self.options = files, options  # those of numba.njit

    def __call__(self, function: Callable[..., Any]) -> Any:
        """Compile the function."""
        if not IS_COMPILED:
            return function
        return kernel(function, fingerprint(*self.files), **self.options)

    def twin(self, module: ModuleType) -> dict[str, Any]:
        """Return the contents of a module of plain functions, each compiled; the module itself stays plain."""
        room = dict(vars(module))
        for name, function in vars(module).items():
            if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                room[name] = self(FunctionType(function.__code__, room, name, function.__defaults__))
        return room


# For functions that may call any other of the bot.
compiled = Compiler()

# The same for functions that make no arrays, not even views.
uncounted = Compiler(**UNCOUNTED)
