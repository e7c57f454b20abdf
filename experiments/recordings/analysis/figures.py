"""Figures of events: how something changes from fifth to fifth, or from board to board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import TYPE_CHECKING, Any

import numpy as np

from experiments.laboratory.exports import in_figure
from experiments.recordings.drawing import PLAYER_COLOURS
from experiments.recordings.events import MEASURES
from experiments.stats import Interval, of_mean

from .tables import averages_by

if TYPE_CHECKING:  # both take long to load, and few that import this file draw
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PANELS = (
    "still_percentage",
    "cap_loss",
    "neutral_damage",
    "overkill",
    "overkill_suffered",
    "self_inflicted_overkill",
    "damage_taken",
    "failed_captures",
    "flip_flops",
)
STILL = ("squares that stood still", "% of squares with strength")
AXES = {"fifth": "fifth of the game", "size": "board, columns x rows"}
PER = {"fifth": "fifth of a game", "size": "game"}
MARKERS = "osD^v<>"
SPREAD = 0.12  # how far apart neighbouring players' points stand, so that intervals do not hide one another


def figure(table: pd.DataFrame, across: str) -> Figure:
    """Return nine measures of `tables.fifths` by "fifth" or "size", a line for each player.

    Points are means over games, a game in which a player has several seats counting once; bars are their 95 %
    intervals. A single game has none.
    """
    from matplotlib.figure import Figure

    games = averages_by(table, ["player", across, "game"])
    steps = list(dict.fromkeys(averages_by(table, [across])[across]))
    figure = Figure(figsize=(13, 10), dpi=110, layout="constrained")
    for axes, measure in zip(figure.subplots(3, 3).flat, PANELS, strict=True):
        means = {
            key: of_mean(values) for key, values in games.dropna(subset=measure).groupby(["player", across])[measure]
        }
        _lines(axes, means, steps, "-" if across == "fifth" else "")  # boards are apart, nothing lies between them
        title, unit = STILL if measure == "still_percentage" else (MEASURES[measure].title, MEASURES[measure].unit)
        axes.set_title(title, fontsize=11)
        axes.set_ylabel(unit if measure == "still_percentage" else f"{unit} per {PER[across]}")
        axes.set_xticks(range(len(steps)), [str(step) for step in steps])
        axes.set(xlabel=AXES[across], ylim=(0, None))
        axes.grid(alpha=0.3)
    figure.suptitle(f"{table['game'].nunique()} games: averages per game and seat; bars: 95 % intervals", fontsize=13)
    figure.legend(*figure.axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=6, frameon=False)
    return figure


def _lines(axes: Axes, means: Mapping[Any, Interval], steps: Sequence[object], line: str) -> None:
    """Draw a line for each player; `means` by player and step."""
    names = sorted({player for player, _ in means})
    styles = zip(cycle(PLAYER_COLOURS[1:]), cycle(MARKERS), strict=False)
    for number, (name, (colour, marker)) in enumerate(zip(names, styles, strict=False)):
        mine = {place: means[name, step] for place, step in enumerate(steps) if (name, step) in means}
        places = np.array(list(mine)) + SPREAD * (number - (len(names) - 1) / 2)
        bars = [mean.half_width if np.isfinite(mean.half_width) else np.nan for mean in mine.values()]
        values = [mean.value for mean in mine.values()]
        style = {"color": colour, "marker": marker, "markersize": 4, "linestyle": line, "capsize": 2}
        axes.errorbar(places, values, bars, label=in_figure(name), **style)
