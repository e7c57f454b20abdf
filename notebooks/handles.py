"""Sliders above something that follows them."""

from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets as widgets

Range = tuple[float, float, float]
"""The lowest, the highest and the first value of a slider."""

STEPS = 100
"""Of a slider, about."""


def driven(shown: widgets.DOMWidget, change: Callable[..., None], ranges: Mapping[str, Range]) -> widgets.VBox:
    """Sliders above what they change; `change` gets the values of all of them when one moves, and once at first."""
    handles = {name: slider(name, *span) for name, span in ranges.items()}

    def follow(_: Any = None) -> None:
        change(**{name: handle.value for name, handle in handles.items()})

    for handle in handles.values():
        handle.observe(follow, names="value")
    follow()
    return widgets.VBox([*handles.values(), shown])


def slider(name: str, low: float, high: float, first: float) -> widgets.FloatSlider | widgets.IntSlider:
    """Return a slider in a hundred steps, or through whole numbers where all three are whole."""
    style = {"description": name, "style": {"description_width": "14em"}, "layout": {"width": "34em"}}
    if all(isinstance(value, int) for value in (low, high, first)):
        return widgets.IntSlider(first, low, high, **style)
    step = (high - low) / STEPS
    before = max(1, round((first - low) / step))
    step = (first - low) / before or step  # a slider has whole steps only, and must begin on `first`
    return widgets.FloatSlider(first, min=low, max=high, step=step, readout_format=".3g", **style)
