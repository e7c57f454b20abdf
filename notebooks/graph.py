"""Graphs and small boards as SVG: sharp at every size, and drawn again while a slider moves.

graph = Graph("A parabola", "x", "y", (0, 3), (0, 9))
graph.line(x, x**2, "#0072b2", "x²")       # a legend stands above the graph and covers nothing
graph                                      # shows it

Figures that are kept are show.panels: those are pictures, which any page shows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape

import numpy as np
import numpy.typing as npt

from bot import View
from experiments.recordings.drawing import PLAYER_COLOURS

WIDTH, HEIGHT = 640, 330
"""Units of a graph, and pixels where the cell is wide enough."""

LEFT, RIGHT, TOP, BOTTOM = 60, 12, 52, 46
"""Around the frame, for the words; a name of a row that is longer widens the left."""

LETTER = 6.4
"""Mean width of a letter, for the room of words."""

SIDE = 110
"""Units of a square of a small board."""

ROCK = "#3a3f4b"

_HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" font-family="sans-serif"'
    ' font-size="12" fill="currentColor" style="width:{width:g}px;max-width:100%;color:var(--jp-ui-font-color1)">'
)


class Svg:
    """What shows itself as SVG; sliders ask for the text."""

    def _repr_html_(self) -> str:
        raise NotImplementedError


@dataclass
class Graph(Svg):
    """Lines, dots, bars and intervals over two axes with fixed limits.

    rows   names in the place of the numbers on the y axis: the first belongs to y = 0
    """

    title: str
    xlabel: str
    ylabel: str
    xlim: tuple[float, float]
    ylim: tuple[float, float]
    rows: Sequence[str] = ()
    _marks: list[str] = field(default_factory=list)
    _legend: dict[str, str] = field(default_factory=dict)  # colours by what they stand for

    def line(self, xs: npt.ArrayLike, ys: npt.ArrayLike, colour: str, label: str = "") -> None:
        """Draw a line through these points."""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(self._x(xs), self._y(ys), strict=True))
        self._marks.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        self._name(label, colour)

    def dots(self, xs: npt.ArrayLike, ys: npt.ArrayLike, colours: str | Sequence[str], label: str = "") -> None:
        """Draw a dot at each point, in one colour or each in its own."""
        places = list(zip(self._x(xs), self._y(ys), strict=True))
        each = [colours] * len(places) if isinstance(colours, str) else colours
        for (x, y), colour in zip(places, each, strict=True):
            self._marks.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{colour}"/>')
        self._name(label, each[0] if each else "")

    def bars(self, xs: npt.ArrayLike, heights: npt.ArrayLike, colour: str, label: str = "", width: float = 0.8) -> None:
        """Draw a bar from 0 to each height; `width` in units of the x axis."""
        ground = self._y(0.0)[0]
        lefts, rights = self._x(np.asarray(xs) - width / 2), self._x(np.asarray(xs) + width / 2)
        for left, right, top in zip(lefts, rights, self._y(heights), strict=True):
            box = f'x="{left:.1f}" y="{min(top, ground):.1f}" width="{right - left:.1f}"'
            self._marks.append(f'<rect {box} height="{abs(ground - top):.1f}" fill="{colour}"/>')
        self._name(label, colour)

    def spans(self, lows: npt.ArrayLike, highs: npt.ArrayLike, ys: npt.ArrayLike, colour: str) -> None:
        """Draw a horizontal interval at each y, with ends."""
        for low, high, y in zip(self._x(lows), self._x(highs), self._y(ys), strict=True):
            way = f"M{low:.1f} {y - 4:.1f}v8m0 -4H{high:.1f}m0 -4v8"
            self._marks.append(f'<path d="{way}" fill="none" stroke="{colour}" stroke-width="2"/>')

    def rule(self, x: float) -> None:
        """Draw a thin vertical line."""
        place = self._x(x)[0]
        self._marks.append(f'<path d="M{place:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="grey"/>')

    @property
    def _left(self) -> float:
        return max(LEFT, 14 + LETTER * max(map(len, self.rows), default=0))

    def _x(self, values: npt.ArrayLike) -> npt.NDArray[np.float64]:
        low, high = self.xlim
        share = (np.atleast_1d(np.asarray(values, float)) - low) / (high - low)
        return np.asarray(self._left + share * (WIDTH - RIGHT - self._left))

    def _y(self, values: npt.ArrayLike) -> npt.NDArray[np.float64]:
        low, high = self.ylim
        share = (np.atleast_1d(np.asarray(values, float)) - low) / (high - low)
        return np.asarray(HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP))

    def _name(self, label: str, colour: str) -> None:
        if label:
            self._legend[label] = colour

    def _repr_html_(self) -> str:
        box = f"{self._left:g} {TOP} {WIDTH - RIGHT - self._left:g} {HEIGHT - BOTTOM - TOP}"
        x, y, width, height = box.split()
        inside = f'<svg x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{box}">{"".join(self._marks)}</svg>'
        frame = f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="none" stroke="currentColor"/>'
        return _HEAD.format(width=WIDTH, height=HEIGHT) + inside + frame + self._words() + "</svg>"

    def _words(self) -> str:
        """Title, legend, names and numbers of the axes."""
        middle = (self._left + WIDTH - RIGHT) / 2
        words = [_text(middle, 18, self.title, size=15), _text(middle, HEIGHT - 8, self.xlabel)]
        upright = f'transform="translate(14 {(TOP + HEIGHT - BOTTOM) / 2:g}) rotate(-90)" text-anchor="middle"'
        words.append(f"<text {upright}>{escape(self.ylabel)}</text>")
        for value in ticks(*self.xlim):
            words.append(_text(self._x(value)[0], HEIGHT - BOTTOM + 18, f"{value:g}"))
        named = enumerate(self.rows) if self.rows else ((value, f"{value:g}") for value in ticks(*self.ylim))
        for place, name in named:
            words.append(_text(self._left - 7, self._y(place)[0] + 4, name, "end"))
        return "".join(words) + self._explained(middle)

    def _explained(self, middle: float) -> str:
        """Return the legend, in a row above the frame."""
        rooms = [28 + LETTER * len(label) for label in self._legend]
        starts = middle - sum(rooms) / 2 + np.cumsum([0.0, *rooms])
        return "".join(
            f'<rect x="{start:.1f}" y="34" width="10" height="10" fill="{colour}"/>'
            + _text(start + 15, 43, label, "start")
            for start, (label, colour) in zip(starts, self._legend.items(), strict=False)
        )


@dataclass(frozen=True)
class Boards(Svg):
    """Small boards side by side: owner, strength, production, and an arrow across the border that a piece crosses.

    Rows and columns at the rim that are rock on all boards are left out.

    boards   the title of each board -> its View and the orders (H, W) that are drawn
    """

    title: str
    boards: Mapping[str, tuple[View, npt.NDArray[np.integer]]]

    def _repr_html_(self) -> str:
        rows, columns = _inhabited([seen for seen, _ in self.boards.values()])
        height, width = rows.stop - rows.start, columns.stop - columns.start
        shown, right = [], 0.0
        for name, (seen, orders) in self.boards.items():
            cut = replace(
                seen, **{each: getattr(seen, each)[rows, columns] for each in ("owner", "strength", "production")}
            )
            middle = _text(width * SIDE / 2, 54, name, size=16)
            shown.append(f'<g transform="translate({right:g} 0)">{middle}<g transform="translate(0 66)">')
            shown.append(_squares(cut) + _crossings(orders[rows, columns]) + "</g></g>")
            right += (width + 0.4) * SIDE
        full = right - 0.4 * SIDE
        heading = _text(full / 2, 22, self.title, size=20)
        return _HEAD.format(width=full, height=68 + height * SIDE) + heading + "".join(shown) + "</svg>"


def ticks(low: float, high: float) -> list[float]:
    """Round numbers between the ends of an axis."""
    from matplotlib.ticker import MaxNLocator  # only now: matplotlib loads slowly, and tests collect this file

    values = MaxNLocator(7, steps=[1, 2, 5, 10]).tick_values(low, high)
    return [float(value) for value in values if low <= value <= high]


def _squares(seen: View) -> str:
    """Return every square with its strength, its production in the corner; rock stays blank."""
    drawn = []
    for (y, x), owner in np.ndenumerate(seen.owner):
        strength, production = int(seen.strength[y, x]), int(seen.production[y, x])
        is_rock = bool(_rock(seen)[y, x])
        ground = f'fill="{ROCK}"' if is_rock else f'fill="{PLAYER_COLOURS[owner]}" fill-opacity="0.5"'
        box = f'width="{SIDE - 2}" height="{SIDE - 2}"'
        drawn.append(f'<rect x="{x * SIDE + 1}" y="{y * SIDE + 1}" {box} {ground}/>')
        if not is_rock:
            drawn.append(_text((x + 0.5) * SIDE, (y + 0.5) * SIDE + 10, f"{strength}", size=28))
            if production:
                drawn.append(_text((x + 1) * SIDE - 9, (y + 1) * SIDE - 11, f"+{production}", "end", 15))
    return "".join(drawn)


def _rock(seen: View) -> npt.NDArray[np.bool_]:
    """(H, W) squares that produce nothing and cost strength to take."""
    rock: npt.NDArray[np.bool_] = (seen.owner == 0) & (seen.production == 0) & (seen.strength > 0)
    return rock


def _inhabited(boards: Sequence[View]) -> tuple[slice, slice]:
    """Return the rows and columns from the first to the last that is not all rock on every board."""
    used = ~np.logical_and.reduce([_rock(seen) for seen in boards])
    rows, columns = np.flatnonzero(used.any(axis=1)), np.flatnonzero(used.any(axis=0))
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)


def _crossings(orders: npt.NDArray[np.integer]) -> str:
    """Return an arrow from beside the number of each square that moves to the next square's rim."""
    drawn = []
    for y, x in np.argwhere(orders).tolist():
        turn = 90 * (int(orders[y, x]) - 2)  # the arrow is drawn to the east
        place = f"translate({(x + 0.5) * SIDE:g} {(y + 0.5) * SIDE:g}) rotate({turn})"
        way = f'd="M{0.3 * SIDE:g} 0H{0.62 * SIDE:g}m-7 -5l8 5l-8 5" fill="none" stroke="currentColor"'
        drawn.append(f'<path {way} stroke-width="2.5" transform="{place}"/>')
    return "".join(drawn)


def _text(x: float, y: float, words: str, anchor: str = "middle", size: int = 12) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">{escape(words)}</text>'
