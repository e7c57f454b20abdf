"""A picture of one frame: the board as it is, and the field as the bot sees it.

`python -m experiments picture GAME --turn N -o FILE` draws both side by side.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bot import Explanation, Memory, ParameterError, View, decide, preset
from engine.names import shown_in_full
from engine.replay import Replay, ReplayError, read
from experiments.laboratory.exports import in_figure, save_figure

from . import drawing, frames

if TYPE_CHECKING:  # matplotlib takes half a second to load, and few that import this file draw
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


class PictureError(ValueError):
    """There is no such frame to draw."""


WIDTH, PANEL, MARGIN = 13.4, 6.1, 0.8
"""Inches: the picture, one board in it, and what titles and legends take above and below."""

LEGEND: dict[str, Any] = {"frameon": False, "fontsize": 9, "columnspacing": 1.0, "handletextpad": 0.2}


def make(game: Path, output: Path, turn: int, player: int, preset_name: str) -> int:
    """Draw a frame of the replay in `game` into the file `output`; returns the exit code."""
    try:
        replay = read(game)
        figure = draw(replay, turn, player, preset_name)
        output.parent.mkdir(parents=True, exist_ok=True)
        save_figure(figure, output)
    except (ReplayError, ParameterError, PictureError) as error:
        print(f"No picture: {shown_in_full(str(error))}")
        return 2
    except OSError as error:
        print(f"The picture cannot be written to {shown_in_full(output)}: {error.strerror or error}")
        return 2
    print(shown_in_full(output))
    return 0


def draw(replay: Replay, turn: int, player: int, preset_name: str) -> Figure:
    """Frame `turn` (0 = the map) twice: what is there, and how the preset sees it from the seat of `player`.

    Raises PictureError when the game has no such turn or player.
    """
    if not 0 <= turn <= replay.turns:
        raise PictureError(f"turn {turn} of a game that has turns 0 to {replay.turns}")
    if not 1 <= player <= len(replay.player_names):
        raise PictureError(f"player {player} of a game with players 1 to {len(replay.player_names)}")
    parameters = preset(preset_name)
    from matplotlib.figure import Figure  # here, because it loads slowly

    height, width = replay.production.shape
    view = frames.view(replay, turn, player)
    explanation = decide(view, Memory(), parameters, explain=True).explanation
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
    drawing.board(axes, view)
    for owner, name in enumerate(names, start=1):
        colour = drawing.PLAYER_COLOURS[owner]
        axes.plot([], [], "s", color=colour, markersize=9, label=f"{in_figure(name)}: {_holds(view, owner)}")
    axes.plot([], [], "s", color=drawing.PLAYER_COLOURS[0], markersize=9, label="neutral")
    axes.legend(loc="upper left", bbox_to_anchor=(-0.02, 0.0), ncols=3, **LEGEND)


def _holds(view: View, owner: int) -> str:
    ours = view.owner == owner
    return f"{np.count_nonzero(ours)} squares, {int(view.strength[ours].astype(int).sum()):,} strength"


def _field(axes: Axes, beside: Axes, view: View, explanation: Explanation) -> None:
    from matplotlib.colorbar import Colorbar

    image = drawing.field(axes, view, explanation.potential)
    drawing.arrows(axes, explanation.move)
    closed = "closed: enemies, and land that produces nothing"
    axes.plot([], [], "s", color=drawing.CLOSED, markersize=9, label=closed)
    axes.plot([], [], color="black", marker=">", markersize=6, linewidth=1, label="moves")
    axes.legend(loc="upper left", bbox_to_anchor=(-0.02, 0.0), ncols=2, **LEGEND)
    bar = Colorbar(beside, image, extend="max")
    bar.set_label("potential: turns to repay a capture; squares flow to the lower", fontsize=10)
