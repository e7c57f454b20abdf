"""The picture of a sweep over three axes or more: each one alone, each pair, and the surface that fits all points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from experiments.arena.space import Axis
from experiments.laboratory.exports import in_figure

from .plots import (
    COLOURS,
    DOTS_PER_INCH,
    WORSE_TO_BETTER,
    colour_bar,
    colours_around,
    default_name,
    label,
    places,
    sample,
)
from .points import Design
from .surface import Surface, is_range
from .table import ALL, pooled

if TYPE_CHECKING:  # both take long to load, and few that import this file draw
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.colors import TwoSlopeNorm
    from matplotlib.figure import Figure

PANEL = 3.1  # inches
FINE = 41  # places at which the surface is drawn along an axis
MARK: dict[str, Any] = {"marker": "*", "s": 170, "edgecolor": "black", "zorder": 4}  # the default


def figure(design: Design, scores: pd.DataFrame) -> Figure:
    """Draw a square of panels, one row and column per axis, over all opponents.

    On the diagonal the score of every point along one axis; below it the points in the plane of two axes, coloured by
    score; above it the fitted surface in that plane, all other parameters at the default.
    """
    from matplotlib.figure import Figure

    rows = pooled(scores)
    norm = colours_around(100 * rows.score, 100 * rows.score[0])
    surface = Surface.fitted(design, rows)
    side = len(design.axes)
    drawn = Figure(figsize=(PANEL * side + 1.2, PANEL * side + 0.6), dpi=DOTS_PER_INCH, layout="constrained")
    panels = drawn.subplots(side, side, squeeze=False)
    for (down, across), axes in np.ndenumerate(panels):
        if down == across:
            _alone(axes, design, rows, down, surface, norm)
        elif down > across:
            _pair(axes, design, rows, (across, down), norm)
        else:
            _plane(axes, design, rows, (across, down), surface, norm)
    colour_bar(drawn, norm, panels.ravel().tolist(), shrink=0.6)
    drawn.suptitle(_title(design, scores, surface), fontsize=11)
    return drawn


def _title(design: Design, scores: pd.DataFrame, surface: Surface | None) -> str:
    against = ", ".join(in_figure(name) for name in scores.opponent.unique() if name != ALL)
    head = f"{default_name(design)} changed, against {against}, {len(design.points)} points, {sample(scores)}"
    below = "star: the default; bars: 95 %"
    if surface:
        below += "; curves and planes: the fitted surface around the default"
    return f"{head}\n{below}"


def _alone(
    axes: Axes, design: Design, rows: pd.DataFrame, number: int, surface: Surface | None, norm: TwoSlopeNorm
) -> None:
    axis = design.axes[number]
    place, score = np.array(places(axis, rows, rows[axis.name])), 100 * rows.score
    ends = [score - 100 * rows.score_low, 100 * rows.score_high - score]
    axes.errorbar(place, score, ends, fmt="none", ecolor="#bbbbbb", elinewidth=1, zorder=1)
    axes.scatter(place, score, c=score, cmap=WORSE_TO_BETTER, norm=norm, edgecolor="black", linewidth=0.5, zorder=3)
    axes.scatter(place[:1], score[:1], color="white", **MARK)
    if surface and is_range(axis):
        shares = np.linspace(0, 1, FINE)
        axes.plot(_along(axis, shares), 100 * surface.along({number: shares}), color=COLOURS[1], linewidth=2, zorder=2)
    label(axes.xaxis, axis, rows, "\n")
    axes.set_ylabel("score, %")


def _pair(axes: Axes, design: Design, rows: pd.DataFrame, pair: tuple[int, int], norm: TwoSlopeNorm) -> None:
    across, down = (np.array(places(axis, rows, rows[axis.name])) for axis in (design.axes[i] for i in pair))
    score = 100 * rows.score
    axes.scatter(across, down, c=score, cmap=WORSE_TO_BETTER, norm=norm, s=60, edgecolor="black", linewidth=0.5)
    axes.scatter(across[:1], down[:1], c=score[:1], cmap=WORSE_TO_BETTER, norm=norm, **MARK)
    _label_both(axes, design, rows, pair)


def _plane(
    axes: Axes, design: Design, rows: pd.DataFrame, pair: tuple[int, int], surface: Surface | None, norm: TwoSlopeNorm
) -> None:
    both = [design.axes[i] for i in pair]
    if surface is None or not all(is_range(axis) for axis in both):
        axes.set_axis_off()
        return
    shares = np.linspace(0, 1, FINE)
    grid = dict(zip(pair, np.meshgrid(shares, shares), strict=True))
    across, down = (_along(axis, shares) for axis in both)
    axes.pcolormesh(across, down, 100 * surface.along(grid), cmap=WORSE_TO_BETTER, norm=norm, shading="nearest")
    default = [places(axis, rows, rows[axis.name][:1]) for axis in both]
    axes.scatter(*default, color="white", **MARK)
    _label_both(axes, design, rows, pair)


def _label_both(axes: Axes, design: Design, rows: pd.DataFrame, pair: tuple[int, int]) -> None:
    label(axes.xaxis, design.axes[pair[0]], rows, "\n")
    label(axes.yaxis, design.axes[pair[1]], rows, "\n")


def _along(axis: Axis, shares: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return shares of the way along a range, unrounded."""
    if axis.log:
        return np.asarray(axis.low * (axis.high / axis.low) ** shares)
    return np.asarray(axis.low + shares * (axis.high - axis.low))
