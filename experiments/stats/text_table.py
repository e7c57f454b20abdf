"""A table for a terminal, a log or a mail: nothing but text."""

from collections.abc import Sequence

from engine.names import shown_in_full


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return lines of equal columns: the first, names, to the left, the others, numbers, to the right."""
    lines = [list(map(shown_in_full, line)) for line in (header, *rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    padded = ([cells[0].ljust(widths[0]), *map(str.rjust, cells[1:], widths[1:])] for cells in lines)
    return "\n".join(map("  ".join, padded))
