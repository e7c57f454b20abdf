"""Builds the module and its table, in a process that numba has not been used in before."""

import gc
import json
import os
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path

from bot.ground.sources import BOT
from engine import writing
from viewer.kernels import MODULE, PARTS, TABLE

FILES = tuple(PARTS.values())

PORTABLE = {
    "NUMBA_OPT": "0",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "PYTHONHASHSEED": "0",  # the order of some of numba's sets becomes the order of code
}
"""What makes numba's IR the same on every machine."""


class BuildError(Exception):
    """The building process failed; the message is what it said."""


def build(folder: Path) -> None:
    """Write the files into the folder, each beside its name and renamed."""
    with tempfile.TemporaryDirectory() as cache:
        environment = os.environ | PORTABLE | {"NUMBA_CACHE_DIR": cache}
        made = Path(cache) / "made"
        made.mkdir()
        words = [sys.executable, "-W", "ignore", "-m", __name__, str(made)]
        process = subprocess.run(words, cwd=BOT.parent, env=environment, capture_output=True, text=True)
        if process.returncode:
            raise BuildError(process.stderr.strip() or f"the building process ended with {process.returncode}")
        folder.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            writing.write(folder / name, (made / name).read_bytes())


def table() -> str:
    """Return the table as it is kept: what lies where, and the knobs. Nothing is compiled for it."""
    from .knobs import knob_table
    from .layout import layout

    whole = {"made_by": versions(), **layout(), **knob_table()}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")) + "\n"


def versions() -> dict[str, str]:
    """Return what the module's bytes depend on besides the sources."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return {"python": python, "numba": metadata.version("numba"), "llvmlite": metadata.version("llvmlite")}


def _make(folder: Path) -> None:
    from .exports import exports, things
    from .ir import library
    from .linking import linked
    from .loadable import loadable

    gc.disable()  # a compiler leaves little behind that could be thrown away, and looking for it takes long
    libraries = [library(name, export) for name, export in exports(things(6, 8)).items()]
    (folder / MODULE).write_bytes(loadable(linked(libraries), [each.name for each in libraries]))
    (folder / TABLE).write_text(table(), encoding="utf-8")


if __name__ == "__main__":
    _make(Path(sys.argv[1]))
