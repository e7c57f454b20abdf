"""Pictures of a sweep: a curve over one axis, heat maps over two, and a matrix of panels over more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import cycle
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from experiments.arena.space import Axis, Value, text
from experiments.laboratory.exports import in_figure
from experiments.stats.words import amount

from .points import Design
from .table import ALL, pooled

if TYPE_CHECKING:  # both take long to load, and few that import this file draw
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.axis import XAxis, YAxis
    from matplotlib.colors import TwoSlopeNorm
    from matplotlib.figure import Figure

# Okabe and Ito's palette, which colour-blind readers can tell apart; one colour per opponent.
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9")
POOLED = "black"
LONGEST_TITLE = 120  # characters of a notation
SCORE = "score, % of opponents beaten"
WORSE_TO_BETTER = "RdBu"  # the default's score is white
DOTS_PER_INCH = 110
CELL = 0.72  # inches of a heat map's cell
SMALLEST = 7.0, 4.0  # inches across and down of a picture that has room for its words
UNPLAYED = "#e8e8e8"
PANEL = 3.1  # inches
MARK: dict[str, Any] = {"marker": "*", "s": 170, "edgecolor": "black", "zorder": 4}  # the default
READABLE = 0.55  # how far a cell's colour may be from white, of 0..1, until its number has to be white


def curve(design: Design, scores: pd.DataFrame) -> Figure:
    """Draw the score along the only axis with its 95 % intervals, a line per opponent and one over all of them."""
    from matplotlib.figure import Figure

    (axis,) = design.axes
    figure = Figure(figsize=(8, 5), dpi=DOTS_PER_INCH, layout="constrained")
    axes = figure.subplots()
    for colour, (opponent, rows) in zip(cycle(COLOURS), _by_opponent(scores), strict=False):
        place = np.array(places(axis, scores, rows[axis.name]))
        _line(axes, place, rows, opponent, POOLED if opponent == ALL else colour)
    axes.axhline(50, color="grey", linewidth=0.8, linestyle=":", label="as good as the opponents")
    (default,) = places(axis, scores, design.points[0].values)
    axes.axvline(default, color="grey", linewidth=1, linestyle="--", label="default")
    label(axes.xaxis, axis, scores)
    axes.set_ylabel(SCORE)
    axes.set_title(f"{default_name(design)} with another {axis.name}, {sample(scores)}")
    axes.grid(alpha=0.3)
    figure.legend(loc="outside lower center", ncols=4, fontsize=9)
    return figure


def heat_maps(design: Design, scores: pd.DataFrame) -> Figure:
    """Draw the score over both axes, a map per opponent and one over all of them, with the 95 % intervals."""
    from matplotlib.figure import Figure

    groups = _by_opponent(scores)
    across, down = (len(_values(axis, scores)) * CELL for axis in design.axes)
    size = max(len(groups) * (across + 1.6) + 0.9, SMALLEST[0]), max(down + 1.7, SMALLEST[1])
    figure = Figure(figsize=size, dpi=DOTS_PER_INCH, layout="constrained")
    norm = colours_around(100 * scores.score, 100 * pooled(scores).score[0])
    for axes, (opponent, each) in zip(figure.subplots(1, len(groups), squeeze=False)[0], groups, strict=True):
        _heat_map(axes, design, scores, each, norm)
        axes.set_title(f"against {in_figure(_opponents(opponent))}")
    colour_bar(figure, norm, figure.axes, shrink=0.9)
    figure.suptitle(f"{default_name(design)} changed, {sample(scores)}; framed: the default")
    return figure


def default_name(design: Design) -> str:
    """Return the default player of a sweep, as titles name it."""
    return in_figure(design.points[0].player.notation, LONGEST_TITLE)


def _line(axes: Axes, place: npt.NDArray[np.float64], rows: pd.DataFrame, opponent: str, colour: str) -> None:
    order = np.argsort(place)
    score, low, high = (100 * rows[name].to_numpy()[order] for name in ("score", "score_low", "score_high"))
    axes.fill_between(place[order], low, high, color=colour, alpha=0.13, linewidth=0)
    axes.plot(
        place[order], score, "o-", color=colour, markersize=4, label=f"against {in_figure(_opponents(opponent))}, 95 %"
    )


def _heat_map(axes: Axes, design: Design, scores: pd.DataFrame, rows: pd.DataFrame, norm: TwoSlopeNorm) -> None:
    from matplotlib.patches import Rectangle

    across, down = (_values(axis, scores) for axis in design.axes)
    names = design.space.names
    percentages = np.full((len(down), len(across)), np.nan)
    for row in rows.to_dict("records"):
        x, y = across.index(row[names[0]]), down.index(row[names[1]])
        percentages[y, x] = 100 * row["score"]
        _number(axes, x, y, row, float(norm(percentages[y, x])))
    axes.set_facecolor(UNPLAYED)
    axes.imshow(percentages, cmap=WORSE_TO_BETTER, norm=norm, origin="lower", aspect="auto")
    values = design.points[0].values
    corner = across.index(values[0]) - 0.5, down.index(values[1]) - 0.5
    axes.add_patch(Rectangle(corner, 1, 1, fill=False, linewidth=2.5))
    axes.set_xticks(range(len(across)), [text(value) for value in across])
    axes.set_yticks(range(len(down)), [text(value) for value in down])
    axes.set_xlabel(f"{names[0]} ({design.axes[0].unit})")
    axes.set_ylabel(f"{names[1]} ({design.axes[1].unit})")


def _number(axes: Axes, x: int, y: int, row: dict[Any, Any], shade: float) -> None:
    colour = "white" if abs(shade - 0.5) * 2 > READABLE else "black"
    low, value, high = (100 * row[name] for name in ("score_low", "score", "score_high"))
    axes.text(x, y, f"{value:.1f}\n{low:.0f}–{high:.0f}", ha="center", va="center", fontsize=8.5, color=colour)


def colours_around(scores: pd.Series, default: float) -> TwoSlopeNorm:
    """Return colours that are white at the default's score and as dark for so much worse as for so much better."""
    from matplotlib.colors import TwoSlopeNorm

    reach = max(float((scores - default).abs().max()), 1.0)
    return TwoSlopeNorm(default, default - reach, default + reach)


