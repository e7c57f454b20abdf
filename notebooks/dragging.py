"""Boards to drag on: the page's own sliders over a frame, or sliders of the notebook that change the board.

dragged(seen)                              # a frame, and what v26 thinks of it with each alpha; needs no kernel
laid(board_of, garrison=(1, 60, 28))       # a board that the slider changes, which only Python can make
"""

from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets as widgets
import numpy as np
from board import Board
from games import SUBJECT, think
from handles import Range, driven
from window import Window

from bot import Parameters, View
from engine import Replay

HEIGHT = 560
"""Pixels of a window: with its sliders it fits on a screen of 1440 x 900."""


def position(seen: View) -> Replay:
    """Return a board as a game of one frame."""
    names = tuple(f"player {seat}" for seat in range(1, max(2, int(seen.owner.max())) + 1))
    frames = (np.asarray(grid, np.uint8)[None] for grid in (seen.owner, seen.strength))
    production = np.asarray(seen.production, np.uint8)
    return Replay(*frames, production, np.zeros((0, *production.shape), np.int32), names)


def dragged(
    seen: View, base: Parameters | str = SUBJECT, layers: Sequence[str] = ("potential", "downhill"), **traits: Any
) -> Board:
    """Return one frame, with the page's sliders for the parameters of `base`; field and moves follow in the page."""
    return Board(position(seen), base, seen.me, layers, **traits)


def laid(
    board: Callable[..., View], base: Parameters | str = SUBJECT, layers: Sequence[str] = ("downhill",), **ranges: Range
) -> widgets.VBox:
    """Return a board that the sliders change, and what `base` thinks of it."""
    first = board(**{name: value for name, (_, _, value) in ranges.items()})
    window = Window(position(first), height=HEIGHT, layers=layers)

    def decide(**values: float) -> None:
        seen = board(**values)
        window.lay(seen)
        window.explain(0, think(seen, base), seen.me, base)

    return driven(window, decide, ranges)
