"""A picture of one frame: the board as it is, and the field as the bot sees it.

`python -m experiments picture GAME --turn N -o FILE` made the picture of README.md.
"""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.collections import PatchCollection
from matplotlib.colorbar import Colorbar
from matplotlib.colors import LinearSegmentedColormap, to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from bot import Explanation, Memory, ParameterError, View, decide, preset
from engine.replay import Replay, ReplayError, read


class PictureError(ValueError):
    """There is no such frame to draw."""


PLAYER_COLOURS = ("#767c8a", "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9")
"""Neutral and six players: Okabe and Ito's palette, which colour-blind readers can tell apart."""

EARTH = LinearSegmentedColormap.from_list("earth", ["#101217", "#474d5b"])
"""Production: the lighter the ground, the richer."""

BRIGHTEST = 90
"""Percentile at which the field's colours end: a few barren squares would else take the whole range."""

WIDTH, PANEL, MARGIN = 13.4, 6.1, 0.8
"""Inches: the picture, one board in it, and what titles and legends take above and below."""

LEGEND: dict[str, Any] = {"frameon": False, "fontsize": 9, "columnspacing": 1.0, "handletextpad": 0.2}

TERRITORY = 0.3
"""How much of its owner's colour the ground takes on."""

CLOSED = "#d9d9d9"
"""Squares without a finite potential."""

STEPS = ((0, 0), (0, -1), (1, 0), (0, 1), (-1, 0))
"""x and y of STILL, NORTH, EAST, SOUTH, WEST, with y growing southwards."""


def make(game: Path, output: Path, turn: int, player: int, preset_name: str) -> int:
    """Draw a frame of the replay in `game` into the file `output`; returns the exit code."""
    try:
        replay = read(game)
        figure = draw(replay, turn, player, preset_name)
        output.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(output, format="png", metadata={"Software": None})  # without the version: same frame, same bytes
    except (ReplayError, ParameterError, PictureError) as error:
        print(f"No picture: {error}")
        return 2
    except OSError as error:
        print(f"The picture cannot be written to {output}: {error.strerror or error}")
        return 2
    print(output)
    return 0


def draw(replay: Replay, turn: int, player: int, preset_name: str) -> Figure:
    """Frame `turn` (0 = the map) twice: what is there, and how the preset sees it from the seat of `player`.

    Raises PictureError when the game has no such turn or player.
    """
    if not 0 <= turn <= replay.turns:
        raise PictureError(f"turn {turn} of a game that has turns 0 to {replay.turns}")
    if not 1 <= player <= len(replay.player_names):
        raise PictureError(f"player {player} of a game with players 1 to {len(replay.player_names)}")
    height, width = replay.production.shape
    view = View(replay.owner[turn], replay.strength[turn], replay.production, player, turn)
    explanation = decide(view, Memory(), preset(preset_name), explain=True).explanation
    assert explanation is not None
    side = PANEL * height / width
    figure = Figure(figsize=(WIDTH, side + MARGIN), dpi=120, facecolor="white")
    bottom, tall, wide = 0.5 * MARGIN / (side + MARGIN), side / (side + MARGIN), PANEL / WIDTH
    board, field, bar = (
        figure.add_axes((left, bottom, across, tall)) for left, across in ((0.004, wide), (0.475, wide), (0.94, 0.013))
    )
    _board(board, view, replay.player_names)
    _field(field, bar, view, explanation)
    board.set_title(f"{width} x {height}, turn {turn} of {replay.turns}", fontsize=13)
    field.set_title(f"player {player}'s field as {preset_name} sees it, and where its squares go", fontsize=13)
    return figure


