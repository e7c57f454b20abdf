"""Pictures of a ladder: ratings with their intervals, and who beats whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from experiments.laboratory import exports
from experiments.laboratory.exports import OKABE_ITO, in_figure

if TYPE_CHECKING:  # both take long to load, and few that import this file draw
    import pandas as pd
    from matplotlib.figure import Figure

CELL = 0.85  # inches of a matrix's cell


def ratings(table: pd.DataFrame, anchor: str, sample: str) -> Figure:
    """Draw Elo above the anchor with 95 % intervals, the best player on top.

    Args:
        table: as `Standings.table` makes it
        sample: what was played, for the title
    """
    figure = exports.figure_of(8, 1.6 + 0.38 * len(table))
    axes = figure.subplots()
    for place, row in enumerate(table.to_dict("records")):
        mark, colour = ("D", OKABE_ITO[4]) if row["player"] == anchor else ("o", OKABE_ITO[0])
        reach = [[row["elo"] - row["elo_low"]], [row["elo_high"] - row["elo"]]]
        axes.errorbar(row["elo"], place, xerr=reach, fmt=mark, color=colour, capsize=4)
    axes.set_yticks(range(len(table)), list(map(in_figure, table.player)))
    axes.set_ylim(len(table) - 0.5, -0.5)
    axes.axvline(0, color="grey", linewidth=0.8, linestyle=":")
    axes.set_xlabel(f"Elo above {in_figure(anchor)}, with 95 % intervals of that difference")
    axes.set_ylabel("player")
    axes.set_title(f"Ratings after {sample}")
    axes.grid(axis="x", alpha=0.3)
    return figure


def matrix(table: pd.DataFrame, met: pd.DataFrame, sample: str) -> Figure:
    """Draw how often the player of a row finished ahead of that of a column, in %, in the order of the table."""
    names = table.player.tolist()
    figure = exports.figure_of(max(CELL * len(names) + 2.8, 6.5), max(CELL * len(names) + 1.6, 3))
    axes = figure.subplots()
    cells = [(names.index(row["opponent"]), names.index(row["player"]), row) for row in met.to_dict("records")]
    norm = exports.colours_around(np.array([0, 100]), 50)
    exports.heat_map(axes, cells, norm)
    labels = list(map(in_figure, names))
    axes.set_xticks(range(len(names)), labels, rotation=30, ha="right")
    axes.set_yticks(range(len(names)), labels)
    axes.set(xlim=(-0.5, len(names) - 0.5), ylim=(len(names) - 0.5, -0.5), xlabel="opponent", ylabel="player")
    axes.set_title(f"Who finishes ahead of whom, {sample}")
    exports.colour_bar(figure, norm, "games finished ahead, %; below: 95 % interval")
    return figure
