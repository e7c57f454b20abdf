"""Compiled where numba is present, plain Python where it is not.

Numba's own cache looks at the file of the function alone: after an edit of a kernel that it calls in
another file it would go on using the old one. Here the cache's folder is named after the sources that matter.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from .sources import fingerprint

try:
    import numba
    from numba.core import event
except ImportError:  # the searches are plain Python then: correct, but too slow to play
    IS_COMPILED = False
else:
    IS_COMPILED = True


COMPILE = "numba:compile"  # numba's word; nothing is told when a kernel comes from the cache


class NotCompiledError(Exception):
    """A kernel is not in numba's cache, although it should be."""


def compile_for(kernel: Any, *arguments: Any) -> None:
    """Compile the kernel for arguments like these, without calling it."""
    typeof: Any = numba.typeof  # it has no types
    kernel.compile(tuple(typeof(argument) for argument in arguments))


@contextmanager
def compiling_nothing() -> Iterator[None]:
    """Inside, a kernel that would have to be compiled raises NotCompiledError."""
    events: Any = event  # it has no types
    refusal = type("Refusal", (events.Listener,), {"on_start": _refuse, "on_end": lambda self, event: None})()
    events.register(COMPILE, refusal)
    try:
        yield
    finally:
        events.unregister(COMPILE, refusal)


def _refuse(_: object, event: Any) -> None:
    name = event.data["dispatcher"].__name__
    raise NotCompiledError(f"{name} is not in numba's cache, which was emptied; the next game compiles it")


def _doors(name: str) -> dict[str, Any]:
    """Options of numba that leave out ways to call a kernel which are not needed."""
    return {"no_cfunc_wrapper": True, "no_cpython_wrapper": name.startswith("_")}


class Compiler:
    """Compiles functions that call nothing outside these files of the bot; without names, outside any of its files.

    The machine code is kept where NUMBA_CACHE_DIR says, or beside this file. Compiled code releases the GIL.
    Only compiled code may call a function whose name begins with _: without a door for Python it compiles faster, and
    Python that calls it crashes.
    """

    def __init__(self, *files: str, **options: bool):
        self.files, self.options = files, options  # those of numba.njit

    def __call__(self, function: Callable[..., Any]) -> Any:
        """The function, compiled."""
        if not IS_COMPILED:
            return function
        config: Any = numba.config  # it makes its attributes at run time
        usual = config.CACHE_DIR
        config.CACHE_DIR = str(Path(usual or Path(__file__).parent / "__pycache__") / fingerprint(*self.files))
        try:
            options: dict[str, Any] = _doors(function.__name__) | self.options
            return numba.njit(function, nogil=True, cache=True, error_model="numpy", **options)
        finally:
            config.CACHE_DIR = usual

    def twin(self, module: ModuleType) -> dict[str, Any]:
        """The contents of a module of plain functions, with every function compiled; the module itself stays plain."""
        room = dict(vars(module))
        for name, function in vars(module).items():
            if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                room[name] = self(FunctionType(function.__code__, room, name, function.__defaults__))
        return room


UNCOUNTED = {"_nrt": False}
"""The option of numba that counts no references to arrays.

Usually it counts them by atomic operations whenever a call passes an array on, which took a tenth of a turn.
"""

compiled = Compiler()
"""For functions that may call any other of the bot."""

uncounted = Compiler(**UNCOUNTED)
"""The same for functions that make no arrays, not even views."""
