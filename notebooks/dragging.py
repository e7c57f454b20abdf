"""Boards to drag on: the page's own sliders over a frame, or sliders of the notebook that change the board.

drag_board(seen)                              # a frame, and what v26 thinks of it with each alpha; needs no kernel
vary_board(board_of, garrison=(1, 60, 28))       # a board that the slider changes, which only Python can make
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import ipywidgets as widgets
import numpy as np
import traitlets
from anywidget import AnyWidget
from show import SUBJECT, Range, think, with_sliders
from window import Window

from bot import Parameters, View
from engine import Replay
from experiments.arena import links
from viewer import page
from viewer.planes import LINK, board_link

HEIGHT = 560  # pixels of a window: with its sliders it fits on a screen of 1440 x 900


class Board(AnyWidget):
    """The page of `./play` in a frame, opened on the question what a preset would do; its sliders need no kernel.

    Args:
        replay: a game, or a position: a game of one frame
        parameters: a preset's name, or a preset with other values
    """

    height = traitlets.Int(HEIGHT, min=200, help="pixels").tag(sync=True)
    link = traitlets.Unicode(help="what stands behind the # of its address").tag(sync=True)

    _esm = traitlets.Unicode(Path(__file__).with_name("frame.js").read_text("utf-8")).tag(sync=True)
    _page = traitlets.Unicode().tag(sync=True)

    def __init__(self, replay: Replay, parameters: Parameters | str, player: int, layers: Sequence[str], **values: Any):
        asked = f"&layers={','.join(layers)}&player={player}&{_address(parameters)}&view=brief"
        super().__init__(link=board_link(replay) + asked, _page=page(), **values)

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Return the widget, and its link for pages without a kernel."""
        bundle: Any = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        return {**data, LINK: self.link}, metadata


def _address(parameters: Parameters | str) -> str:
    if isinstance(parameters, str):
        return f"as={parameters}"
    name, changes = links.nearest(parameters)
    return "&".join([f"as={name}", *(f"{parameter}={links.escape(value)}" for parameter, value in changes.items())])


def position(seen: View) -> Replay:
    """Return a board as a game of one frame."""
    names = tuple(f"player {seat}" for seat in range(1, max(2, int(seen.owner.max())) + 1))
    frames = (np.asarray(grid, np.uint8)[None] for grid in (seen.owner, seen.strength))
    production = np.asarray(seen.production, np.uint8)
    return Replay(*frames, production, np.zeros((0, *production.shape), np.int32), names)


def drag_board(
    seen: View, base: Parameters | str = SUBJECT, layers: Sequence[str] = ("potential", "downhill"), **traits: Any
) -> Board:
    """Return one frame, with the page's sliders for the parameters of `base`; field and moves follow in the page."""
    return Board(position(seen), base, seen.me, layers, **traits)


def vary_board(
    board: Callable[..., View], base: Parameters | str = SUBJECT, layers: Sequence[str] = ("downhill",), **ranges: Range
) -> widgets.VBox:
    """Return a board that the sliders change, and what `base` thinks of it."""
    first = board(**{name: value for name, (_, _, value) in ranges.items()})
    window = Window(position(first), height=HEIGHT, layers=layers)

    def decide(**values: float) -> None:
        seen = board(**values)
        window.set_board(seen)
        window.explain(0, think(seen, base), seen.me, base)

    return with_sliders(window, decide, ranges)
