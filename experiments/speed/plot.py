"""The plot of how everything grows with the board."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from experiments.laboratory.exports import save_figure

from .figures import GROWTH, Figure, side_of

if TYPE_CHECKING:  # matplotlib takes half a second to load, and few that import this file draw
    from matplotlib.axes import Axes

TITLES = (
    ("a v26 turn, plain", "ms of CPU"),
    ("a v26 turn, compiled", "µs of CPU"),
    ("one turn of the rules on a full board, compiled", "µs of CPU"),
    ("a whole v26-v26 game, compiled", "ms of CPU"),
)
"""Title and unit for each figure in GROWTH."""


def save(figures: Sequence[Figure], path: Path) -> None:
    """Draw the figures of the group `growth` into a PNG."""
    from matplotlib.figure import Figure as Canvas

    canvas = Canvas(figsize=(10, 6.5), dpi=110, layout="constrained")
    for axes, name, (title, unit) in zip(canvas.subplots(2, 2).flat, GROWTH, TITLES, strict=True):
        mine = [figure for figure in figures if figure.name == name]
        _curve(axes, {side: figure.value for figure in mine if (side := side_of(name, figure.board))})
        axes.set_title(title, fontsize=11)
        axes.set_ylabel(unit)
    path.parent.mkdir(parents=True, exist_ok=True)
    save_figure(canvas, path)


def _curve(axes: Axes, curve: dict[int, float]) -> None:
    axes.plot(list(curve), list(curve.values()), "o-", color="#0072b2", markersize=4)
    axes.set_xlabel("side of the board in squares")
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
