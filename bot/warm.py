"""Loads the compiled champion within the initial time, or goes without it.

Compiling takes many seconds, and nothing can interrupt it. So a machine that has not compiled this code yet does it
in a child process, which leaves the machine code in numba's cache. If the child is ready in time, this process loads
it from there; otherwise this game is played with the greedy moves, and the next one goes on where the child stopped.
"""

import logging
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import metadata, util
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from .parameters import Parameters, preset
from .sources import fingerprint
from .view import View

if TYPE_CHECKING:
    from .champion import Champion  # it needs numba, which may be missing

BOT = Path(__file__).parent
LOOK = 0.02  # seconds between two looks at the child

logger = logging.getLogger("bot")


def champion(
    parameters: Parameters, height: int, width: int, end: float, now: Callable[[], float] = time.monotonic
) -> "Champion | None":
    """The compiled champion, ready to play without compiling anything; None when it cannot be ready at `end`.

    end   by the clock `now`
    """
    if not _has_numba():
        logger.info("plays its greedy moves, without an opening plan: both searches need numba, which is not installed")
        return None
    mark = _mark()
    if not mark.exists() and not _compile_elsewhere(end, now):
        return None
    mark.touch()
    try:
        return loaded(parameters, height, width)
    except Exception:  # such as a numba that does not fit this numpy: a weaker game is better than none
        logger.exception("plays its greedy moves: the compiled search cannot be loaded")
        return None


def compile_here(say: Callable[[str], object]) -> None:
    """Compile what this machine has not compiled yet, however long it takes; without numba there is nothing to do."""
    if not _has_numba() or (mark := _mark()).exists():
        return
    say("Compiling the bot's search, once; this takes up to a minute ...")
    loaded(preset("champion"), *_drill().owner.shape)
    mark.touch()


def loaded(parameters: Parameters, height: int, width: int) -> "Champion":
    """A champion whose every kernel has run once."""
    from .champion import Champion  # only now: it imports numba

    recruit = Champion(parameters, *_drill().owner.shape)
    recruit.moves(_drill())
    recruit.council.rehearse(_drill())
    return Champion(parameters, height, width)


def _has_numba() -> bool:
    try:
        return util.find_spec("numba") is not None
    except (ImportError, ValueError):  # an import system of its own, or a module without a spec
        return False


def _mark() -> Path:
    """The file that says: this code is compiled for this machine. Also tells numba where its machine code is kept."""
    folder = cache_folder()
    os.environ["NUMBA_CACHE_DIR"] = str(folder)  # numba reads it when it is imported
    return folder / f"{fingerprint()}-{_machine()}.compiled"


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


def _machine() -> str:
    """What machine code depends on besides the sources."""
    return f"{platform.machine()}-{platform.python_version()}-{metadata.version('numba')}"


def _compile_elsewhere(end: float, now: Callable[[], float]) -> bool:
    """Compile in a child process; returns whether it is done by `end`. A child that is not done is stopped."""
    command = [sys.executable, "-m", f"{__package__}.warm"]
    nowhere = subprocess.DEVNULL
    with subprocess.Popen(command, cwd=BOT.parent, stdin=nowhere, stdout=nowhere, stderr=nowhere) as child:
        while child.poll() is None and now() < end:
            time.sleep(LOOK)
        if child.poll() is None:
            child.kill()
            logger.warning("plays its greedy moves: compiling the combat search takes longer than warm_up allows")
            return False
    if child.returncode != 0:
        logger.warning("plays its greedy moves: the combat search does not compile; `python3 -m bot.warm` says why")
    return child.returncode == 0


def _drill() -> View:
    """A board on which two players touch, so that every kernel has something to do."""
    owner = np.zeros((6, 8), np.uint8)
    owner[2:4, 1:3], owner[2:4, 4:6] = 1, 2
    strength = np.where(owner > 0, 90, 0).astype(np.uint8)
    return View(owner, strength, np.full(owner.shape, 3, np.uint8), 1, 0)


if __name__ == "__main__":
    compile_here(lambda text: print(text, file=sys.stderr, flush=True))
