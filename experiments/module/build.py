"""Builds the module and its table, in a process that numba has not been used in before."""

import gc
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

from engine import writing
from viewer.pack import MODULE, PARTS, TABLE

FILES = tuple(PARTS.values())
ROOT = Path(__file__).parents[2]

# What makes numba's IR the same on every machine.
PORTABLE = {
    "NUMBA_OPT": "0",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "PYTHONHASHSEED": "0",  # the order of some of numba's sets becomes the order of code
}

# Exports that are built in seconds: a test builds them again, and finds the same bytes.
SAMPLE = "remember", "fill_memory", "battle"


class BuildError(Exception):
    """The building process failed; the message is what it said."""


def build(folder: Path) -> None:
    """Write the files into the folder, each beside its name and renamed."""
    module, sample = compile_exports(), compile_exports(*SAMPLE)
    kept = {MODULE: module, TABLE: table(made_by() | {"module": digest(module), "sample": digest(sample)}).encode()}
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in kept.items():
        writing.write(folder / name, content)


def compile_exports(*names: str) -> bytes:
    """Return the module with these exports; with all of them when none is named."""
    with tempfile.TemporaryDirectory() as cache:
        environment = os.environ | PORTABLE | {"NUMBA_CACHE_DIR": cache}
        words = [sys.executable, "-W", "ignore", "-m", __name__, *names]
        process = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True)
    if process.returncode:
        said = process.stderr.decode(errors="replace").strip()
        raise BuildError(said or f"the building process ended with {process.returncode}")
    return process.stdout


def table(made_by: Mapping[str, str]) -> str:
    """Return the table as it is kept: what lies where, and the parameters. Nothing is compiled for it."""
    from .table import layout, parameter_table

    whole = {"made_by": made_by, **layout(), **parameter_table()}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")) + "\n"


def made_by() -> dict[str, str]:
    """Return what the module's bytes depend on: versions, and the fingerprint of what is compiled."""
    from .exports import exports, workspace
    from .inputs import fingerprint

    return {**versions(), "inputs": fingerprint(exports(workspace(6, 8)))}


def versions() -> dict[str, str]:
    """Return what the module's bytes depend on besides the sources."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return {"python": python, "numba": metadata.version("numba"), "llvmlite": metadata.version("llvmlite")}


def digest(content: bytes) -> str:
    """Return twelve characters that change with any byte of it."""
    return hashlib.sha256(content).hexdigest()[:12]


def _make(*names: str) -> bytes:
    from numba.core import event

    from .exports import exports, workspace
    from .inputs import reachable_kernels
    from .ir import library
    from .linking import link
    from .loadable import loadable

    gc.disable()  # looking for what could be thrown away takes time as well
    offered = exports(workspace(6, 8))
    events: Any = event  # it has no types
    with events.install_recorder("numba:compile") as recorder:
        libraries = [library(name, offered[name]) for name in names or offered]
    compiled_here = {event.data["dispatcher"] for _, event in recorder.buffer}
    if unknown := [each for each in compiled_here - set(reachable_kernels(offered)) if not _is_numbas(each)]:
        raise BuildError(f"the fingerprint does not know that these are called: {unknown}")
    return loadable(link(libraries), [each.name for each in libraries])


def _is_numbas(kernel: Any) -> bool:
    return str(kernel.py_func.__module__).startswith("numba.")


if __name__ == "__main__":
    sys.stdout.buffer.write(_make(*sys.argv[1:]))
