"""Checks before the games that the results can be written afterwards."""

import tempfile
from pathlib import Path

from engine.errors import UserError


def require(file: Path) -> None:
    """Raise UserError unless this file could be made, its folders included. Nothing is left behind."""
    if file.is_dir():
        raise UserError(f"{file} is a folder, expected a file; name another place with --out")
    there = next(folder for folder in file.parents if folder.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        raise UserError(f"{file} cannot be written: {error.strerror or error}; name another place with --out") from None
