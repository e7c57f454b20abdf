"""Reads JSON and TOML from outside, refuses it with a clear message, quotes it briefly; writes values of TOML."""

import json
import tomllib
from collections.abc import Sequence
from typing import Any

from .names import shown

_QUOTED = 40  # characters of a value that a message quotes
_DOTS = 10_000_000  # in TOML, the sum of the squares of their number in each line: what its reader takes for a.b.c


class DocumentError(ValueError):
    """A text is neither JSON nor TOML, or is nested deeper than Python reads."""


def loads(text: bytes) -> Any:
    """Return the value in a JSON text; bytes that are no UTF-8 become surrogates, as in engine.names.

    Raises DocumentError for text that is not JSON, for nesting too deep for Python, and for whole numbers of more than
    4,300 digits, which Python refuses because reading them takes quadratic time.
    """
    try:
        return json.loads(text.decode("utf-8", "surrogateescape"))
    except (ValueError, RecursionError) as error:
        raise DocumentError(f"not JSON ({error})") from None


def toml(text: bytes) -> dict[str, Any]:
    """Return the tables in a TOML text.

    Raises DocumentError for text that is not TOML or not UTF-8, for nesting too deep for Python, for whole numbers of
    more than 4,300 digits, and for names of so many parts (`a.a.a.a`) that Python's reader would fill the memory: twice
    the parts take four times as much, and a name of 40 kB takes 1.6 GB.
    """
    if sum(line.count(b".") ** 2 for line in text.splitlines()) > _DOTS:
        raise DocumentError("a name has too many parts")
    try:
        return tomllib.loads(text.decode("utf-8-sig"))
    except RecursionError:
        raise DocumentError("it is nested too deeply") from None
    except ValueError as error:
        raise DocumentError(str(error)) from None


def toml_value(value: bool | float | str | Sequence[Any]) -> str:
    """Return a value as TOML; text between single quotes where that spares escapes, else as JSON with DEL escaped."""
    if isinstance(value, str):
        if '"' in value and "'" not in value and value.isprintable():
            return f"'{value}'"
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Sequence):
        return f"[{', '.join(map(toml_value, value))}]"
    return json.dumps(value) if isinstance(value, bool) else str(value)  # JSON has no infinity, TOML has


def brief(value: object) -> str:
    """Return a value of such a text in a few words, however long and deep it is."""
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    return shown(json.dumps(value[:_QUOTED] if isinstance(value, str) else value, ensure_ascii=False), _QUOTED)
