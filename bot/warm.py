"""Loads the compiled champion within the initial time, or in the middle of the game.

Compiling takes many seconds, and nothing can interrupt it. So a machine that has not compiled this code yet does it in
processes beside the game (bot.compiling), and this one never compiles anything: it loads what they have left in
numba's cache. What is not ready in the initial time goes on while the game is played with the greedy moves, at the
lowest priority. Loading takes a second or so, in a thread, while turns are answered.
"""

import gc
import logging
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from importlib import util
from pathlib import Path
from typing import TYPE_CHECKING

from .compiling import BOT, Compilation, drill, marks
from .parameters import Parameters

if TYPE_CHECKING:
    from .champion import Champion  # it needs numba, which may be missing

logger = logging.getLogger("bot")


def champion(
    parameters: Parameters, height: int, width: int, end: float, now: Callable[[], float] = time.monotonic
) -> "Champion | Compilation | None":
    """The compiled champion, ready to play; what compiles it, when that is not done at `end`; None when it never will.

    end   by the clock `now`
    """
    if not _has_numba():
        logger.info("plays its greedy moves, without an opening plan: both searches need numba, which is not installed")
        return None
    try:
        folder = cache_folder()
        if not is_compiled(folder):
            compilation = Compilation(folder)
            if not compilation.wait(lambda: now() >= end):
                return _left_behind(compilation)
            compilation.stop()
        return _loaded_only(parameters, height, width)
    except Exception:  # such as a numba that does not fit this numpy: a weaker game is better than none
        logger.exception("plays its greedy moves: the compiled search cannot be loaded")
        return None


def _left_behind(compilation: Compilation) -> Compilation | None:
    """The compilation that was not done in the initial time, if there is still hope."""
    if compilation.has_failed:
        logger.warning("plays its greedy moves: the search does not compile; `python3 -m bot.warm` says why")
        compilation.stop()
        return None
    logger.warning("plays its greedy moves until the search is compiled, which takes longer than warm_up allows")
    compilation.step_back()
    return compilation


def compile_here(say: Callable[[str], object]) -> bool:
    """Compile what this machine has not compiled yet, however long it takes; whether that went well.

    Without numba there is nothing to do.
    """
    if not _has_numba() or is_compiled(folder := cache_folder()):
        return True
    say("Compiling the bot's search, once; this takes up to a minute ...")
    compilation = Compilation(folder, complaints=None)
    is_done = compilation.wait(lambda: False)
    compilation.stop()
    if not is_done:
        say("The search does not compile, for the reason above; the bot plays its greedy moves.")
    return is_done


def loaded(parameters: Parameters, height: int, width: int) -> "Champion":
    """A champion whose every kernel has run once."""
    from .champion import Champion  # only now: it imports numba

    recruit = Champion(parameters, *drill().owner.shape)
    recruit.moves(drill())
    recruit.council.rehearse(drill())
    return Champion(parameters, height, width)


def _loaded_only(parameters: Parameters, height: int, width: int) -> "Champion":
    """`loaded`, without compiling anything.

    Raises    NotCompiledError when a kernel is missing in the cache; the next game compiles it
    """
    from .compiled import NotCompiledError, compiling_nothing  # only now, as above

    try:
        with compiling_nothing():
            return loaded(parameters, height, width)
    except NotCompiledError:
        for mark in marks(cache_folder()):
            mark.unlink(missing_ok=True)
        raise


class Loading:
    """A thread that loads the champion for a board of this size, while turns are answered."""

    def __init__(self, parameters: Parameters, height: int, width: int):
        self.has_succeeded = False
        threading.Thread(target=self._load, args=(parameters, height, width), daemon=True).start()

    def _load(self, parameters: Parameters, height: int, width: int) -> None:
        gc.disable()  # else a turn would wait while everything that numba consists of is looked through
        try:
            _loaded_only(parameters, height, width)
            self.has_succeeded = True
        except Exception:
            logger.exception("goes on with its greedy moves: the compiled search cannot be loaded")
        finally:
            gc.freeze()
            gc.enable()


def is_compiled(folder: Path) -> bool:
    """Whether all machine code is in the folder. Also tells numba to look there, before it is imported."""
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    return all(mark.exists() for mark in marks(folder))


def cache_folder() -> Path:
    """Where the machine code is kept: where NUMBA_CACHE_DIR says, beside this code, or in a folder of our own."""
    named = os.environ.get("NUMBA_CACHE_DIR")
    for folder in (Path(named) if named else None, BOT / "__pycache__"):
        if folder and _is_ours(folder):
            return folder
    shared = Path(tempfile.gettempdir()) / f"halite-bot-{getattr(os, 'getuid', int)()}"
    return shared if _is_ours(shared) else Path(tempfile.mkdtemp(prefix="halite-bot-"))


def _is_ours(folder: Path) -> bool:
    """Whether the folder can be made and written, and no other user can have put code there for us to run."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        owned = not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()
        return owned and os.access(folder, os.W_OK | os.X_OK)
    except OSError:
        return False


def _has_numba() -> bool:
    try:
        return util.find_spec("numba") is not None
    except (ImportError, ValueError):  # an import system of its own, or a module without a spec
        return False


if __name__ == "__main__":
    sys.exit(0 if compile_here(lambda text: print(text, file=sys.stderr, flush=True)) else 1)
