"""Files from outside, plain or gzip, a piece at a time, because a small gzip file can hold any amount of text."""

import zlib
from collections.abc import Iterator
from io import BufferedReader, BytesIO
from pathlib import Path

PIECE = 1 << 20  # bytes of text
LARGEST = 1 << 30  # bytes of text of a file that is read as a whole; 200 x 200 squares, 2,000 turns have 0.7 * 2**30
_READ = 1 << 16  # bytes of a file at a time
_GZIP = b"\x1f\x8b"
_BITS = 16 + zlib.MAX_WBITS  # what zlib calls its own format inside a gzip file


class UnreadableError(ValueError):
    """A file is missing, damaged or larger than any file of its kind."""


def pieces(source: Path | bytes, largest: int = LARGEST, *, may_be_torn: bool = False) -> Iterator[bytes]:
    """The text of a file, or of its bytes, decompressed when it starts like gzip; its name does not matter.

    may_be_torn   a gzip file may end anywhere, as the file of a program that was killed does
    Raises        UnreadableError when the file cannot be read, its gzip is damaged, or the text has more than
                  `largest` bytes
    """
    size = 0
    try:
        with _opened(source) as file:
            # Peeked at, not read: a pipe cannot be rewound.
            is_gzip = file.peek(len(_GZIP)).startswith(_GZIP)
            for piece in _inflated(file, may_be_torn) if is_gzip else iter(lambda: file.read(PIECE), b""):
                size += len(piece)
                if size > largest:
                    raise UnreadableError(f"more than {_amount(largest)} of text: no file of this kind is so large")
                yield piece
    except zlib.error as error:
        raise UnreadableError(f"damaged gzip ({error}); was the download cut short?") from None
    except OSError as error:
        raise UnreadableError(f"cannot be read: {error.strerror or error}") from None


def unpacked(source: Path | bytes, largest: int = LARGEST) -> bytes:
    """The whole text; raises as `pieces` does."""
    return b"".join(pieces(source, largest))


def lines(text: Iterator[bytes], longest: int) -> Iterator[bytes]:
    """The lines of a text that comes in pieces, without their ends; what follows the last end is no line.

    Raises UnreadableError for a line of more than `longest` bytes.
    """
    held, looked = bytearray(), 0
    for piece in text:
        held += piece
        while (end := held.find(b"\n", looked)) >= 0:
            yield bytes(held[:end])
            del held[: end + 1]
            looked = 0
        looked = len(held)
        if looked > longest:
            raise UnreadableError(f"a line is longer than {_amount(longest)}; no file of this kind has such a line")


def _opened(source: Path | bytes) -> BufferedReader:
    return BufferedReader(BytesIO(source)) if isinstance(source, bytes) else open(source, "rb")


def _inflated(file: BufferedReader, may_be_torn: bool) -> Iterator[bytes]:
    """The contents of a gzip file of one or more members; raises zlib.error if it is damaged."""
    unpacking = zlib.decompressobj(_BITS)
    while packed := file.read(_READ):
        while packed:
            if unpacking.eof:
                unpacking = zlib.decompressobj(_BITS)
            yield unpacking.decompress(packed, PIECE)
            # Zeros may fill a file up to the end of a block.
            packed = unpacking.unconsumed_tail or unpacking.unused_data.lstrip(b"\0")
    if not (unpacking.eof or may_be_torn):
        raise zlib.error("its end is missing")


def _amount(size: int) -> str:
    unit, name = next(
        ((1 << bits, name) for bits, name in ((30, "GiB"), (20, "MiB")) if size >= 1 << bits), (1, "bytes")
    )
    return f"{size // unit} {name}"
