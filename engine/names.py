"""Names, and other text from outside: the bytes that a bot sends, and how they are shown.

On the wire a name is bytes. In Python it is a text in which surrogates stand for bytes that are not UTF-8, so that a
replay file gets back what was heard. Such a text cannot be printed, and printable text may control a terminal.
Every name that is shown, on a terminal, in a page, a table or a figure, goes through `printable`.
"""

import re
from os import PathLike, fspath

NAME_LENGTH = 30  # bytes of the first answer that the official program keeps
LONGEST_SHOWN = 200  # characters of a text that is shown
_LONGEST_PATH = 4096  # characters of a path that is shown: to find the file one needs them all

# Halves of a pair of UTF-16 that stand for no byte: JSON can write them, a bot cannot send them.
_HALF = re.compile("[\ud800-\udc7f\udd00-\udfff]")


def bot_name(line: bytes) -> str:
    """Return the name in a bot's first line (without its newline): 30 bytes; the cut may fall inside a letter."""
    return line[:NAME_LENGTH].decode("utf-8", "surrogateescape")


def encode(text: str) -> bytes:
    """Return the bytes of a text that holds names; of halves that stand for no byte, U+FFFD."""
    return _HALF.sub("\ufffd", text).encode("utf-8", "surrogateescape")


def normalize(name: str) -> str:
    """Return the name as it reads once its bytes were written and read again."""
    return encode(name).decode("utf-8", "surrogateescape")


def is_text(name: str) -> bool:
    """Return whether it has no lone surrogates: neither halves of letters nor bytes that are not UTF-8."""
    return not re.search("[\ud800-\udfff]", name)


def printable(text: str, most: int = LONGEST_SHOWN) -> str:
    r"""Return a text from outside as one line that is fit for every terminal, page, table and file.

    A text of more than `most` characters ends in "…". Blanks of any kind are spaces; control characters, changes of
    direction and bytes that are no UTF-8 stand there as Python writes them: \x1b, \u202e, \xc3.
    """
    # Cut first: a name in a file may have millions of letters.
    plain = "".join(letter if letter.isprintable() else _escape(letter) for letter in text[: most + 1])
    return plain if len(plain) <= most else plain[: most - 1] + "…"


def printable_in_full(path: str | PathLike[str]) -> str:
    """Return the path of a file, or a message that holds one, shown as any other text from outside."""
    return printable(fspath(path), _LONGEST_PATH)


def _escape(letter: str) -> str:
    if letter.isspace():
        return " "
    is_byte = 0xDC80 <= ord(letter) <= 0xDCFF  # the surrogates that stand for the bytes 0x80 to 0xff
    return f"\\x{ord(letter) & 0xFF:02x}" if is_byte else ascii(letter)[1:-1]
