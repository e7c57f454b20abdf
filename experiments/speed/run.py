"""One run of the benchmark: measure, print a table, remember."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from . import figures, history, laboratory, page, start, thinking
from .figures import QUICK, WHOLE, Figure

GROUPS = {
    **figures.GROUPS,
    "lab": laboratory.lab,
    "start": start.start,
    "page": page.page,
    "thinking": thinking.thinking,
}


def run(only: Sequence[str], quick: bool, out: Path | None) -> int:
    """Measure the groups in `only` (all when empty), print them and append them to `out`; returns the exit code.

    only   keys of GROUPS
    """
    measured = list(_measured(only or list(GROUPS), quick))
    Console().print(_table(measured, quick))
    if out:
        try:
            history.append(measured, out)
        except OSError as error:
            print(f"The figures cannot be written to {error.filename}: {error.strerror}")
            return 1
    return 0


def show(path: Path) -> int:
    """Print the last run in the CSV `path` as the docs show it; returns the exit code."""
    try:
        print(history.table(path), end="")
    except OSError as error:
        print(f"No run can be read from {path}: {error.strerror}. `python -m experiments speed` makes one.")
        return 2
    return 0


def _measured(groups: Sequence[str], quick: bool) -> Iterator[Figure]:
    console = Console(stderr=True)
    for name in groups:
        with console.status(f"measuring {name} (compiling first, where nothing is cached yet) ..."):
            yield from GROUPS[name](QUICK if quick else WHOLE)


def _table(figures: Sequence[Figure], quick: bool) -> Table:
    table = Table(title=f"{history.commit()} on {history.machine()}")
    table.add_column("figure")
    table.add_column("board")
    table.add_column("value", justify="right")
    table.add_column("unit")
    if not quick:  # the targets are for the whole run's boards
        table.add_column("target")
    for figure in figures:
        cells = figure.name, figure.board, figure.text, figure.unit, figure.target
        table.add_row(*cells[: len(table.columns)])
    return table
