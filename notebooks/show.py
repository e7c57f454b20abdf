"""What the notebooks show: boards, fields, sliders; and, from games.py, what they play. The first cell imports it.

Everything that draws returns a Drawing, which shows itself when it ends a cell; what a slider redraws is an Svg.
"""

import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import ipywidgets as widgets
import matplotlib as mpl
import numpy as np
import numpy.typing as npt
from games import *  # noqa: F403 - a lesson imports one module
from games import choose
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.patheffects import withStroke
from PIL import Image

from bot import Explanation, View
from experiments.arena.arena import record as record
from experiments.recordings import drawing
from experiments.recordings.sketch import sketch as sketch

PLAYER_COLOURS = drawing.PLAYER_COLOURS
RED, GREEN = "#d55e00", "#009e73"  # the lights of the capture trees, which colour-blind readers tell apart
ROCK = "#3a3f4b"  # the ground of small boards on which no player can stand
FIELD_LABEL = "potential: turns to repay; squares flow to the lower"
SHARP = choose(2, 1)  # pixels of a figure for one of the page: screens that have two show it sharp
COLOURS = 256  # of a figure: a palette makes the file smaller
Range = tuple[float, float, float]  # the lowest, the highest and the first value of a slider

STEPS = 100  # of a slider, about


class Drawing(Figure):
    """A figure that a notebook shows where a cell ends with it."""

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        return png(self)


