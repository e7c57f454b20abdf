"""Tables of whole numbers in JSON text: nested lists of one depth, read without a Python object per number.

A 50 x 50 game holds nearly four million numbers. `json.loads` makes a list of every square of every frame; here the
digits are read straight into an array.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from .names import shown

Numbers = npt.NDArray[np.int64]

_BLANK = b" \t\r\n"
_SEEN = 60  # bytes of what is no table, to be shown
_FOREIGN = re.compile(rb"[^\[\],0-9\s]")


def cut_out(text: bytes, keys: Sequence[str]) -> tuple[bytes, dict[str, bytes]]:
    """Return a JSON text with null in the places of the tables under these keys, and the text of each table.

    A table ends at the first character that is in no table: the next key's quote or the object's bracket. The text of
    one that is not closed there goes on beyond it.
    """
    # Inside a JSON text the quotes are escaped, so a player who calls itself so cannot be taken for a member.
    key = re.compile(rb'"(%s)"\s*:\s*(?=\[)' % "|".join(keys).encode())
    rest, tables, taken = bytearray(), dict[str, bytes](), 0
    for match in key.finditer(text):
        name, begin = match[1].decode(), match.end()
        if name in tables or begin < taken:
            continue
        end = min((place for mark in (b'"', b"}") if (place := text.find(mark, begin)) >= 0), default=len(text))
        tables[name] = text[begin:end].rstrip(_BLANK + b",")
        if not tables[name].endswith(b"]"):
            tables[name] = text[begin : end + _SEEN]
        rest += text[taken:begin] + b"null"
        taken = begin + len(tables[name])
    return bytes(rest + text[taken:]), tables


def read(text: bytes, most: int = 8) -> Numbers:
    """Return the array in the text of a table, of as many dimensions as it has.

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
    """Return the first thing in the text of a table that does not belong there, in printable form; None if all does."""
    match = _FOREIGN.search(text)
    if not match:
        return None
    start = text[max(0, match.start() - 20) : match.start()]
    digits = len(start) - len(start.rstrip(b"0123456789"))
    strange = re.split(rb"[\],]", text[match.start() - digits : match.start() + 40])[0]
    return shown(strange.decode("utf-8", "surrogateescape"))


def _skeleton(text: bytes) -> bytes:
    """Return the text with a single 0 in the place of every number, without blanks."""
    codes = np.frombuffer(text, np.uint8)
    is_digit = codes - np.uint8(ord("0")) < 10  # what lies below "0" wraps around to large values
    is_later_digit = is_digit & np.concatenate(([False], is_digit[:-1]))
    return np.where(is_digit, np.uint8(ord("0")), codes)[~is_later_digit].tobytes().translate(None, _BLANK)


def _shape(skeleton: bytes, depth: int) -> tuple[int, ...]:
    """Return the shape that the first row of each depth promises; in a regular table all others keep it."""
    # In the text of n numbers there are n - 1 commas, however deep these are nested.
    sizes = [1] + [skeleton[: skeleton.find(b"]" * level)].count(b",") + 1 for level in range(1, depth + 1)]
    return tuple(outer // inner for inner, outer in pairwise(sizes))[::-1]


def _regular(shape: tuple[int, ...]) -> bytes:
    """Return the skeleton of a table of this shape."""
    row = b"0"
    for length in reversed(shape):
        row = b"[" + b",".join([row] * length) + b"]"
    return row
