"""The command `speed`: measures, prints one table, and puts that of a whole run into docs/speed.md."""

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version

from rich.console import Console

from engine import writing
from experiments.laboratory.games import revision_here

from . import figures
from .figures import QUICK, ROOT, WHOLE, Figure

GROUPS = {"turns": figures.turns, "steps": figures.steps, "games": figures.games, "start": figures.start}
HEADER = ("figure", "board", "value", "unit", "target")
DOCUMENT = ROOT / "docs" / "speed.md"
BEGIN, END = "<!-- measured -->\n\n", "\n<!-- end -->\n"


def run(only: Sequence[str], quick: bool) -> None:
    """Measure the groups in `only`, keys of GROUPS, all when empty, and print them."""
    console, measured = Console(stderr=True), list[Figure]()
    for name in only or GROUPS:
        with console.status(f"measuring {name} (compiling first, where nothing is cached yet) ..."):
            measured += GROUPS[name](QUICK if quick else WHOLE)
    text = table(measured, quick)
    print(text)
    if not only and not quick:
        before, _, rest = DOCUMENT.read_text(encoding="utf-8").partition(BEGIN)
        writing.write(DOCUMENT, f"{before}{BEGIN}{text}\n{END}{rest.partition(END)[2]}")


def table(measured: Sequence[Figure], quick: bool) -> str:
    """Return revision, time and machine, and the figures as a table in Markdown."""
    libraries = [f"{name} {version(name)}" for name in ("numpy", "numba")]
    machine = [platform.machine(), f"{os.cpu_count()} cores", f"Python {platform.python_version()}", *libraries]
    where = ", ".join([revision_here(), datetime.now(UTC).date().isoformat(), *machine])
    # the targets are for the whole run's boards
    rows = [(each.name, each.board, each.text, each.unit, "" if quick else each.target) for each in measured]
    lines = [f"| {' | '.join(cells)} |" for cells in (HEADER, ["---"] * len(HEADER), *rows)]
    return "\n".join([where, "", *lines])
