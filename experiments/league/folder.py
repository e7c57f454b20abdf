"""The folder that the league's pages are written into."""

from pathlib import Path


class ExportError(Exception):
    """The folder cannot be written; the message says why."""


def check(folder: Path) -> None:
    """ExportError for a folder with other things in it: an export would lie among them, or over them."""
    if folder.is_file():
        raise ExportError(f"{folder} is a file; expected a folder, which is made when it is missing")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / "data" / "summary.js").is_file():
        raise ExportError(f"{folder} holds files that are not an export's; name a new or an empty folder")