def _board(axes: Axes, view: View, names: tuple[str, ...]) -> None:
    axes.imshow(view.production, cmap=EARTH, interpolation="nearest")
    for owner in range(len(names) + 1):
        mask = view.owner == owner
        if owner:
            axes.imshow(_tint(mask, owner), interpolation="nearest")
        squares = _squares(view, mask)
        axes.add_collection(PatchCollection(squares, facecolor=PLAYER_COLOURS[owner], linewidth=0))
    for owner, name in enumerate(names, start=1):
        axes.plot([], [], "s", color=PLAYER_COLOURS[owner], markersize=9, label=f"{name}: {_holds(view, owner)}")
    axes.plot([], [], "s", color=PLAYER_COLOURS[0], markersize=9, label="neutral")
    _plain(axes)
    axes.legend(loc="upper left", bbox_to_anchor=(-0.02, 0.0), ncols=3, **LEGEND)


def _tint(mask: npt.NDArray[np.bool_], owner: int) -> npt.NDArray[np.float64]:
    """A player's colour laid thinly over the marked squares: (H, W, 4)."""
    tint = np.zeros((*mask.shape, 4))
    tint[mask] = (*to_rgb(PLAYER_COLOURS[owner]), TERRITORY)
    return tint


def _holds(view: View, owner: int) -> str:
    ours = view.owner == owner
    return f"{np.count_nonzero(ours)} squares, {int(view.strength[ours].astype(int).sum()):,} strength"


def _squares(view: View, mask: npt.NDArray[np.bool_]) -> list[Rectangle]:
    """A square for each marked cell, its area proportional to the strength there; a dot for none."""
    found = []
    for y, x in np.argwhere(mask).tolist():
        side = max(0.1, 0.9 * (float(view.strength[y, x]) / 255) ** 0.5)
        found.append(Rectangle((x - side / 2, y - side / 2), side, side))
    return found


def _field(axes: Axes, beside: Axes, view: View, explanation: Explanation) -> None:
    potential = np.where(np.isfinite(explanation.potential), explanation.potential, np.nan)
    axes.set_facecolor(CLOSED)
    low, high = np.nanmin(potential), np.nanpercentile(potential, BRIGHTEST)
    image = axes.imshow(potential, cmap="viridis_r", vmin=low, vmax=high, interpolation="nearest")
    _outline(axes, view.owner == view.me)
    moving = np.argwhere(explanation.move > 0)
    along, down = np.array([STEPS[explanation.move[y, x]] for y, x in moving.tolist()]).reshape(-1, 2).T
    axes.quiver(
        moving[:, 1], moving[:, 0], along, down, angles="xy", scale_units="xy", scale=1.25, pivot="mid",
        color="black", width=0.0035, headwidth=4, headlength=4, headaxislength=3.6,
    )  # fmt: skip
    axes.plot([], [], "s", color=CLOSED, markersize=9, label="closed: enemies, and land that produces nothing")
    axes.plot([], [], color="black", marker=">", markersize=6, linewidth=1, label="moves")
    _plain(axes)
    axes.legend(loc="upper left", bbox_to_anchor=(-0.02, 0.0), ncols=2, **LEGEND)
    bar = Colorbar(beside, image, extend="max")
    bar.set_label("potential: turns to repay a capture; squares flow to the lower", fontsize=10)


def _outline(axes: Axes, mask: npt.NDArray[np.bool_]) -> None:
    """The border of the marked squares."""
    for y, x in np.argwhere(mask).tolist():
        for (across, down), (xs, ys) in zip(STEPS[1:], _SIDES, strict=True):
            if not mask[(y + down) % mask.shape[0], (x + across) % mask.shape[1]]:
                axes.plot(
                    [x + i for i in xs], [y + i for i in ys], color="white", linewidth=1.6, solid_capstyle="round"
                )


_SIDES = (
    ((-0.5, 0.5), (-0.5, -0.5)),
    ((0.5, 0.5), (-0.5, 0.5)),
    ((-0.5, 0.5), (0.5, 0.5)),
    ((-0.5, -0.5), (-0.5, 0.5)),
)
"""Where the four sides of a square run: its corners' x, then their y, seen from its middle."""


def _plain(axes: Axes) -> None:
    axes.set_xticks([])
    axes.set_yticks([])
    for spine in axes.spines.values():
        spine.set_visible(False)
