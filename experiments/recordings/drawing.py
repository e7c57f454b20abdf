"""Boards and fields drawn on matplotlib axes: what pictures, plots and notebooks share.

Row 0 is on top and x grows to the right, as in the arrays: square (y, x) is the unit square around the point (x, y).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bot import View

if TYPE_CHECKING:  # matplotlib takes half a second to load, and few that import this file draw
    from matplotlib.axes import Axes
    from matplotlib.image import AxesImage

# Neutral and six players: Okabe and Ito's palette, which colour-blind readers can tell apart.
PLAYER_COLOURS = ("#767c8a", "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9")

# Production: the lighter the ground, the richer.
EARTH = ("#101217", "#474d5b")

BRIGHTEST = 90  # percentile at which the field's colours end: a few barren squares would else take the whole range
TERRITORY = 0.3  # how much of its owner's colour the ground takes on
# Squares without a finite potential.
CLOSED = "#d9d9d9"

SNIPPET = """
window.drawChart = (place, chart) =>
    vegaEmbed(place, chart, { actions: false, renderer: "svg", ast: true, tooltip: { theme: "custom" } });
"""

STEPS = ((0, 0), (0, -1), (1, 0), (0, 1), (-1, 0))  # x and y of a direction
# Where the four sides of a square run: its corners' x, then their y, seen from its middle.
_SIDES = (
    ((-0.5, 0.5), (-0.5, -0.5)),
    ((0.5, 0.5), (-0.5, 0.5)),
    ((-0.5, 0.5), (0.5, 0.5)),
    ((-0.5, -0.5), (-0.5, 0.5)),
)


def board(axes: Axes, view: View) -> None:
    """Production as ground, territory as a tint, strength as the area of a square in its owner's colour."""
    from matplotlib.collections import PatchCollection
    from matplotlib.colors import LinearSegmentedColormap, to_rgb
    from matplotlib.patches import Rectangle

    colours = np.array([to_rgb(colour) for colour in PLAYER_COLOURS])[view.owner]
    sides = np.maximum(0.1, 0.9 * np.sqrt(view.strength / 255))  # a dot for none
    squares = [Rectangle((x - side / 2, y - side / 2), side, side) for (y, x), side in np.ndenumerate(sides)]
    axes.imshow(view.production, cmap=LinearSegmentedColormap.from_list("earth", EARTH), interpolation="nearest")
    axes.imshow(np.dstack([colours, TERRITORY * (view.owner > 0)]), interpolation="nearest")
    axes.add_collection(PatchCollection(squares, facecolor=colours.reshape(-1, 3), linewidth=0))
    plain(axes)


def field(
    axes: Axes, view: View, potential: npt.NDArray[np.float64], limits: tuple[float, float] | None = None
) -> AxesImage:
    """Return a potential as a heat map, the lower the brighter, with the outline of our land; for a colour bar.

    Args:
        potential: (H, W) in turns; squares at inf are closed and stay grey
        limits: lowest and highest colour, so that several maps can share them; by default `limits_of` this one
    """
    axes.set_facecolor(CLOSED)
    low, high = limits or limits_of(potential)
    finite = np.where(np.isfinite(potential), potential, np.nan)
    image = axes.imshow(finite, cmap="viridis_r", vmin=low, vmax=high, interpolation="nearest")
    outline(axes, view.owner == view.me)
    plain(axes)
    return image


def limits_of(*potentials: npt.NDArray[np.float64]) -> tuple[float, float]:
    """Return where the colours of these fields begin and end."""
    values = np.concatenate([potential[np.isfinite(potential)] for potential in potentials])
    return float(values.min()), float(np.percentile(values, BRIGHTEST))


def arrows(axes: Axes, moves: npt.NDArray[np.uint8], **style: Any) -> None:
    """Draw an arrow on each square whose move, 0 to 4 as in STEPS, is not STILL."""
    moving = np.argwhere(moves > 0)
    along, down = np.array([STEPS[moves[y, x]] for y, x in moving.tolist()]).reshape(-1, 2).T
    style = {"color": "black", "width": 0.0035, "headwidth": 4, "headlength": 4, "headaxislength": 3.6, **style}
    axes.quiver(
        moving[:, 1], moving[:, 0], along, down, angles="xy", scale_units="xy", scale=1.25, pivot="mid", **style
    )


def outline(axes: Axes, mask: npt.NDArray[np.bool_], colour: str = "white", width: float = 1.6) -> None:
    """Draw the border of the marked squares; `width` in points."""
    for y, x in np.argwhere(mask).tolist():
        for (across, down), (xs, ys) in zip(STEPS[1:], _SIDES, strict=True):
            if not mask[(y + down) % mask.shape[0], (x + across) % mask.shape[1]]:
                axes.plot(
                    [x + i for i in xs], [y + i for i in ys], color=colour, linewidth=width, solid_capstyle="round"
                )


def plain(axes: Axes) -> None:
    """Remove ticks and frame: a board needs neither."""
    axes.set_xticks([])
    axes.set_yticks([])
    for spine in axes.spines.values():
        spine.set_visible(False)


def chart_script() -> str:
    """Return a script after which a page has `drawChart(place, specification)`. Making it takes some seconds.

    It draws in SVG that takes the page's colours from its style sheet; expressions are interpreted, so no text runs as
    code.
    """
    import vl_convert  # here: most tables and figures need no page

    return f"(() => {{\n{vl_convert.javascript_bundle(SNIPPET)}\n}})();\n"
