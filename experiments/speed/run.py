"""One run of the benchmark: measure, and print a table in Markdown, as page 2 has it."""

import os
import platform
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from rich.console import Console

from experiments.laboratory.executor.code import revision_here

from . import champion, figures, laboratory, page, start, thinking
from .figures import QUICK, WHOLE, Figure

GROUPS = {
    **figures.GROUPS,
    "lab": laboratory.lab,
    "champion": champion.champion,
    "start": start.start,
    "page": page.page,
    "thinking": thinking.thinking,
}
HEADER = ("figure", "board", "value", "unit", "target")


def run(only: Sequence[str], quick: bool) -> None:
    """Measure the groups in `only`, keys of GROUPS, all when empty, and print them."""
    measured = list(_measured(only or list(GROUPS), quick))
    print(f"{_where()}\n")
    for cells in (HEADER, ["---"] * len(HEADER), *(_cells(figure, quick) for figure in measured)):
        print(f"| {' | '.join(cells)} |")


def _measured(groups: Sequence[str], quick: bool) -> Iterator[Figure]:
    console = Console(stderr=True)
    for name in groups:
        with console.status(f"measuring {name} (compiling first, where nothing is cached yet) ..."):
            yield from GROUPS[name](QUICK if quick else WHOLE)


def _cells(figure: Figure, quick: bool) -> list[str]:
    target = "" if quick else figure.target  # the targets are for the whole run's boards
    return [figure.name, figure.board, figure.text, figure.unit, target]


def _where() -> str:
    """Name the revision, the time, the machine, and the versions of what plays."""
    libraries = [f"{name} {version(name)}" for name in ("numpy", "numba")]
    machine = [_processor(), f"{os.cpu_count()} cores", f"Python {platform.python_version()}"]
    return ", ".join([revision_here(), datetime.now(UTC).isoformat(timespec="seconds"), *machine, *libraries])


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):  # not Linux, or a Linux that names it differently
        return platform.processor() or platform.machine()
