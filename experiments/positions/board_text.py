"""The board of a position as rows of text: owners as a drawing, strengths in two digits, productions in one.

owner        . neutral, a..f players 1 to 6
strength     00..ff, two hexadecimal digits a square
production   0..9, then a..z for 10 to 35
"""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from engine import State

OWNERS = ".abcdef"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

Rows = tuple[str, ...]


class BoardError(ValueError):
    """These rows are no board; the message names the layer and the row."""


def rows(state: State) -> tuple[Rows, Rows, Rows]:
    """Owners, strengths and productions of a board, a text for each row. Raises BoardError."""
    if state.production.max() >= len(DIGITS):
        raise BoardError(f"production: {state.production.max()} cannot be written, at most {len(DIGITS) - 1} can")
    return (
        _written(state.owner, OWNERS.__getitem__),
        _written(state.strength, "{:02x}".format),
        _written(state.production, DIGITS.__getitem__),
    )


def board(owner: Sequence[str], strength: Sequence[str], production: Sequence[str]) -> State:
    """Return the board of these rows. Raises BoardError."""
    height, width = len(owner), len(owner[0]) if owner else 0
    if not width:
        raise BoardError("owner: at least one row of at least one square expected")
    return State(
        _read("owner", owner, height, width, 1, OWNERS),
        _read("strength", strength, height, width, 2, DIGITS[:16]),
        _read("production", production, height, width, 1, DIGITS),
    )


def _written(layer: npt.NDArray[np.uint8], write: Callable[[int], str]) -> Rows:
    return tuple("".join(map(write, row)) for row in layer.tolist())


def _read(name: str, texts: Sequence[str], height: int, width: int, signs: int, known: str) -> npt.NDArray[np.uint8]:
    """Return the layer in these rows, `signs` characters a square, each worth its place in `known`."""
    if len(texts) != height:
        raise BoardError(f"{name}: {len(texts)} rows, but owner has {height}")
    values = {sign: value for value, sign in enumerate(known)}
    for number, text in enumerate(texts):
        if len(text) != width * signs:
            expected = f"{width} squares of {signs} characters" if signs > 1 else f"{width} squares"
            raise BoardError(f"{name}[{number}]: {len(text)} characters, expected {expected}")
        if strange := next((sign for sign in text if sign not in values), None):
            raise BoardError(f"{name}[{number}]: {strange!r} is none of {known}")
    digits = np.array([[values[sign] for sign in text] for text in texts], np.uint8)
    return np.ascontiguousarray(digits if signs == 1 else digits[:, ::2] * 16 + digits[:, 1::2])
