"""Pictures of a ladder: ratings with their intervals, and who beats whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from experiments.laboratory.exports import in_figure

if TYPE_CHECKING:  # both take long to load, and few that import this file draw
    import pandas as pd
    from matplotlib.figure import Figure

DOTS_PER_INCH = 110
BLUE, ANCHOR = "#0072b2", "#d55e00"
LINE, CELL = 0.38, 0.85  # inches of a player's line and of a matrix's cell
LOSES_TO_WINS = "RdBu"  # one half is white
READABLE = 0.3  # how far a share may be from one half until its number has to be white


def ratings(table: pd.DataFrame, anchor: str, sample: str) -> Figure:
    """Draw Elo above the anchor with 95 % intervals, the best player on top.

    Args:
        table: as `Standings.table` makes it.
        anchor: the player with 0 Elo.
        sample: what was played, for the title.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 1.6 + LINE * len(table)), dpi=DOTS_PER_INCH, layout="constrained")
    axes = figure.subplots()
    for place, row in enumerate(table.to_dict("records")):
        is_anchor = row["player"] == anchor
        reach = [[row["elo"] - row["elo_low"]], [row["elo_high"] - row["elo"]]]
        axes.errorbar(
            row["elo"], place, xerr=reach, fmt="D" if is_anchor else "o", color=ANCHOR if is_anchor else BLUE, capsize=4
        )
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
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize
    from matplotlib.figure import Figure

    names = table.player.tolist()
    labels = list(map(in_figure, names))
    side = CELL * len(names)
    figure = Figure(figsize=(max(side + 2.8, 6.5), max(side + 1.6, 3)), dpi=DOTS_PER_INCH, layout="constrained")
    axes = figure.subplots()
    percentages = np.full((len(names), len(names)), np.nan)
    for row in met.to_dict("records"):
        y, x = names.index(row["player"]), names.index(row["opponent"])
        percentages[y, x] = 100 * row["score"]
        colour = "white" if abs(row["score"] - 0.5) > READABLE else "black"
        interval = f"{percentages[y, x]:.0f}\n{100 * row['score_low']:.0f}–{100 * row['score_high']:.0f}"
        axes.text(x, y, interval, ha="center", va="center", fontsize=9, color=colour)
    norm = Normalize(0, 100)
    axes.set_facecolor("#e8e8e8")
    axes.imshow(percentages, cmap=LOSES_TO_WINS, norm=norm)
    axes.set_xticks(range(len(names)), labels, rotation=30, ha="right")
    axes.set_yticks(range(len(names)), labels)
    axes.set_xlabel("opponent")
    axes.set_ylabel("player")
    axes.set_title(f"Who finishes ahead of whom, {sample}")
    figure.colorbar(ScalarMappable(norm, LOSES_TO_WINS), ax=axes).set_label(
        "games finished ahead, %; below: 95 % interval"
    )
    return figure
