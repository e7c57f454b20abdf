"""A board that thinks, in a cell: the page of `./play`, whose sliders need no kernel.

Board(position(seen), "v26", layers=("potential",))
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent))  # Jupyter runs a notebook in its own folder, and nothing is installed

import traitlets
from anywidget import AnyWidget

from bot import Parameters
from engine import Replay
from experiments.arena import links
from viewer import page
from viewer.planes import LINK, board_link


class Board(AnyWidget):
    """The page in a frame, opened on the question what a preset would do.

    replay       a game, or a position: a game of one frame
    parameters   who is asked: a preset's name, or a preset with other values
    player       in whose place
    layers       what is laid over the board
    """

    height = traitlets.Int(560, min=200, help="pixels").tag(sync=True)
    link = traitlets.Unicode(help="what stands behind the # of its address").tag(sync=True)

    _esm = traitlets.Unicode((FOLDER / "frame.js").read_text(encoding="utf-8")).tag(sync=True)
    _page = traitlets.Unicode().tag(sync=True)

    def __init__(
        self, replay: Replay, parameters: Parameters | str, player: int = 1, layers: Sequence[str] = (), **values: Any
    ):
        asked = f"&layers={','.join(layers)}&player={player}&{_asked(parameters)}&view=brief"
        super().__init__(link=board_link(replay) + asked, _page=page(), **values)

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Return the widget, and its link for pages without a kernel."""
        bundle: Any = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        return {**data, LINK: self.link}, metadata


def _asked(parameters: Parameters | str) -> str:
    """Return the preset and the changed values as an address has them."""
    if isinstance(parameters, str):
        return f"as={parameters}"
    name, changes = links.nearest(parameters)
    return "&".join([f"as={name}", *(f"{knob}={links.written(value)}" for knob, value in changes.items())])
