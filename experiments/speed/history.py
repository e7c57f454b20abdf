"""The figures of every run, appended to a CSV: when, of which commit, on which machine."""

import csv
import os
import platform
import subprocess
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from .figures import ROOT, Figure, side_of

HISTORY = Path(__file__).with_name("history.csv")
COLUMNS = ("date", "commit", "machine", "python", "numpy", "numba", "figure", "board", "value", "unit", "target")


def append(figures: Iterable[Figure], path: Path = HISTORY) -> None:
    """Add a row for each figure; the first rows of a new file are its columns."""
    run = (
        now(), commit(), machine(),
        platform.python_version(), version("numpy"), version("numba"),
    )  # fmt: skip
    is_new = not path.exists()
    with path.open("a", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        if is_new:
            rows.writerow(COLUMNS)
        rows.writerows([*run, figure.name, figure.board, figure.text, figure.unit, figure.target] for figure in figures)


def now() -> str:
    """Return the time in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def commit() -> str:
    """Return the short revision, with a + when the working tree differs from it; "none" outside a git clone."""
    name = _git("rev-parse", "--short", "HEAD")
    return name + ("+" if _git("status", "--porcelain", "--untracked-files=no") else "") if name else "none"


def _git(*words: str) -> str:
    try:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:  # no git on this machine
        return ""


def machine() -> str:
    """Return the processor's name and the number of cores."""
    return f"{_processor()}, {os.cpu_count()} cores"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):  # not Linux, or a Linux that names it differently
        return platform.processor() or platform.machine()


def table(path: Path = HISTORY, date: str = "") -> str:
    """Return the run of this date in the CSV, else the last: which run it was, its figures, and how they grow.

    Markdown.
    """
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    run = [row for row in rows if row["date"] == (date or rows[-1]["date"])]
    single = [row for row in run if not side_of(row["figure"], row["board"])]
    where = "{commit}, {date}, {machine}, Python {python}, numpy {numpy}, numba {numba}".format(**run[0])
    figures = [[row[column] for column in ("figure", "board", "value", "unit", "target")] for row in single]
    parts = [where + "\n", _markdown(["figure", "board", "value", "unit", "target"], figures)]
    return "\n".join([*parts, *([_growth(run)] if len(single) < len(run) else [])])


def _growth(run: Sequence[dict[str, str]]) -> str:
    """Return a row for each board, a column for each figure that is measured on all of them."""
    cells = {(side, row["figure"]): row for row in run if (side := side_of(row["figure"], row["board"]))}
    units = {name: row["unit"] for (_, name), row in cells.items()}
    sides = sorted({side for side, _ in cells})
    rows = [[f"{side} x {side}", *(cells[side, name]["value"] for name in units)] for side in sides]
    return _markdown(["board", *(f"{name}, {unit}" for name, unit in units.items())], rows)


def _markdown(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
