"""Sliders over the viewer's window: what is dragged is decided anew, and field, moves and reasons follow at once.

dragged(seen, alpha=(0.02, 0.9, 0.1))      # a frame, and what v26 thinks of it with each alpha
laid(board_of, garrison=(1, 60, 28))       # a board that the slider changes
"""

from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets as widgets
import numpy as np
from games import SUBJECT, think
from handles import Range, driven
from window import Window

from bot import Explanation, Memory, Parameters, View, changed, preset
from engine import Replay
from experiments.recordings.drawing import limits_of

HEIGHT = 560
"""Pixels of a window: with its sliders it fits on a screen of 1440 x 900."""


def position(seen: View, **traits: Any) -> Window:
    """Return a window that shows one board."""
    names = tuple(f"player {seat}" for seat in range(1, max(2, int(seen.owner.max())) + 1))
    frames = (np.asarray(grid, np.uint8)[None] for grid in (seen.owner, seen.strength))
    production = np.asarray(seen.production, np.uint8)
    replay = Replay(*frames, production, np.zeros((0, *production.shape), np.int32), names)
    return Window(replay, **{"height": HEIGHT, **traits})


def dragged(
    seen: View,
    base: Parameters | str = SUBJECT,
    memory: Memory | None = None,
    layers: Sequence[str] = ("potential", "downhill"),
    knobs: Callable[..., dict[str, Any]] = dict,
    **ranges: Range,
) -> widgets.VBox:
    """Return one frame, with a slider for each knob; the layer `delta` shows what they change against `base`.

    The colours keep their numbers while a slider moves: the scale is that of the fields at the sliders' ends.

    base     whose knobs are dragged: Parameters, or a preset's name
    knobs    makes knobs of what the sliders are called, where they are no knobs themselves
    """
    of = preset(base) if isinstance(base, str) else base
    usual = think(seen, of, memory)
    window = position(seen, layers=layers, scales={"potential": _scale(seen, of, memory, knobs, ranges)})
    window.compare(0, usual, of.name)

    def decide(**values: float) -> None:
        chosen = knobs(**values)
        window.explain(0, think(seen, of, memory, **chosen), seen.me, changed(of, chosen))

    return driven(window, decide, ranges)


def laid(
    board: Callable[..., View], base: Parameters | str = SUBJECT, layers: Sequence[str] = ("downhill",), **ranges: Range
) -> widgets.VBox:
    """Return a board that the sliders change, and what `base` thinks of it."""
    first = board(**{name: value for name, (_, _, value) in ranges.items()})
    window = position(first, layers=layers)

    def decide(**values: float) -> None:
        seen = board(**values)
        window.lay(seen)
        window.explain(0, think(seen, base), seen.me, base)

    return driven(window, decide, ranges)


def _scale(
    seen: View, base: Parameters, memory: Memory | None, knobs: Callable[..., dict[str, Any]], ranges: dict[str, Range]
) -> tuple[float, float]:
    """Return between which numbers the colours run: those of the fields where each slider is at its ends."""
    first = {name: value for name, (_, _, value) in ranges.items()}
    corners = [first | {name: end} for name, (low, high, _) in ranges.items() for end in (low, high)]
    fields: list[Explanation] = [think(seen, base, memory, **knobs(**corner)) for corner in corners]
    return limits_of(*(found.potential for found in fields))
