"""Brings the compiled champion into a game: within the initial time, or in the middle of the game.

Compiling takes many seconds, and nothing can interrupt it. So a machine that has not compiled this code yet does it in
processes beside the game (bot.program.compiling), and the player's own process never compiles anything: it loads what
they have left in numba's cache, in a thread. What is not ready in the initial time is compiled further while greedy
moves play.
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

from ..ground.memory import Memory
from ..ground.sources import BOT
from ..knobs.parameters import Parameters
from .compiling import Compilation, drill, forget, marks

if TYPE_CHECKING:
    from ..stages.champion import Champion  # it needs numba, which may be missing

GLANCE = 0.01  # seconds between two looks at a recruit
INTERRUPTED = 130  # the exit code that shells report after Ctrl-C

logger = logging.getLogger("bot")


class Recruit:
    """Prepares the champion during a game: compiles it in other processes if necessary, then loads it in a thread.

    No turn ever waits for it: `look` starts the next step if the one before is finished. A school derives its own
    class from this one.
    """

    subject = "the search"  # in messages
    cure = "python3 -m bot.program.warm"  # says why it does not compile

    def __init__(self, parameters: Parameters, height: int, width: int):
        """Start for a board of this size."""
        self.parameters, self.shape = parameters, (height, width)
        self.loading: threading.Thread | None = None
        self.is_ready = self.is_lost = False
        self.compilation = self._begun()

    def _begun(self) -> Compilation | None:
        """Start the compilation, if one is needed. If it cannot start, the champion is lost for this game."""
        try:
            return self.compiling(cache_folder())
        except Exception:  # such as no folder at all that can be written, or no other process
            logger.exception("plays its greedy moves: %s cannot be compiled here", self.subject)
            self.is_lost = True
            return None

    def compiling(self, folder: Path) -> Compilation | None:
        """Start the processes that compile it, unless it is compiled; point numba's cache to the folder."""
        return None if is_compiled(folder) else Compilation(folder)

    def load(self) -> None:
        """Run everything once, without compiling anything."""
        _loaded_only(self.parameters, *self.shape)

    def look(self) -> None:
        """Start the next step if the last one is finished. Afterwards it may be ready, or lost for this game."""
        if self.compilation and self.compilation.is_over:
            self.compilation.stop()
            self.is_lost = self.compilation.has_failed
            self.compilation = None
            if self.is_lost:
                logger.warning("plays its greedy moves: %s does not compile; `%s` says why", self.subject, self.cure)
        if not self.compilation and not self.loading and not self.is_lost:
            self.loading = threading.Thread(target=self._load, daemon=True)
            try:
                self.loading.start()
            except RuntimeError:  # the system allows no further thread
                self._lose()

    def wait(self, out_of_time: Callable[[], bool]) -> None:
        """Wait until it is ready or lost, or the time is over; then lower it to the lowest priority."""
        self.look()
        while not self.is_ready and not self.is_lost and not out_of_time():
            time.sleep(GLANCE)
            self.look()
        if not self.is_ready and not self.is_lost:
            step = "compiled" if self.compilation else "loaded"
            logger.warning("plays its greedy moves until %s is %s, which takes longer than warm_up", self.subject, step)
        if self.compilation:
            self.compilation.step_back()

    def champion(self, memory: Memory) -> "Champion":
        """Return the champion, once it is ready."""
        from ..stages.champion import Champion  # loaded by now

        return Champion(self.parameters, *self.shape, memory)

    def _load(self) -> None:
        gc.disable()  # else a turn would wait while everything that numba consists of is looked through
        try:
            self.load()
            self.is_ready = True
        except Exception:  # such as a numba that does not fit this numpy: a weaker game is better than none
            self._lose()
        finally:
            gc.freeze()
            gc.enable()

    def _lose(self) -> None:
        """Give up for this game. Call it in an `except` block: it logs the exception."""
        logger.exception("plays its greedy moves: %s cannot be loaded", self.subject)
        self.is_lost = True


def recruit(parameters: Parameters, height: int, width: int) -> Recruit | None:
    """Return a Recruit for a board of this size; None without numba."""
    if not _has_numba():
        logger.info("plays its greedy moves, without an opening plan: both searches need numba, which is not installed")
        return None
    return Recruit(parameters, height, width)


def compile_here(say: Callable[[str], object]) -> bool:
    """Compile what this machine has not compiled yet, however long it takes; return whether it succeeded.

    Without numba there is nothing to do.
    """
    if not _has_numba():
        say("Nothing to compile: the search needs numba, which is not installed. The bot plays its greedy moves.")
        return True
    return compile_now("the search", lambda folder: None if is_compiled(folder) else Compilation(folder, None), say)


def compile_now(subject: str, compiling: Callable[[Path], Compilation | None], say: Callable[[str], object]) -> bool:
    """Wait for the processes that compile something, if any are needed; return whether they succeeded.

    subject     what is compiled, in what is said
    compiling   starts them on a folder; None where nothing is left to compile
    """
    try:
        if (compilation := compiling(cache_folder())) is None:
            return True
    except OSError as error:  # no folder that can be written, or no further process
        say(f"{subject[0].upper()}{subject[1:]} cannot be compiled here: {error}; greedy moves play instead.")
        return False
    say(f"Compiling {subject}, once; this takes a minute or more ...")
    is_done = compilation.wait()
    compilation.stop()
    if not is_done:
        say(f"{subject[0].upper()}{subject[1:]} does not compile, for the reason above; greedy moves play instead.")
    return is_done


def loaded(parameters: Parameters, height: int, width: int) -> "Champion":
    """Return a champion whose every kernel has run once."""
    from ..stages.champion import Champion  # only now: it imports numba

    Champion(parameters, *drill().owner.shape).moves(drill())
    return Champion(parameters, height, width)


def _loaded_only(parameters: Parameters, height: int, width: int) -> "Champion":
    """Return what `loaded` returns, without compiling anything.

    Raises    NotCompiledError when a kernel is missing in the cache; the next game compiles it
    """
    from ..ground.compiled import NotCompiledError, compiling_nothing  # only now, as above

    try:
        with compiling_nothing():
            return loaded(parameters, height, width)
    except NotCompiledError:
        forget(cache_folder())
        raise


def is_compiled(folder: Path) -> bool:
    """Return whether all machine code is in the folder; tell numba to look there, before it is imported."""
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    return all(mark.exists() for mark in marks(folder))


def cache_folder() -> Path:
    """Return the folder of the machine code: that of NUMBA_CACHE_DIR, one beside this code, or one of our own."""
    named = os.environ.get("NUMBA_CACHE_DIR")
    # Absolute, because the processes that compile run in another folder than this one.
    for folder in (Path(named).absolute() if named else None, BOT / "__pycache__"):
        if folder and _is_ours(folder):
            return folder
    shared = Path(tempfile.gettempdir()) / f"halite-bot-{getattr(os, 'getuid', int)()}"
    return shared if _is_ours(shared) else Path(tempfile.mkdtemp(prefix="halite-bot-"))


def _is_ours(folder: Path) -> bool:
    """Return whether the folder can be made and written, and no other user can have put code there."""
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


def main() -> int:
    """Compile, and return the exit code: 1 when it cannot be done, 130 after Ctrl-C."""
    try:
        return 0 if compile_here(lambda text: print(text, file=sys.stderr, flush=True)) else 1
    except KeyboardInterrupt:  # the processes end with this one; what they have compiled stays
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
