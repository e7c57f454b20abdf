"""Compiles the champion in processes beside the game, which leave the machine code in numba's cache.

There are two: `greedy` compiles the decision and what plays games out with it, `search` the combat
search, which calls the decision at its end and waits for it there. Each ends with the process that started it. What it
has compiled by then stays, so the next one continues from there. A school brings a process of its own: see `beside`.
"""

import gc
import hashlib
import os
import platform
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..ground.arrays import Grids
from ..ground.sources import BOT, fingerprint
from ..ground.view import View
from ..knobs.cascade import in_game
from ..knobs.parameters import preset

if TYPE_CHECKING:
    from ..stages.champion import Champion  # it needs numba, which may be missing

LOOK = 0.05  # seconds between two looks at another process
LOWEST_PRIORITY = 19
GREEDY, SEARCH, DECISION = "greedy", "search", "decision"  # marks: each half, and what the second needs of the first
KIND = (b"model name", b"flags", b"Features", b"CPU part")  # what tells processors apart; their speed changes
LONGEST_PROCESSOR = 16_384  # bytes of the list of processors that hold the first one
FIRST_TO_GO = "1000"  # oom_score_adj: Linux ends such a process first


def marks(folder: Path) -> list[Path]:
    """Return the files that together say: this code is compiled for this machine, in this folder."""
    return [mark(folder, half) for half in HALVES]


def forget(folder: Path) -> None:
    """Delete the marks, so that the next game compiles again."""
    for what in (*HALVES, DECISION):
        mark(folder, what).unlink(missing_ok=True)


class Compilation:
    """The processes at work, until they are done or this one ends."""

    def __init__(
        self,
        folder: Path,
        complaints: int | None = subprocess.DEVNULL,
        modules: Sequence[Sequence[str]] = (),
    ):
        """Start the processes.

        complaints   where they write why it cannot be done; None: to this process's stderr
        modules      what each runs, a module that calls `beside` and its arguments; by default the champion's halves
        """
        environment = os.environ | {"NUMBA_CACHE_DIR": str(folder)}
        self.children = [
            subprocess.Popen(
                [sys.executable, "-m", *words], cwd=BOT.parent, env=environment,
                stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=complaints,
            )
            for words in modules or [(f"{__package__}.compiling", half) for half in HALVES]
        ]  # fmt: skip

    @property
    def is_over(self) -> bool:
        """Whether all have ended, or one has failed."""
        return self.has_failed or all(child.poll() == 0 for child in self.children)

    @property
    def has_failed(self) -> bool:
        """Whether one of them ended without machine code."""
        return any(child.poll() not in (None, 0) for child in self.children)

    def wait(self) -> bool:
        """Wait until they have ended; return whether they succeeded."""
        while not self.is_over:
            time.sleep(LOOK)
        return not self.has_failed

    def step_back(self) -> None:
        """Lower them to the lowest priority: the game needs the processor first."""
        for child in self.children:
            with suppress(OSError, AttributeError):  # not allowed; Windows has no such call
                if child.poll() is None:  # else its number may be another's by now
                    os.setpriority(os.PRIO_PROCESS, child.pid, LOWEST_PRIORITY)

    def stop(self) -> None:
        """End them, if they have not ended."""
        for child in self.children:
            child.kill()
            child.communicate()


def drill() -> View:
    """Return a board on which two players touch, so that every kernel has something to do."""
    owner = np.zeros((6, 8), np.uint8)
    owner[2:4, 1:3], owner[2:4, 4:6] = 1, 2
    strength = np.where(owner > 0, 90, 0).astype(np.uint8)
    return View(owner, strength, np.full(owner.shape, 3, np.uint8), 1, 0)


def _compile_greedy(champion: "Champion", folder: Path) -> None:
    from .. import kernels
    from ..ground.compiled import compile_for
    from ..kernels.assign import _assign
    from ..stages import campaign, diplomacy, forecast, opening, turn

    seat, view = champion.taken, drill()
    game, scratch, me, luck = seat.game, seat.scratch, view.me, np.uint64(0)
    grids, memory, knobs = kernels.grids(view), game.memory, game.players[0]
    # Before the decision, which calls both.
    compile_for(kernels.spread, me, 0.0, luck, knobs, scratch)
    compile_for(_assign, me, luck, 0.0, 0, True, knobs, scratch)
    compile_for(kernels.decide, grids, me, 0, memory, knobs, scratch, game.moves)
    mark(folder, DECISION).touch()
    compile_for(forecast.advance, 0, 0, game.others, scratch, game.table)
    compile_for(turn.receive, grids, me, 0, game)
    compile_for(opening.lay, game, scratch.cells)
    for stage in (opening, diplomacy, campaign):
        compile_for(stage.judge, game)
    for stage in (diplomacy, campaign):
        compile_for(stage.lay, game)


