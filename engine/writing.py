"""Replaces files: each is written beside its place and renamed, so that no file is ever half written."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_LONGEST = 40  # letters of a name that the name beside it repeats; a folder takes names of 255 bytes


def write(path: Path, content: str | bytes) -> None:
    """Give the file this content; text is UTF-8. Raises OSError, and then the file is as it was."""
    with replacing(path) as part:
        part.write_bytes(content.encode() if isinstance(content, str) else content)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a path to write to, which becomes the file `path` when the block ends without an error.

    A full disk, an exception or a kill leaves the former file as it was, or none. A link is followed: its target is
    replaced. What is no file, such as /dev/stdout, is written directly. An OSError names `path`.
    """
    if path.exists() and not path.is_file():
        yield path
        return
    whole = Path(os.path.realpath(path))
    part = whole.with_name(f".{whole.name[:_LONGEST]}.{secrets.token_hex(4)}.part")
    try:
        yield part
        part.replace(whole)
    except OSError as error:
        error.filename = str(path)
        del error.filename2  # None in its place would be told, as "-> None"
        raise
    finally:
        with suppress(OSError):  # the error before says it all
            part.unlink(missing_ok=True)
