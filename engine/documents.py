"""Reads files from outside, plain or gzip, JSON or TOML: one limit, refusals in a line."""

import gzip
import json
import tomllib
import zlib
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import Any

from .names import printable

LARGEST = 1 << 28  # bytes of text; a game on 100 x 100 squares, the largest board, has 100 million
_QUOTED = 40  # characters of a value that a message quotes
_GZIP = b"\x1f\x8b"


class DocumentError(ValueError):
    """A file cannot be read, is larger than any of its kind, or is neither JSON nor TOML."""


def read_bytes(source: Path | bytes) -> bytes:
    """Return the text of a file, or of its bytes, decompressed when it starts like gzip; its name does not matter.

    Raises:
        DocumentError: it is missing, damaged, or above LARGEST bytes: a small gzip file can hold any amount of text
    """
    try:
        with BufferedReader(BytesIO(source)) if isinstance(source, bytes) else open(source, "rb") as file:
            # Peeked at, not read: a pipe cannot be rewound.
            is_gzip = file.peek(len(_GZIP)).startswith(_GZIP)
            text = gzip.GzipFile(fileobj=file).read(LARGEST + 1) if is_gzip else file.read(LARGEST + 1)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise DocumentError(f"damaged gzip ({error}); was the download cut short?") from None
    except OSError as error:
        raise DocumentError(f"cannot be read: {error.strerror or error}") from None
    if len(text) > LARGEST:
        raise DocumentError(f"more than {LARGEST >> 20} MiB of text: no file of this kind is so large")
    return text


def loads(text: bytes) -> Any:
    """Return the value in a JSON text; bytes that are no UTF-8 become surrogates, as in engine.names.

    Raises:
        DocumentError: it is not JSON, nests too deep for Python, or has whole numbers of more than 4,300 digits, which
            Python refuses because reading them takes quadratic time
    """
    try:
        return json.loads(text.decode("utf-8", "surrogateescape"))
    except (ValueError, RecursionError) as error:
        raise DocumentError(f"not JSON ({error})") from None


def toml(text: bytes) -> dict[str, Any]:
    """Return the tables in a TOML text. Raises DocumentError for what is not TOML, or nested too deep for Python."""
    try:
        return tomllib.loads(text.decode("utf-8-sig"))
    except RecursionError:
        raise DocumentError("nested too deeply") from None
    except ValueError as error:
        raise DocumentError(str(error)) from None


def brief(value: object) -> str:
    """Return a value of such a text in a few words, however long and deep it is."""
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    return printable(json.dumps(value[:_QUOTED] if isinstance(value, str) else value, ensure_ascii=False), _QUOTED)
