"""Graphs that are drawn again while a slider moves, and the sliders.

graph = Graph("A parabola", "x", "y", (0, 3), (0, 9))
graph.axis.plot(x, x**2, label="x²")       # a legend stands above the graph and covers nothing
graph                                      # shows it, as SVG

Figures that are kept are show.panels: those are pictures, which any page shows.
"""

import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import ipywidgets as widgets
import matplotlib as mpl
from matplotlib.figure import Figure

Range = tuple[float, float, float]  # the lowest, the highest and the first value of a slider

_STEPS = 100  # of a slider, about


class Svg(Figure):
    """A figure that shows itself as SVG; sliders ask for the text."""

    def _repr_html_(self) -> str:
        file = io.StringIO()
        with mpl.rc_context(
            {"svg.hashsalt": "graph", "svg.fonttype": "none"}
        ):  # the same figure is the same text, and short
            self.savefig(file, format="svg", metadata={"Date": None})
        return "<svg" + file.getvalue().partition("<svg")[2]


class Graph(Svg):
    """A graph with fixed limits, drawn by matplotlib on `graph.axis`; what has a label stands in a legend above it.

    rows   names in the place of the numbers on the y axis: the first belongs to y = 0
    """

    def __init__(
        self, title: str, xlabel: str, ylabel: str, xlim: tuple[float, float], ylim: tuple[float, float],
        rows: Sequence[str] = (),
    ) -> None:  # fmt: skip
        super().__init__((6.7, 3.4), layout="constrained")
        self.axis = self.subplots()
        self.axis.set(xlabel=xlabel, ylabel=ylabel, xlim=xlim, ylim=ylim)
        self.axis.set_title(title, pad=28)
        if rows:
            self.axis.set_yticks(range(len(rows)), rows)

    def _repr_html_(self) -> str:
        if count := len(self.axis.get_legend_handles_labels()[1]):
            self.axis.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=count, frameon=False)
        return super()._repr_html_()


def with_sliders(shown: widgets.DOMWidget, change: Callable[..., None], ranges: Mapping[str, Range]) -> widgets.VBox:
    """Sliders above what they change; `change` gets the values of all of them when one moves, and once at first."""
    handles = {name: slider(name, *span) for name, span in ranges.items()}

    def follow(_: Any = None) -> None:
        change(**{name: handle.value for name, handle in handles.items()})

    for handle in handles.values():
        handle.observe(follow, names="value")
    follow()
    return widgets.VBox([*handles.values(), shown])


def slider(name: str, low: float, high: float, first: float) -> widgets.FloatSlider | widgets.IntSlider:
    """Return a slider in a hundred steps, or through whole numbers where all three are whole."""
    style = {"description": name, "style": {"description_width": "14em"}, "layout": {"width": "34em"}}
    if all(isinstance(value, int) for value in (low, high, first)):
        return widgets.IntSlider(first, low, high, **style)
    step = (high - low) / _STEPS
    before = max(1, round((first - low) / step))
    step = (first - low) / before or step  # a slider has whole steps only, and must begin on `first`
    return widgets.FloatSlider(first, min=low, max=high, step=step, readout_format=".3g", **style)
