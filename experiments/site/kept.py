"""Kept parts: what took long is kept until what it is made of has changed, so that a second build takes seconds."""

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from experiments.arena import fingerprint
from experiments.arena.fingerprint import ROOT

FOLDER = ROOT / ".site"
HALF = "half-"
LONGEST = 86_400  # seconds after which no build is at work any more: what it began is left by one that was killed
ROOMS = ("bot", "engine", "viewer", "experiments")
SUFFIXES = {".py", ".js", ".css", ".html", ".wasm", ".json", ".toml", ".svg", ".yml"}


def kept(name: str, key: str, make: Callable[[Path], None], folder: Path | None = None) -> Path:
    """Return the folder of a part, which `make` fills unless it was filled for the same key; older ones are deleted.

    folder   where parts are kept; None: `.site` of the project
    """
    folder = folder or FOLDER
    place = folder / f"{name}-{key}"
    if place.is_dir():
        return place
    folder.mkdir(exist_ok=True)
    _forget_killed(folder)
    with tempfile.TemporaryDirectory(prefix=HALF, dir=folder) as half:
        part = Path(half) / name
        part.mkdir()
        make(part)
        for old in set(folder.glob(f"{name}-*")) - {place}:
            os.replace(old, Path(half) / old.name)  # a kill while it is deleted leaves no half under its name
        try:
            os.replace(part, place)
        except OSError:
            if not place.is_dir():  # made meanwhile by another build
                raise
    return place


def _forget_killed(folder: Path) -> None:
    for half in folder.glob(f"{HALF}*"):
        if half.stat().st_mtime < time.time() - LONGEST:
            shutil.rmtree(half)


def of_the_code() -> str:
    """Return a key that changes with any program or page that the parts are made by."""
    return fingerprint.of_files(*sorted(_sources()))


def of_a_database(path: Path) -> str:
    """Return a key that changes when the database is written to."""
    files = [path, path.with_name(f"{path.name}-wal")]
    return fingerprint.of_text(f"{path.resolve()} {[_state(file) for file in files]}")


def _state(path: Path) -> tuple[int, int] | None:
    if not path.exists():
        return None
    state = path.stat()
    return state.st_size, state.st_mtime_ns


def _sources() -> Iterator[Path]:
    for room in ROOMS:
        for path in (ROOT / room).rglob("*"):
            if path.suffix in SUFFIXES and "__pycache__" not in path.parts and "published" not in path.parts:
                yield path
