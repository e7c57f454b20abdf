"""The plot of how everything grows with the board."""

import re
from collections.abc import Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from .figures import Figure

CURVES = (
    ("plain turn", "a v26 turn, plain", "ms of CPU"),
    ("compiled turn", "a v26 turn, compiled", "µs of CPU"),
    ("compiled rules", "one turn of the rules on a full board, compiled", "µs of CPU"),
    ("game in process", "a whole v26-v26 game, compiled", "ms of CPU"),
)


def save(figures: Sequence[Figure], path: Path) -> None:
    """Draw the figures of the group `growth` into a PNG."""
    canvas = Canvas(figsize=(10, 6.5), dpi=110, layout="constrained")
    for axes, (name, title, unit) in zip(canvas.subplots(2, 2).flat, CURVES, strict=True):
        _curve(axes, {side_of(figure): figure.value for figure in figures if figure.name == name and side_of(figure)})
        axes.set_title(title, fontsize=11)
        axes.set_ylabel(unit)
    path.parent.mkdir(parents=True, exist_ok=True)
    canvas.savefig(path, format="png", metadata={"Software": None})


def side_of(figure: Figure) -> int:
    """The side of the square board that a figure of the group `growth` names; 0 for other figures."""
    found = re.fullmatch(r"(\d+) x \1", figure.board)
    return int(found[1]) if found else 0


def _curve(axes: Axes, curve: dict[int, float]) -> None:
    axes.plot(list(curve), list(curve.values()), "o-", color="#0072b2", markersize=4)
    axes.set_xlabel("side of the board in squares")
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