def png(figure: Figure) -> tuple[bytes, dict[str, int]]:
    """Return a figure as a PNG, and how large a notebook should show it."""
    file, packed = io.BytesIO(), io.BytesIO()
    figure.savefig(file, format="png", dpi=SHARP * figure.dpi)
    with Image.open(file) as image:
        width, height = image.size
        image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(packed, "png", optimize=True)
    return packed.getvalue(), {"width": width // SHARP, "height": height // SHARP}


def downhill(explanation: Explanation) -> npt.NDArray[np.uint8]:
    """(H, W) the direction of every square's lowest neighbour, the first of N, E, S, W: 1 to 4."""
    potential = explanation.potential
    around = [np.roll(potential, *shift) for shift in ((1, 0), (-1, 1), (-1, 0), (1, 1))]
    return np.asarray(np.argmin(around, axis=0) + 1, np.uint8)


def panels(
    count: int, title: str = "", columns: int = 4, side: float = 3.0, shape: tuple[int, int] = (1, 1)
) -> tuple[Drawing, list[Axes]]:
    """Return `count` axes in rows of `columns`, each `side` inches wide and as tall as a board of `shape`."""
    columns = min(columns, count)
    rows = -(-count // columns)
    height, width = shape
    figure = Drawing((side * columns + 0.8, (side * height / width + 0.45) * rows + 0.4), dpi=80, layout="constrained")
    figure.suptitle(title)
    grid = figure.subplots(rows, columns, squeeze=False).ravel()
    for unused in grid[count:]:
        unused.set_axis_off()
    return figure, list(grid[:count])


def board(axes: Axes, seen: View, title: str = "") -> None:
    """Draw what is there: production as ground, owner as colour, strength as size."""
    drawing.board(axes, seen)
    axes.set_title(title, fontsize=10)


def field(
    axes: Axes,
    seen: View,
    potential: npt.NDArray[np.float64],
    title: str = "",
    limits: tuple[float, float] | None = None,
) -> AxesImage:
    """Return a potential (H, W) in turns as a heat map, for a colour bar; `limits` as in drawing.field."""
    axes.set_title(title, fontsize=10)
    return drawing.field(axes, seen, potential, limits)


def numbers(axes: Axes, values: npt.NDArray[Any], form: str = ".1f", size: float = 9) -> None:
    """Write the value of every square, in its middle; squares with inf or nan stay blank."""
    rim = [withStroke(linewidth=2, foreground="#202020")]  # heat maps are yellow at one end and purple at the other
    for y, x in np.argwhere(np.isfinite(values)).tolist():
        text = format(values[y, x], form)
        axes.text(x, y, text, ha="center", va="center", color="white", fontsize=size, path_effects=rim)


def scene(axes: Axes, seen: View, title: str = "", orders: npt.NDArray[np.integer] | None = None) -> None:
    """Draw a board small enough to read: strength in every square, production in its corner, arrows for the orders.

    Rock, which no player can use, stays blank, and is cut off where it only frames the rest.
    """
    ground = 0.45 * np.array([to_rgb(colour) for colour in PLAYER_COLOURS]) + 0.55  # pale, for dark numbers
    rock = (seen.owner == 0) & (seen.production == 0) & (seen.strength > 0)  # 0 is where a piece has just died
    colours = np.where(rock[..., None], to_rgb(ROCK), ground[seen.owner])
    axes.imshow(colours, interpolation="nearest")
    for y, x in np.argwhere(~rock).tolist():
        strength, production = int(seen.strength[y, x]), int(seen.production[y, x])
        axes.text(x, y, f"{strength}", ha="center", va="center", fontsize=11, weight="bold")
        axes.text(x + 0.44, y + 0.34, f"+{production}", ha="right", va="center", fontsize=7)
    for corner in range(1, max(seen.owner.shape)):
        axes.axvline(corner - 0.5, color="white", linewidth=0.6)
        axes.axhline(corner - 0.5, color="white", linewidth=0.6)
    ys, xs = np.nonzero(~rock)
    rim = 0.54  # a little more than half a square, so that frames at the edge are seen whole
    axes.set(xlim=(xs.min() - rim, xs.max() + rim), ylim=(ys.max() + rim, ys.min() - rim), facecolor=ROCK)
    drawing.plain(axes)
    axes.set_title(title, fontsize=10)
    if orders is not None and np.any(orders):
        leaving(axes, np.asarray(orders))


def leaving(axes: Axes, orders: npt.NDArray[np.integer], colour: str = "black") -> None:
    """Draw an arrow across the border that each order crosses, so that the numbers stay readable."""
    for y, x in np.argwhere(orders).tolist():
        right, down = drawing.STEPS[orders[y, x]]
        tail, head = (x + 0.3 * right, y + 0.3 * down), (x + 0.72 * right, y + 0.72 * down)
        axes.annotate("", head, tail, arrowprops={"arrowstyle": "-|>", "linewidth": 2, "color": colour})


def trees(axes: Axes, seen: View, explanation: Explanation) -> None:
    """Draw the capture trees over a board: every square's way downhill, red and green squares framed."""
    ways = np.where(seen.owner == seen.me, downhill(explanation), 0).astype(np.uint8)
    drawing.arrows(axes, ways, color="#f0f0f0")
    lights(axes, explanation)


def lights(axes: Axes, explanation: Explanation) -> None:
    """Draw frames around red and green squares."""
    for light, colour in enumerate((RED, GREEN), start=1):
        drawing.outline(axes, explanation.light == light, colour, width=2.4)


class Svg(Figure):
    """A figure that shows itself as SVG; sliders ask for the text."""

    def _repr_html_(self) -> str:
        file = io.StringIO()
        style = {"svg.hashsalt": "graph", "svg.fonttype": "none"}  # the same figure is the same text, and short
        with mpl.rc_context(style):
            self.savefig(file, format="svg", metadata={"Date": None})
        return "<svg" + file.getvalue().partition("<svg")[2]


class Graph(Svg):
    """A graph with fixed limits, drawn by matplotlib on `graph.axis`; what has a label stands in a legend above it.

    Args:
        rows: names in the place of the numbers on the y axis: the first belongs to y = 0
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


class Boards(Svg):
    """Small boards side by side, for sliders: the title of each board -> its View and the orders (H, W) on it."""

    def __init__(self, title: str, boards: Mapping[str, tuple[View, npt.NDArray[np.integer]]]) -> None:
        super().__init__((3.4 * len(boards), 3.6), layout="constrained")
        self.suptitle(title)
        row = self.subplots(1, len(boards), squeeze=False).ravel()
        for axes, (name, (seen, orders)) in zip(row, boards.items(), strict=True):
            scene(axes, seen, name, orders)
        (left, right), (bottom, top) = np.transpose([(axes.get_xlim(), axes.get_ylim()) for axes in row], (1, 2, 0))
        for axes in row:  # all show the rows and columns that any shows
            axes.set(xlim=(min(left), max(right)), ylim=(max(bottom), min(top)))


def maps(
    seen: View, settings: Mapping[str, Explanation], title: str = "", columns: int = 4, side: float = 3.0
) -> Drawing:
    """Return the fields of these settings, titled by their names, side by side in the same colours, and their moves."""
    figure, grid = panels(len(settings), title, columns, side, seen.owner.shape)
    limits = drawing.limits_of(*(explanation.potential for explanation in settings.values()))
    for axes, (name, explanation) in zip(grid, settings.items(), strict=True):
        image = field(axes, seen, explanation.potential, name, limits)
        drawing.arrows(axes, explanation.move, width=0.005)
    colour_bar(figure, image, grid, FIELD_LABEL)
    return figure


def colour_bar(figure: Figure, image: AxesImage, grid: Sequence[Axes], label: str = "turns to repay") -> None:
    """Draw the scale of these heat maps, beside them."""
    figure.colorbar(image, ax=grid, label=label, extend="max", shrink=0.8, fraction=0.05, pad=0.02, aspect=25)


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
    step = (high - low) / STEPS
    before = max(1, round((first - low) / step))
    step = (first - low) / before or step  # a slider has whole steps only, and must begin on `first`
    return widgets.FloatSlider(first, min=low, max=high, step=step, readout_format=".3g", **style)


def sliders(draw: Callable[..., Svg], **ranges: Range) -> widgets.VBox:
    """Return a slider for each argument of `draw`, and its graph, drawn anew while one is dragged.

    Boards are dragged in the viewer's window, see dragging.py.

    Args:
        ranges: lowest, highest and first value of each argument: sliders(draw, alpha=(0.02, 0.9, 0.1))
    """
    picture = widgets.HTML()

    def redraw(**values: float) -> None:
        picture.value = draw(**values)._repr_html_()

    return with_sliders(picture, redraw, ranges)
