"""Which processes run, from /proc (small containers have no ps) or from ps, and how long a test waits for one."""

import subprocess
from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")

PATIENCE = 180.0
"""Seconds after which something that is waited for will not come. A quiet machine needs a few."""


def children_of(number: int) -> list[int]:
    """The processes that a process has started."""
    return [child for child, (parent, _) in _listed().items() if parent == number]


def is_alive(number: int) -> bool:
    """Whether the process lives; one that only waits to be collected does not."""
    _, state = _listed().get(number, (0, "Z"))
    return not state.startswith("Z")


def _listed() -> dict[int, tuple[int, str]]:
    """The parent and the state of every process."""
    return _from_proc() if (PROC / "self" / "stat").exists() else _from_ps()


def _from_proc() -> dict[int, tuple[int, str]]:
    listed = {}
    for folder in PROC.glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            state, parent, *_ = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
            listed[int(folder.name)] = int(parent), state
    return listed


def _from_ps() -> dict[int, tuple[int, str]]:
    command = ["ps", "-A", "-o", "pid=", "-o", "ppid=", "-o", "stat="]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return {int(number): (int(parent), state) for number, parent, state in map(str.split, lines)}
