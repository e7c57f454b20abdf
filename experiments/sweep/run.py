"""A sweep from its games to its files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine import writing
from engine.errors import UserError
from experiments.arena.players import Player
from experiments.arena.schedule import Game, Map
from experiments.laboratory.exports import save_figure
from experiments.laboratory.laboratory import Laboratory
from experiments.laboratory.playing_time import STORED, duration
from experiments.laboratory.progress import Progress

from . import joint, plots, table
from .playing import play
from .points import Design
from .report import report

if TYPE_CHECKING:  # both take long to load, and few that import this file draw
    import pandas as pd
    from matplotlib.figure import Figure


def run(
    laboratory: Laboratory, design: Design, opponents: Sequence[Player], maps: Sequence[Map], file: Path, seed: int
) -> str:
    """Play all points, write the table, the pictures and the report, and return the report.

    maps   of as many players each
    file   the table's, whose name the others begin with
    Raises what Laboratory.play raises, and UserError
    """
    with Progress(_games(design, opponents, maps), f"sweep of {', '.join(design.space.names)}") as progress:
        results = play(laboratory, design, opponents, maps, progress)
    scores = table.table(design, opponents, results)
    said = report(design, scores)
    try:
        written = _write(design, scores, said, file)
    except OSError as error:
        raise UserError(f"{file} cannot be written: {error.strerror or error}; the games are stored") from None
    return "\n".join([said, "", *map(str, written)])


def cost(design: Design, opponents: Sequence[Player], maps: Sequence[Map], workers: int | None) -> str:
    """Return how many games the sweep takes, and how long with `workers` of this machine; None for other machines."""
    games = _games(design, opponents, maps)
    like = [Game(each, (design.points[0].player, *[opponents[0]] * (each.players - 1))) for each in maps]
    return f"{games:,} games{duration(games, like, workers)}. {STORED}"


def _games(design: Design, opponents: Sequence[Player], maps: Sequence[Map]) -> int:
    return len(maps) * maps[0].players * len(design.points) * len(opponents)


def table_file(out: Path) -> Path:
    """Return the table's file, where `out` may be a folder; UserError for a file that is no table."""
    if not out.suffix:
        return out / "sweep.csv"
    if out.suffix not in table.SUFFIXES:
        raise UserError(f"{out} should be a folder or end in {' or '.join(table.SUFFIXES)}")
    return out


def _write(design: Design, scores: pd.DataFrame, said: str, file: Path) -> list[Path]:
    table.save(scores, file)
    pictures = []
    for name, figure in _pictures(design, scores).items():
        pictures.append(file.with_name(f"{file.stem}-{name}.png"))
        save_figure(figure, pictures[-1])
    text = file.with_suffix(".txt")
    writing.write(text, said + "\n")
    return [file, *pictures, text]


def _pictures(design: Design, scores: pd.DataFrame) -> dict[str, Figure]:
    """Return the figures that suit the number of axes, by the end of their file's name."""
    match len(design.axes):
        case 1:
            return {"curve": plots.curve(design, scores)}
        case 2:
            return {"heat": plots.heat_maps(design, scores)}
    return {"joint": joint.figure(design, scores)}
