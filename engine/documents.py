"""Reads JSON from outside in linear time, refuses it with a clear message, quotes it briefly."""

import json
import re
from typing import Any

import numpy as np

from .names import shown

DEEPEST = 64  # brackets open at once; the files of this project have five
LONGEST = 64  # characters of a number; a float has at most 24, a seed 10
_QUOTED = 40  # characters of a value that a message quotes
# A text in quotes, or one that never ends; what is possessive (*+) is never tried a second time.
_TEXT = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_NUMBER = re.compile(rb"[0-9][0-9.eE+-]{%d,}" % LONGEST)
_STEPS = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")
_OTHERS = bytes(set(range(256)) - set(b"[{]}"))


class DocumentError(ValueError):
    """A text is not JSON, or is JSON beyond our limits."""


def loads(text: bytes) -> Any:
    """The value in a JSON text; bytes that are no UTF-8 become surrogates, as in engine.names.

    Raises DocumentError for text that is not JSON, for nesting so deep that a program which walks it would fail, and
    for numbers with more digits than any program writes, because reading them takes quadratic time.
    """
    bare = _TEXT.sub(b'""', text)
    if (depth := _depth(bare)) > DEEPEST:
        raise DocumentError(f"its JSON is nested {depth} deep, at most {DEEPEST} expected")
    if number := _NUMBER.search(bare):
        start = number[0][:10].decode()
        raise DocumentError(f"a number of {len(number[0])} characters, {start}..., at most {LONGEST} expected")
    try:
        return json.loads(text.decode("utf-8", "surrogateescape"))
    except ValueError as error:
        raise DocumentError(f"not JSON ({error})") from None


def brief(value: object) -> str:
    """A value of such a text in a few words, however long and deep it is."""
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    return shown(json.dumps(value[:_QUOTED] if isinstance(value, str) else value, ensure_ascii=False), _QUOTED)


def _depth(bare: bytes) -> int:
    """How many brackets are open at once in a text without texts in quotes."""
    brackets = np.frombuffer(bare.translate(_STEPS, _OTHERS), np.int8)
    return int(np.cumsum(brackets, dtype=np.int32).max(initial=0))
