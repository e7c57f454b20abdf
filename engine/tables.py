"""Tables of whole numbers in JSON text: nested lists of one depth, read without a Python object per number.

A 50 x 50 game holds four million numbers. `json.loads` makes a list of every square of every frame,
and turning those into an array costs as much again; reading the digits where they stand takes a fifth.
"""

import re
from itertools import pairwise

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]

_BLANK = b" \t\r\n"
# A member whose value is nothing but brackets, digits and commas, up to the next member or the end of the object.
# Inside a JSON text the quotes are escaped, so a player who calls itself so cannot be taken for a member.
_MEMBER = rb'"(%s)"\s*:\s*(\[[\[\],0-9\s]*\])(?=\s*(?:,\s*"|\}))'


def cut(content: bytes, keys: tuple[str, ...]) -> tuple[bytes, dict[str, bytes]]:
    """The JSON with null in the place of each table under one of the keys, and the text of those tables."""
    tables: dict[str, bytes] = {}

    def remember(member: re.Match[bytes]) -> bytes:
        tables[member[1].decode()] = member[2]
        return b'"%s":null' % member[1]

    return re.sub(_MEMBER % "|".join(keys).encode(), remember, content), tables


def read(text: bytes) -> Numbers:
    """The array in the text of a table, of as many dimensions as it has.

    Numbers beyond 64 bits come out as the largest that 64 bits hold.
    Raises ValueError when rows of one depth differ in length, or it is no table at all.
    """
    skeleton = _skeleton(text)
    if skeleton == b"[]":
        return np.zeros(0, dtype=np.int64)
    shape = _shape(skeleton)
    if skeleton != _regular(shape):
        raise ValueError("its rows differ in length or depth")
    return np.fromstring(text.translate(None, b"[]" + _BLANK), dtype=np.int64, sep=",").reshape(shape)


def _skeleton(text: bytes) -> bytes:
    """The text with a single 0 in the place of every number, without blanks."""
    codes = np.frombuffer(text, np.uint8)
    is_digit = codes - np.uint8(ord("0")) < 10  # what lies below "0" wraps around to large values
    is_later_digit = is_digit & np.concatenate(([False], is_digit[:-1]))
    return np.where(is_digit, np.uint8(ord("0")), codes)[~is_later_digit].tobytes().translate(None, _BLANK)


def _shape(skeleton: bytes) -> tuple[int, ...]:
    """The shape that the first row of each depth promises; in a regular table all others keep it."""
    depth = len(skeleton) - len(skeleton.lstrip(b"["))
    # In the text of n numbers there are n - 1 commas, however deep these are nested.
    sizes = [1] + [skeleton[: skeleton.find(b"]" * level)].count(b",") + 1 for level in range(1, depth + 1)]
    return tuple(outer // inner for inner, outer in pairwise(sizes))[::-1]


def _regular(shape: tuple[int, ...]) -> bytes:
    """The skeleton of a table of this shape."""
    row = b"0"
    for length in reversed(shape):
        row = b"[" + b",".join([row] * length) + b"]"
    return row
