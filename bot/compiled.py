"""Compiled where numba is present, plain Python where it is not.

Numba's own cache looks at the file of the function alone: after an edit of a kernel that it calls in
another file it would go on using the old one. Here the cache's folder is named after the sources that matter.
"""

from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from .sources import fingerprint

try:
    import numba
except ImportError:  # the searches are plain Python then: correct, but too slow to play
    IS_COMPILED = False
else:
    IS_COMPILED = True


class Compiler:
    """Compiles functions that call nothing outside these files of the bot; without names, outside any of its files.

    The machine code is kept where NUMBA_CACHE_DIR says, or beside this file. Compiled code releases the GIL.
    """

    def __init__(self, *files: str):
        self.files = files

    def __call__(self, function: Callable[..., Any]) -> Any:
        """The function, compiled."""
        if not IS_COMPILED:
            return function
        config: Any = numba.config  # it makes its attributes at run time
        usual = config.CACHE_DIR
        config.CACHE_DIR = str(Path(usual or Path(__file__).parent / "__pycache__") / fingerprint(*self.files))
        try:
            return numba.njit(function, nogil=True, cache=True, error_model="numpy")
        finally:
            config.CACHE_DIR = usual

    def twin(self, module: ModuleType) -> dict[str, Any]:
        """The contents of a module of plain functions, with every function compiled; the module itself stays plain."""
        room = dict(vars(module))
        for name, function in vars(module).items():
            if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                room[name] = self(FunctionType(function.__code__, room, name, function.__defaults__))
        return room


compiled = Compiler()
"""For functions that may call any other of the bot."""