def _compile_search(champion: "Champion", folder: Path) -> None:
    from ..ground.compiled import compile_for
    from ..stages import beliefs, rivals, turn

    view, me, other = drill(), 1, 2
    game, search = champion.taken.game, champion.taken.search
    grids, moves, knobs = Grids(view.owner, view.strength, view.production), game.moves, game.players[0]
    compile_for(rivals.improve, grids, other, me, moves, knobs, search, search.beliefs.plans[0, 0])
    compile_for(beliefs.learn, me, grids, knobs, search.beliefs)
    compile_for(turn.finish, me, 1, 1, 1, search.front, search.beliefs, moves)
    _wait_for(folder, DECISION)
    compile_for(turn.prepare, True, grids, me, 0, game.memory, knobs, search, moves)
    _wait_for(folder, GREEDY)
    champion.moves(view)


def _wait_for(folder: Path, what: str) -> None:
    """Wait until the other process has compiled this, or its whole half: a cleaner may delete one mark."""
    while not any(mark(folder, each).exists() for each in (what, GREEDY)):
        time.sleep(LOOK)


HALVES: Mapping[str, Callable[["Champion", Path], None]] = {GREEDY: _compile_greedy, SEARCH: _compile_search}


def _compile_half(half: str, folder: Path) -> None:
    from ..stages.champion import Champion  # only now: it imports numba

    HALVES[half](Champion(in_game(preset("champion"), drill()), *drill().owner.shape), folder)


def beside(what: str, compile_it: Callable[[str, Path], None]) -> None:
    """Compile into the folder of NUMBA_CACHE_DIR and leave a mark there: the work of one process of a Compilation.

    If the mark exists, do nothing; if another process is compiling the same, wait for it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started us; we end with it
    _spare_the_game()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    folder = Path(os.environ["NUMBA_CACHE_DIR"])
    with _alone(mark(folder, f"{what}-lock")):
        if mark(folder, what).exists():
            return
        gc.disable()  # looking for what could be thrown away takes time as well
        compile_it(what, folder)
        mark(folder, what).touch()


def mark(folder: Path, what: str) -> Path:
    """Return the file that says that something is compiled.

    Machine code depends on the sources, the machine, and the versions of Python and numba; and numba finds it again
    only from the folder in which the sources lay.
    """
    place = hashlib.sha256(os.fsencode(os.path.abspath(BOT))).hexdigest()[:8]
    machine = f"{platform.machine()}-{_processor()}-{platform.python_version()}-{metadata.version('numba')}"
    return folder / f"{fingerprint()}-{place}-{machine}.{what}"


@cache
def _processor() -> str:
    """Return a short text for the kind of processor; where the system does not say, all kinds count as one.

    A folder may be shared with, or copied from, a machine of another kind, whose code numba does not load.
    """
    try:
        with Path("/proc/cpuinfo").open("rb") as file:
            first, _, _ = file.read(LONGEST_PROCESSOR).partition(b"\n\n")
    except OSError:  # not Linux
        return "any"
    kind = [line for line in first.splitlines() if line.startswith(KIND)]
    return hashlib.sha256(b"\n".join(kind)).hexdigest()[:8]


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Hold this file alone inside, among all processes; one that is killed lets go of it."""
    with path.open("w") as file:
        with suppress(ImportError, OSError):  # Windows has no such lock, and a network drive may have none
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _spare_the_game() -> None:
    """Let Linux end this process first when memory runs out, not the bot or the environment."""
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(FIRST_TO_GO, encoding="ascii")


def _end_with_parent() -> None:
    """End when the process that holds the other end of our standard input has ended, however it did."""
    while os.read(0, 1):  # not sys.stdin: Python aborts when it ends while a thread reads there
        pass
    os._exit(1)


if __name__ == "__main__":
    beside(sys.argv[1], _compile_half)
