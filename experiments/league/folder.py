"""Folders that pages are written into: a new one, an empty one, or one that has earlier pages of the same kind."""

from pathlib import Path

from engine.errors import UserError

# A page that plays a game whose link stands behind its `#`. An export writes it first and is known by it.
BOARD = "board.html"


def check(folder: Path, mark: str = BOARD, kind: str = "an export") -> None:
    """Raise UserError for a folder with files but no `mark`: pages would be written among them, or over them."""
    if folder.is_file():
        raise UserError(f"{folder} is a file; expected a folder, which is made when it is missing")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / mark).is_file():
        raise UserError(f"{folder} holds files that are not {kind}'s; name a new or an empty folder")
