"""Reads JSON from outside, refuses it with a clear message, quotes it briefly."""

import json
from typing import Any

from .names import shown

_QUOTED = 40  # characters of a value that a message quotes


class DocumentError(ValueError):
    """A text is not JSON, or is nested deeper than Python reads."""


def loads(text: bytes) -> Any:
    """Return the value in a JSON text; bytes that are no UTF-8 become surrogates, as in engine.names.

    Raises DocumentError for text that is not JSON, for nesting too deep for Python, and for whole numbers of more than
    4,300 digits, which Python refuses because reading them takes quadratic time.
    """
    try:
        return json.loads(text.decode("utf-8", "surrogateescape"))
    except (ValueError, RecursionError) as error:
        raise DocumentError(f"not JSON ({error})") from None


def brief(value: object) -> str:
    """Return a value of such a text in a few words, however long and deep it is."""
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    return shown(json.dumps(value[:_QUOTED] if isinstance(value, str) else value, ensure_ascii=False), _QUOTED)
