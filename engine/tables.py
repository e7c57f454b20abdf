"""Tables of whole numbers in JSON text: nested lists of one depth, read without a Python object per number.

A 50 x 50 game holds four million numbers. `json.loads` makes a list of every square of every frame,
and turning those into an array costs as much again; here the digits are read straight into an array.
The tables of a 200 x 200 game are 700 MB of text: `parts` hands them out a few rows at a time.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from .names import shown

Numbers = npt.NDArray[np.int64]

LARGEST_REST = 16 << 20  # bytes of a text besides its tables
LARGEST_ROW = 64 << 20  # bytes of one row of a table, which is a frame of a game; of a 1000 x 1000 board 9 MB
_BLANK = b" \t\r\n"
_FOREIGN = re.compile(rb"[^\[\],0-9\s]")


class TableError(ValueError):
    """A table is cut short, too large, or holds something other than whole numbers."""


def parts(pieces: Iterable[bytes], depths: Mapping[str, int]) -> Iterator[tuple[str | None, bytes]]:
    """A JSON text in its order: tables as (key, some rows), all else as (None, text) with null in the tables' places.

    pieces    the text, cut anywhere
    depths    the keys to look for, with the dimensions of the table under each
    Raises    TableError, which names the key
    """
    text, left = _Text(pieces), dict(depths)
    while left and (match := _next_key(text, tuple(left))):
        key = match[1].decode()
        yield None, text.take(match.end(1) + 1) + b":null"
        text.take(match.end() - match.end(1) - 1)
        yield from ((key, rows) for rows in _rows(text, key, left.pop(key)))
    while text.grow():
        _require(len(text.held) <= LARGEST_REST, f"more than {LARGEST_REST >> 20} MiB besides {', '.join(depths)}")
    yield None, bytes(text.held)


def read(text: bytes, most: int = 8) -> Numbers:
    """The array in the text of a table, of as many dimensions as it has.

    Numbers beyond 64 bits come out as the largest that 64 bits hold.
    Raises ValueError when rows of one depth differ in length, it has more than `most` dimensions, or is no table.
    """
    skeleton = _skeleton(text)
    if skeleton == b"[]":
        return np.zeros(0, dtype=np.int64)
    depth = len(skeleton) - len(skeleton.lstrip(b"["))
    if depth > most:
        raise ValueError(f"it has {depth} dimensions")
    shape = _shape(skeleton, depth)
    if skeleton != _regular(shape):
        raise ValueError("its rows differ in length or depth")
    return np.fromstring(text.translate(None, b"[]" + _BLANK), dtype=np.int64, sep=",").reshape(shape)


def foreign(text: bytes) -> str | None:
    """The first thing in the text of a table that does not belong there, in printable form."""
    match = _FOREIGN.search(text)
    if not match:
        return None
    start = text[max(0, match.start() - 20) : match.start()]
    digits = len(start) - len(start.rstrip(b"0123456789"))
    strange = re.split(rb"[\],]", text[match.start() - digits : match.start() + 40])[0]
    return shown(strange.decode("utf-8", "surrogateescape"))


class _Text:
    """A text that arrives in pieces: what is held of it can be looked at, made longer, and taken away."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = iter(pieces)
        self.held = bytearray()

    def grow(self) -> bool:
        """Hold more of it; False at its end."""
        piece = next(self._pieces, None)
        self.held += piece or b""
        return piece is not None

    def take(self, length: int) -> bytes:
        """Its next bytes, which are not held any more."""
        taken = bytes(self.held[:length])
        del self.held[:length]
        return taken


def _next_key(text: _Text, keys: tuple[str, ...]) -> re.Match[bytes] | None:
    """Where the next table begins, its bracket included: group 1 is its key. None when there is none."""
    # Inside a JSON text the quotes are escaped, so a player who calls itself so cannot be taken for a member.
    key = re.compile(rb'"(%s)"\s*:\s*\[' % "|".join(keys).encode())
    while not (match := key.search(bytes(text.held))):
        _require(len(text.held) <= LARGEST_REST, f"more than {LARGEST_REST >> 20} MiB before {', '.join(keys)}")
        if not text.grow():
            return None
    return match


def _rows(text: _Text, key: str, depth: int) -> Iterator[bytes]:
    """The table whose first bracket was just taken, as texts of some rows without the brackets around them all.

    The text of an empty table is empty. Its end is taken as well, but not the comma behind it.
    """
    seams = [b"]" * (depth - 1) + comma + b"[" for comma in (b",", b", ")]
    looked = 0
    while (end := _end(text.held, looked)) < 0:
        place, seam = max((text.held.rfind(seam, max(0, looked - len(seam))), seam) for seam in seams)
        if place >= 0:
            yield text.take(place + depth - 1)
            text.take(len(seam) - depth)
        looked = len(text.held)
        _require(looked <= LARGEST_ROW, f"{key}: a row has more than {LARGEST_ROW >> 20} MiB of text")
        _require(text.grow(), f"{key} has no end; was the file cut short?")
    body, comma = text.take(end).rstrip(_BLANK), b"," if text.held.startswith(b'"') else b""
    last = body.removesuffix(comma).rstrip(_BLANK)
    _require(
        body.endswith(comma) and last.endswith(b"]"),
        f"{key} must be a table of whole numbers, but it holds {foreign(body[-20:] + text.held[:60])}",
    )
    text.held[:0] = comma
    yield last[:-1].strip(_BLANK)


def _end(text: bytearray, start: int) -> int:
    """Where the first character stands that is in no table: the next key's quote or the object's bracket; or -1."""
    return min((place for place in (text.find(mark, start) for mark in (b'"', b"}")) if place >= 0), default=-1)


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise TableError(message)


def _skeleton(text: bytes) -> bytes:
    """The text with a single 0 in the place of every number, without blanks."""
    codes = np.frombuffer(text, np.uint8)
    is_digit = codes - np.uint8(ord("0")) < 10  # what lies below "0" wraps around to large values
    is_later_digit = is_digit & np.concatenate(([False], is_digit[:-1]))
    return np.where(is_digit, np.uint8(ord("0")), codes)[~is_later_digit].tobytes().translate(None, _BLANK)


def _shape(skeleton: bytes, depth: int) -> tuple[int, ...]:
    """The shape that the first row of each depth promises; in a regular table all others keep it."""
    # In the text of n numbers there are n - 1 commas, however deep these are nested.
    sizes = [1] + [skeleton[: skeleton.find(b"]" * level)].count(b",") + 1 for level in range(1, depth + 1)]
    return tuple(outer // inner for inner, outer in pairwise(sizes))[::-1]


def _regular(shape: tuple[int, ...]) -> bytes:
    """The skeleton of a table of this shape."""
    row = b"0"
    for length in reversed(shape):
        row = b"[" + b",".join([row] * length) + b"]"
    return row