def colour_bar(figure: Figure, norm: TwoSlopeNorm, panels: Sequence[Axes], shrink: float) -> None:
    """Draw the scale of `colours_around`, without the scores beyond 0 and 100 % that it has room for."""
    from matplotlib.cm import ScalarMappable

    bar = figure.colorbar(ScalarMappable(norm, WORSE_TO_BETTER), ax=panels, shrink=shrink)
    bar.set_label(f"{SCORE}\nwhite: the default")
    low, high = bar.ax.get_ylim()
    bar.ax.set_ylim(max(low, 0), min(high, 100))


def _values(axis: Axis, scores: pd.DataFrame) -> list[Value]:
    seen = list(dict.fromkeys(scores[axis.name].tolist()))
    return sorted(seen) if axis.numeric else seen


def places(axis: Axis, scores: pd.DataFrame, values: Iterable[Value]) -> list[float]:
    """Return where values lie along a plot: a number at itself, a word or a switch at its place in the list."""
    return [float(value) if axis.numeric else _values(axis, scores).index(value) for value in values]


def _by_opponent(scores: pd.DataFrame) -> list[tuple[str, pd.DataFrame]]:
    return [(name, scores[scores.opponent == name]) for name in scores.opponent.unique()]


def _opponents(name: str) -> str:
    return "all of them" if name == ALL else name


def label(line: XAxis | YAxis, axis: Axis, scores: pd.DataFrame, between: str = " ") -> None:
    """Set the name, unit, scale and ticks of a plot's axis.

    between   what separates name and unit: a line end where both do not fit on a line
    """
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


def sample(scores: pd.DataFrame) -> str:
    """Return how much was played."""
    return f"{amount(scores.blocks.min(), 'block')} per point and opponent"


def joint(design: Design, scores: pd.DataFrame) -> Figure:
    """Draw panels over all opponents: on the diagonal all points along one axis by score, below it in each plane."""
    from matplotlib.figure import Figure

    rows = pooled(scores)
    norm = colours_around(100 * rows.score, 100 * rows.score[0])
    side = len(design.axes)
    drawn = Figure(figsize=(PANEL * side + 1.2, PANEL * side + 0.6), dpi=DOTS_PER_INCH, layout="constrained")
    panels = drawn.subplots(side, side, squeeze=False)
    for (down, across), axes in np.ndenumerate(panels):
        if across > down:
            axes.set_axis_off()
        else:
            _panel(axes, design, rows, (across, down), norm)
    colour_bar(drawn, norm, panels.ravel().tolist(), shrink=0.6)
    against = ", ".join(in_figure(name) for name in scores.opponent.unique() if name != ALL)
    head = f"{default_name(design)} changed, against {against}, {len(design.points)} points, {sample(scores)}"
    drawn.suptitle(f"{head}\nstar: the default; bars: 95 %", fontsize=11)
    return drawn


def _panel(axes: Axes, design: Design, rows: pd.DataFrame, pair: tuple[int, int], norm: TwoSlopeNorm) -> None:
    """Draw all points in the plane of two axes, coloured by score; along one axis by score where both are the same."""
    score, is_alone = 100 * rows.score, pair[0] == pair[1]
    across, down = (np.array(places(axis, rows, rows[axis.name])) for axis in (design.axes[i] for i in pair))
    label(axes.xaxis, design.axes[pair[0]], rows, "\n")
    if is_alone:
        down, ends = score.to_numpy(), [score - 100 * rows.score_low, 100 * rows.score_high - score]
        axes.errorbar(across, down, ends, fmt="none", ecolor="#bbbbbb", elinewidth=1, zorder=1)
        axes.set_ylabel("score, %")
    else:
        label(axes.yaxis, design.axes[pair[1]], rows, "\n")
    axes.scatter(across, down, c=score, cmap=WORSE_TO_BETTER, norm=norm, edgecolor="black", linewidth=0.5, zorder=3)
    axes.scatter(across[:1], down[:1], c=score[:1], cmap=WORSE_TO_BETTER, norm=norm, **MARK)
