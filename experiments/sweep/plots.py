"""Pictures of a sweep: a curve over one axis, heat maps over two, and a matrix of panels over more."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle
from typing import TYPE_CHECKING, Any

import numpy as np

from experiments.arena.space import Axis, Value, text
from experiments.laboratory import exports
from experiments.laboratory.exports import WORSE_TO_BETTER, in_figure
from experiments.stats.words import amount

from .table import ALL, pool_opponents

if TYPE_CHECKING:  # both take long to load, and few that import this file draw
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.axis import XAxis, YAxis
    from matplotlib.colors import TwoSlopeNorm
    from matplotlib.figure import Figure

    from .run import Design

LONGEST_TITLE = 120  # characters of a notation
EVERYBODY = "all of them"
SCORE = "score, % of opponents beaten"
CELL = 0.8  # inches of a heat map's cell
PANEL = 3.1  # inches
MARK: dict[str, Any] = {"marker": "*", "s": 170, "edgecolor": "black", "zorder": 4}  # the default


def curve(design: Design, scores: pd.DataFrame) -> Figure:
    """Draw the score along the only axis, a line per opponent and, with its 95 % intervals, one over all of them."""
    (axis,) = design.axes
    figure = exports.figure_of(8, 5)
    axes = figure.subplots()
    for colour, (opponent, rows) in zip(cycle(exports.OKABE_ITO), scores.groupby("opponent", sort=False), strict=False):
        rows = rows.assign(place=_places(axis, scores, rows[axis.name])).sort_values("place")
        colour, name = ("black", EVERYBODY) if opponent == ALL else (colour, in_figure(str(opponent)))
        score, low, high = (100 * rows[name] for name in ("score", "score_low", "score_high"))
        shade = 0.13 if opponent == ALL or scores.opponent.nunique() == 1 else 0  # bands over bands tell nothing
        axes.fill_between(rows.place, low, high, color=colour, alpha=shade, linewidth=0)
        axes.plot(rows.place, score, "o-", color=colour, markersize=4, label=f"against {name}{', 95 %' * (shade > 0)}")
    axes.axhline(50, color="grey", linewidth=0.8, linestyle=":", label="as good as the opponents")
    (default,) = _places(axis, scores, design.points[0].values)
    axes.axvline(default, color="grey", linewidth=1, linestyle="--", label="default")
    _label(axes.xaxis, axis, scores)
    axes.set_ylabel(SCORE)
    axes.set_title(f"{_default(design)} with another {axis.name}, {_sample(scores)}")
    axes.grid(alpha=0.3)
    figure.legend(loc="outside lower center", ncols=4, fontsize=9)
    return figure


def heat_maps(design: Design, scores: pd.DataFrame) -> Figure:
    """Draw the score over both axes, a map per opponent and one over all of them, with the 95 % intervals."""
    from matplotlib.patches import Rectangle

    groups, (across, down) = scores.groupby("opponent", sort=False), (_values(axis, scores) for axis in design.axes)
    figure = exports.figure_of(max(len(groups) * (len(across) * CELL + 1.6) + 0.9, 7), max(len(down) * CELL + 1.7, 4))
    norm = exports.colours_around(100 * scores.score, 100 * pool_opponents(scores).score[0])
    for axes, (opponent, rows) in zip(figure.subplots(1, len(groups), squeeze=False)[0], groups, strict=True):
        name = EVERYBODY if opponent == ALL else in_figure(str(opponent))
        cells = zip(*(rows[axis.name] for axis in design.axes), rows.to_dict("records"), strict=True)
        exports.heat_map(axes, [(across.index(x), down.index(y), row) for x, y, row in cells], norm)
        values = design.points[0].values
        corner = across.index(values[0]) - 0.5, down.index(values[1]) - 0.5
        axes.add_patch(Rectangle(corner, 1, 1, fill=False, linewidth=2.5))
        axes.set_xticks(range(len(across)), [text(value) for value in across])
        axes.set_yticks(range(len(down)), [text(value) for value in down])
        axes.set(xlim=(-0.5, len(across) - 0.5), ylim=(-0.5, len(down) - 0.5))
        xlabel, ylabel = (f"{axis.name} ({axis.unit})" for axis in design.axes)
        axes.set(xlabel=xlabel, ylabel=ylabel, title=f"against {name}")
    exports.colour_bar(figure, norm, f"{SCORE}\nwhite: the default")
    figure.suptitle(f"{_default(design)} changed, {_sample(scores)}; framed: the default")
    return figure


def joint(design: Design, scores: pd.DataFrame) -> Figure:
    """Draw panels over all opponents: on the diagonal all points along one axis by score, below it in each plane."""
    rows, side = pool_opponents(scores), len(design.axes)
    norm = exports.colours_around(100 * rows.score, 100 * rows.score[0])
    figure = exports.figure_of(PANEL * side + 1.2, PANEL * side + 0.6)
    for (down, across), axes in np.ndenumerate(figure.subplots(side, side, squeeze=False)):
        if across > down:
            axes.set_axis_off()
        else:
            _panel(axes, design, rows, (across, down), norm)
    exports.colour_bar(figure, norm, f"{SCORE}\nwhite: the default")
    against = ", ".join(in_figure(name) for name in scores.opponent.unique() if name != ALL)
    head = f"{_default(design)} changed, against {against}, {len(design.points)} points, {_sample(scores)}"
    figure.suptitle(f"{head}\nstar: the default; bars: 95 %", fontsize=11)
    return figure


def _panel(axes: Axes, design: Design, rows: pd.DataFrame, pair: tuple[int, int], norm: TwoSlopeNorm) -> None:
    """Draw all points in the plane of two axes, coloured by score; along one axis by score where both are the same."""
    score = 100 * rows.score
    across, down = (np.array(_places(axis, rows, rows[axis.name])) for axis in (design.axes[i] for i in pair))
    _label(axes.xaxis, design.axes[pair[0]], rows, "\n")
    if pair[0] == pair[1]:
        down, ends = score.to_numpy(), [score - 100 * rows.score_low, 100 * rows.score_high - score]
        axes.errorbar(across, down, ends, fmt="none", ecolor="#bbbbbb", elinewidth=1, zorder=1)
        axes.set_ylabel("score, %")
    else:
        _label(axes.yaxis, design.axes[pair[1]], rows, "\n")
    colours: dict[str, Any] = {"cmap": WORSE_TO_BETTER, "norm": norm}
    axes.scatter(across, down, c=score, edgecolor="black", linewidth=0.5, zorder=3, **colours)
    axes.scatter(across[:1], down[:1], c=score[:1], **colours, **MARK)


def _values(axis: Axis, scores: pd.DataFrame) -> list[Value]:
    seen = list(dict.fromkeys(scores[axis.name].tolist()))
    return sorted(seen) if axis.numeric else seen


def _places(axis: Axis, scores: pd.DataFrame, values: Iterable[Value]) -> list[float]:
    """Return where values lie along a plot: a number at itself, a word or a switch at its place in the list."""
    return [float(value) if axis.numeric else _values(axis, scores).index(value) for value in values]


def _default(design: Design) -> str:
    return in_figure(design.points[0].player.notation, LONGEST_TITLE)


def _sample(scores: pd.DataFrame) -> str:
    return f"{amount(scores.blocks.min(), 'block')} per point and opponent"


def _label(line: XAxis | YAxis, axis: Axis, scores: pd.DataFrame, between: str = " ") -> None:
    """Set name, unit, scale and ticks of a plot's axis; `between` is a line end where both do not fit on a line."""
    from matplotlib.ticker import LogLocator, MaxNLocator, NullFormatter

    line.set_label_text(f"{axis.name}{between}({axis.unit})")
    if axis.log:
        line.axes.set(**{f"{line.axis_name}scale": "log"})
        line.set_major_locator(LogLocator(subs=(1, 2, 5)))
        line.set_major_formatter("{x:g}")
        line.set_minor_formatter(NullFormatter())
    if axis.whole:
        line.set_major_locator(MaxNLocator(integer=True))
    if not axis.numeric:
        values = _values(axis, scores)
        line.set_ticks(range(len(values)), labels=[text(value) for value in values])
