"""A sweep from its games to its files."""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd
from matplotlib.figure import Figure

from experiments.laboratory import Laboratory
from experiments.players import Player
from experiments.progress import Progress
from experiments.schedule import Map

from . import joint, plots, table
from .playing import play
from .points import Design
from .report import report


def run(
    laboratory: Laboratory, design: Design, opponents: Sequence[Player], maps: Sequence[Map], out: Path, seed: int
) -> str:
    """Play all points, write the table, the pictures and the report, and return the report.

    maps   of as many players each
    out    a folder for all files, or the table's file, whose name the others begin with
    seed   of everything random in the statistics
    """
    games = len(maps) * maps[0].players * len(design.points) * len(opponents)
    with Progress(games, f"sweep of {', '.join(design.space.names)}") as progress:
        results = play(laboratory, design, opponents, maps, progress)
    found = table.table(design, opponents, results, seed)
    said = report(design, found)
    file = table_file(out)
    table.save(found, file)
    written = [file, *_save_pictures(_pictures(design, found), file)]
    text = file.with_suffix(".txt")
    text.write_text(said + "\n", encoding="utf-8")
    return "\n".join([said, "", *map(str, [*written, text])])


def table_file(out: Path) -> Path:
    """Where the table goes; ValueError for a file that is no table."""
    if not out.suffix:
        return out / "sweep.csv"
    if out.suffix not in table.SUFFIXES:
        raise ValueError(f"{out} should be a folder or end in {' or '.join(table.SUFFIXES)}")
    return out


def _pictures(design: Design, found: pd.DataFrame) -> dict[str, Figure]:
    """The figures that suit the number of axes, by the end of their file's name."""
    match len(design.axes):
        case 1:
            return {"curve": plots.curve(design, found)}
        case 2:
            return {"heat": plots.heat_maps(design, found)}
    return {"joint": joint.figure(design, found)}


def _save_pictures(pictures: dict[str, Figure], file: Path) -> list[Path]:
    written = []
    for name, figure in pictures.items():
        path = file.with_name(f"{file.stem}-{name}.png")
        figure.savefig(path, metadata={"Software": None})  # without the version: same games, same bytes
        written.append(path)
    return written
