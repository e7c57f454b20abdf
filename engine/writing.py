"""Makes and replaces files: each is written beside its place and renamed, so that no file is ever half written."""

import os
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_LONGEST = 40  # letters of a name that the name beside it repeats; a folder takes names of 255 bytes


_ABANDONED = 3600.0  # seconds without a change, after which nothing still writes to a name beside a file


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
    with _beside(path) as (part, whole):
        yield part
        part.replace(whole)


@contextmanager
def creating(path: Path) -> Iterator[Path]:
    """Give a path to write to, as `replacing` does; a file that another process has made meanwhile stays."""
    with _beside(path) as (part, whole):
        yield part
        with suppress(FileExistsError):
            try:
                os.link(part, whole)
            except FileExistsError:
                raise
            except OSError:  # a file system without hard links
                part.replace(whole)


def tidy(path: Path) -> None:
    """Remove what a killed process left beside this file, with SQLite's journal of it."""
    whole = Path(os.path.realpath(path))
    left = re.compile(rf"\.{re.escape(whole.name[:_LONGEST])}\.[0-9a-f]{{8}}\.part(-journal)?")
    with suppress(OSError):  # such as a folder that may not be changed
        for each in whole.parent.iterdir():
            if left.fullmatch(each.name) and time.time() - each.stat().st_mtime > _ABANDONED:
                each.unlink()


@contextmanager
def _beside(path: Path) -> Iterator[tuple[Path, Path]]:
    whole = Path(os.path.realpath(path))
    part = whole.with_name(f".{whole.name[:_LONGEST]}.{secrets.token_hex(4)}.part")
    try:
        yield part, whole
    except OSError as error:
        error.filename = str(path)
        del error.filename2  # None in its place would be told, as "-> None"
        raise
    finally:
        with suppress(OSError):  # the error before says it all
            part.unlink(missing_ok=True)
