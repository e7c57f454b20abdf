"""Files made once for all processes that run the tests: the first makes them, the others wait."""

import fcntl
from collections.abc import Callable
from pathlib import Path

import pytest


def shared(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """The file or folder of this name, written once by `make` to the path it gets. Tests share it: do not change it."""
    folder = factory.getbasetemp()
    folder = folder.parent if folder.name.startswith("popen-") else folder  # one level up, all processes share a folder
    target, unfinished = folder / name, folder / f"unfinished-{name}"
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.exists():
            make(unfinished)
            unfinished.rename(target)
    return target
