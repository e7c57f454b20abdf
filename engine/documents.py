"""JSON from outside: read in time that grows with its length, refused in words, shown in short."""

import json
from typing import Any, NoReturn

from .names import shown

_DIGITS = 64  # of a number; a float has 17, the largest seed 10
_QUOTED = 40  # characters of a value that a message quotes


class DocumentError(ValueError):
    """A text is no JSON, or JSON that nobody writes."""


def loads(text: str | bytes) -> Any:
    """The value in a JSON text; bytes that are no UTF-8 become surrogates, as in engine.names.

    Raises DocumentError for what is no JSON, for nesting without end, and for numbers of more digits than any
    program writes: to read these takes a time that grows with the square of their length.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8", "surrogateescape")
    try:
        return json.loads(text, parse_int=_whole, parse_float=_float)
    except json.JSONDecodeError as error:
        raise DocumentError(f"not JSON ({error})") from None
    except RecursionError:
        raise DocumentError("its JSON is nested without end") from None


def brief(value: object) -> str:
    """A value of such a text in a few words, however long and deep it is."""
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    return shown(json.dumps(value[:_QUOTED] if isinstance(value, str) else value, ensure_ascii=False), _QUOTED)


def _whole(digits: str) -> int:
    return int(digits) if len(digits) <= _DIGITS else _refuse(digits)


def _float(digits: str) -> float:
    return float(digits) if len(digits) <= _DIGITS else _refuse(digits)


def _refuse(digits: str) -> NoReturn:
    raise DocumentError(f"a number of {len(digits)} characters ({digits[:10]}...) in it")
