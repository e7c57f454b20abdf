"""Reads files from outside, plain or gzip, up to a limit, because a small gzip file can hold any amount of text."""

import zlib
from collections.abc import Iterator
from io import BufferedReader, BytesIO
from pathlib import Path

PIECE = 1 << 20  # bytes of text
LARGEST = 1 << 28  # bytes of text; a game on 100 x 100 squares, the largest board, has 100 million
MOST_MEMBERS = 10_000  # gzip files in one; each costs time, and even blocked gzip has one for 64 KB only
_READ = 1 << 14  # bytes of a file at a time: what follows a member is copied once a member
_GZIP = b"\x1f\x8b"
_BITS = 16 + zlib.MAX_WBITS  # what zlib calls its own format inside a gzip file


class UnreadableError(ValueError):
    """A file is missing, damaged or larger than any file of its kind."""


def unpacked(source: Path | bytes) -> bytes:
    """Return the whole text; raises as `pieces` does."""
    return b"".join(pieces(source))


def pieces(source: Path | bytes, *, may_be_torn: bool = False) -> Iterator[bytes]:
    """Yield the text of a file, or of its bytes, decompressed when it starts like gzip; its name does not matter.

    may_be_torn   a gzip file may end anywhere, as the file of a program that was killed does
    Raises        UnreadableError when the file cannot be read, its gzip is damaged or has more than MOST_MEMBERS
                  members, or the text has more than LARGEST bytes
    """
    size = 0
    try:
        with _opened(source) as file:
            # Peeked at, not read: a pipe cannot be rewound.
            is_gzip = file.peek(len(_GZIP)).startswith(_GZIP)
            for piece in _inflated(file, may_be_torn) if is_gzip else iter(lambda: file.read(PIECE), b""):
                size += len(piece)
                if size > LARGEST:
                    raise UnreadableError(f"more than {LARGEST >> 20} MiB of text: no file of this kind is so large")
                yield piece
    except zlib.error as error:
        raise UnreadableError(f"damaged gzip ({error}); was the download cut short?") from None
    except OSError as error:
        raise UnreadableError(f"cannot be read: {error.strerror or error}") from None


def _opened(source: Path | bytes) -> BufferedReader:
    return BufferedReader(BytesIO(source)) if isinstance(source, bytes) else open(source, "rb")


def _inflated(file: BufferedReader, may_be_torn: bool) -> Iterator[bytes]:
    """Yield the contents of a gzip file of one or more members; raises zlib.error if it is damaged."""
    unpacking, members = zlib.decompressobj(_BITS), 1
    while packed := file.read(_READ):
        while packed:
            if unpacking.eof:
                unpacking, members = zlib.decompressobj(_BITS), members + 1
                if members > MOST_MEMBERS:
                    raise UnreadableError(f"a gzip of more than {MOST_MEMBERS:,} members: no file of this kind is one")
            yield unpacking.decompress(packed, PIECE)
            # Zeros may fill a file up to the end of a block.
            packed = unpacking.unconsumed_tail or unpacking.unused_data.lstrip(b"\0")
    if not (unpacking.eof or may_be_torn):
        raise zlib.error("its end is missing")
