"""The environment's text → View; moves → text.

At the start come four lines: our number, `width height`, the productions row by row, and the map. We
answer with a name. Then every turn one map line comes in and one line of moves goes out. A map is run
lengths `count owner` over the squares row by row, then the strengths.
"""

from io import BufferedReader
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from ..board.board import MOST_PLAYERS, Grid, View

Numbers = npt.NDArray[np.int64]

# Bytes of a name that the environment keeps.
NAME_LENGTH = 30

# More than the longest number of any game has, and few enough that sums of such numbers do not wrap.
DIGITS = 9


class ProtocolError(ValueError):
    """The environment sent something that is not the Halite I protocol; the message says what."""


class GameOver(Exception):
    """The environment closed the conversation: the game is over."""


def read_start(stream: BinaryIO) -> View:
    """Read the four start lines: the board before the first turn."""
    (me,) = _read_numbers(stream, "our player number", 1).tolist()
    width, height = _read_numbers(stream, "`width height`", 2).tolist()
    if not 1 <= me <= MOST_PLAYERS or width < 1 or height < 1:
        raise ProtocolError(f"expected a player 1..{MOST_PLAYERS} and a board, got player {me} and {width} x {height}")
    production = _bytes(_read_numbers(stream, "productions", width * height), "production").reshape(height, width)
    owner, strength = read_frame(_line(stream, "the map"), height, width)
    return View(owner, strength, production, me, turn=0)


def read_view(stream: BinaryIO, start: View, turn: int) -> View:
    """Read one turn's map line; production and our number are those of the start."""
    owner, strength = read_frame(_line(stream, f"the map of turn {turn}"), start.height, start.width)
    return View(owner, strength, start.production, start.me, turn)


def wait(stream: BinaryIO) -> None:
    """Return when the first byte of the next line is there: the environment's clock started a moment before."""
    if isinstance(stream, BufferedReader):
        stream.peek(1)


def read_frame(line: bytes, height: int, width: int) -> tuple[Grid, Grid]:
    """Return one map line as owner and strength, both (H, W)."""
    numbers = _numbers(line, "the map")
    runs = _runs(numbers, height * width)
    owner = np.repeat(numbers[1 : 2 * runs : 2], numbers[0 : 2 * runs : 2])
    strength = numbers[2 * runs :]
    if strength.size != height * width:
        raise ProtocolError(
            f"the map has {strength.size} strengths for {height} x {width} = {height * width} squares; was it cut off?"
        )
    if owner.max() > MOST_PLAYERS:
        raise ProtocolError(f"expected owner 0..{MOST_PLAYERS}, got {owner.max()}")
    return _bytes(owner, "owner").reshape(height, width), _bytes(strength, "strength").reshape(height, width)


def _runs(numbers: Numbers, area: int) -> int:
    """Return how many runs at the start of a map line cover the board."""
    covered = np.cumsum(numbers[: numbers.size - numbers.size % 2 : 2])
    runs = int(np.searchsorted(covered, area)) + 1
    if runs > covered.size or covered[runs - 1] != area or np.any(numbers[0 : 2 * runs : 2] == 0):
        reached = covered[min(runs, covered.size) - 1] if covered.size else 0
        raise ProtocolError(f"owner runs cover {reached} squares, the board has {area}; is it another board's map?")
    return runs


def write_moves(view: View, moves: npt.NDArray[np.integer]) -> bytes:
    """Return one line of orders `x y direction` for our squares that move.

    A square without an order stays and produces, so an order that says STILL is only bytes to read.
    """
    ordered = (moves != 0) & (view.owner == view.me)
    rows, columns = np.nonzero(ordered)
    orders = np.stack([columns, rows, moves[ordered]], axis=1)
    return " ".join(map(str, orders.ravel().tolist())).encode("ascii") + b"\n"


def write_name(name: str) -> bytes:
    """Return the answer to the start lines: the bytes of `name` that the environment keeps, no letter cut in half."""
    kept = name.encode("utf-8")[:NAME_LENGTH].decode("utf-8", errors="ignore")
    return kept.encode("utf-8") + b"\n"


def _read_numbers(stream: BinaryIO, what: str, count: int) -> Numbers:
    numbers = _numbers(_line(stream, what), what)
    if numbers.size != count:
        raise ProtocolError(f"expected {what} as {count} number{'' if count == 1 else 's'}, got {numbers.size}")
    return numbers


def _line(stream: BinaryIO, what: str) -> bytes:
    line = stream.readline()
    if not line:
        raise GameOver(f"the environment closed the conversation before {what}")
    if not line.endswith(b"\n"):
        raise ProtocolError(f"{what} ends in the middle of a line: the environment died or cut it off")
    return line


def _numbers(line: bytes, what: str) -> Numbers:
    if strange := line.translate(None, b"0123456789 \r\n"):
        raise ProtocolError(f"expected {what} in digits and spaces, got {chr(strange[0])!r}")
    words = line.split()
    if max(map(len, words), default=0) > DIGITS:
        raise ProtocolError(f"{what} has a number too large for this game")
    return np.array(words, dtype=np.int64)


def _bytes(numbers: Numbers, what: str) -> Grid:
    if numbers.max() > np.iinfo(np.uint8).max:
        raise ProtocolError(f"expected {what} 0..255, got {numbers.max()}")
    return numbers.astype(np.uint8)
