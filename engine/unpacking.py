"""Files from outside, plain or gzip, a piece at a time: a small gzip file can hold as much text as it likes."""

import gzip
import zlib
from collections.abc import Iterator
from io import BufferedReader, BytesIO
from pathlib import Path

PIECE = 1 << 20  # bytes of text
LARGEST = 1 << 30  # bytes of text of a file that is read as a whole; 200 x 200 squares, 2,000 turns have 0.7 * 2**30
_GZIP = b"\x1f\x8b"


class UnreadableError(ValueError):
    """A file is missing, damaged or larger than any file of its kind."""


def pieces(source: Path | bytes, largest: int = LARGEST) -> Iterator[bytes]:
    """The text of a file, or of its bytes, decompressed when it starts like gzip, whatever its name says.

    Raises UnreadableError when the file cannot be read, its gzip is damaged, or the text has more than `largest` bytes.
    """
    size = 0
    try:
        with _opened(source) as file, _plain(file) as text:
            while piece := text.read(PIECE):
                size += len(piece)
                if size > largest:
                    raise UnreadableError(f"more than {_amount(largest)} of text: no file of this kind is so large")
                yield piece
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise UnreadableError(f"damaged gzip ({error}); was the download cut short?") from None
    except OSError as error:
        raise UnreadableError(f"cannot be read: {error.strerror or error}") from None


def unpacked(source: Path | bytes, largest: int = LARGEST) -> bytes:
    """The whole text; raises as `pieces` does."""
    return b"".join(pieces(source, largest))


def _opened(source: Path | bytes) -> BufferedReader:
    return BufferedReader(BytesIO(source)) if isinstance(source, bytes) else open(source, "rb")


def _plain(file: BufferedReader) -> BufferedReader | gzip.GzipFile:
    # Peeked at, not read: a pipe cannot be wound back.
    return gzip.GzipFile(fileobj=file, mode="rb") if file.peek(len(_GZIP)).startswith(_GZIP) else file


def _amount(size: int) -> str:
    return f"{size >> 30} GiB" if size >= 1 << 30 else f"{size >> 20} MiB"
