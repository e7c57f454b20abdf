"""What a school says of its turns, as lines of an explanation file of version 2; see docs/pages/explanations.md."""

from typing import Any

import numpy as np
import numpy.typing as npt

from bot.ground.view import View
from bot.knobs.knob import plain, specs
from bot.program.explanation_file import FORMAT, OPTION_NAMES, described_knobs

from .school import School, Settings, Thought

VERSION = 2
DIGITS = 5  # digits of a layer's numbers: they are there to be seen, and a file of every digit is much larger


def header(school: School, settings: Settings, view: View, source: str = "bot") -> dict[str, Any]:
    """Return the first line: whose thoughts these are, on which board, and what the names mean."""
    return {
        "format": FORMAT, "version": VERSION, "source": source, "school": school.name,
        "player": view.me, "name": settings.name, "width": view.width, "height": view.height,
        "parameters": plain(settings), "knobs": described_knobs(specs(settings)), "options": OPTION_NAMES,
        "reasons": [
            {"name": reason.name, "sentence": reason.sentence, "parameters": reason.knobs} for reason in school.reasons
        ],
        "layers": [
            {"name": layer.name, "sentence": layer.sentence, "unit": layer.unit, "is_low_good": layer.is_low_good}
            for layer in school.layers
        ],
        "arrows": [{"name": arrows.name, "sentence": arrows.sentence} for arrows in school.arrows],
    }  # fmt: skip


def line(thought: Thought, moves: npt.NDArray[np.uint8]) -> dict[str, Any]:
    """Return a turn as lists of numbers, whole boards row by row."""
    return {
        "reason": thought.reason.ravel().tolist(),
        "move": moves.ravel().tolist(),
        "layers": {name: _rounded(layer) for name, layer in thought.layers.items()},
        "arrows": {name: arrows.reshape(-1, 2).tolist() for name, arrows in thought.arrows.items()},
        "figures": {name: float(f"{figure:.{DIGITS}g}") for name, figure in thought.figures.items()},
    }


def _rounded(layer: npt.NDArray[Any]) -> list[float]:
    if layer.dtype.kind in "iub":
        return [int(number) for number in layer.ravel().tolist()]
    return [float(f"{number:.{DIGITS}g}") for number in layer.ravel().tolist()]
