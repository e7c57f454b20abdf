"""A folder of positions: one file each, named after its contents, no position twice."""

import hashlib
from pathlib import Path

from engine import writing

from .document import read, text
from .position import Position, PositionError

ENDING = ".toml"


def positions(folder: Path) -> list[Position]:
    """Return the positions of a folder and its subfolders, or of one file, by name. Raises PositionError."""
    if folder.is_file():
        return [read(folder)]
    if not folder.is_dir():
        raise PositionError(f"{folder}: no such folder; expected one with tagged positions (*{ENDING})")
    kept = [read(path) for path in sorted(folder.rglob(f"*{ENDING}"))]
    if not kept:
        raise PositionError(
            f"{folder}: no tagged position in it (*{ENDING}); `python -m experiments tag GAME.hlt` makes some"
        )
    return kept


def check_folder(into: Path) -> None:
    """Raise PositionError where no position can be stored: asked before anything is measured or opened."""
    if into.exists() and not into.is_dir():
        raise PositionError(f"{into} is not a folder: positions are stored as files of a folder, named with --into")


def keep(position: Position, folder: Path) -> Path:
    """Write a position into the folder, under its name; returns the file. Raises PositionError, OSError."""
    content = text(position)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{position.name}{ENDING}"
    writing.write(path, content)
    return path


def name_of(position: Position) -> str:
    """Return the name of its file: theme, board, players, and eight characters that identify the question."""
    theme = "-".join("".join(c if c.isascii() and c.isalnum() else " " for c in position.theme.lower()).split())
    return f"{theme or 'untitled'}-{position.size}-{position.living}p-{fingerprint(position)[:8]}"


def fingerprint(position: Position) -> str:
    """Return a digest of the board, the turn, the player and the squares, whatever is thought of them."""
    layers = (position.state.owner, position.state.strength, position.state.production)
    content = b"".join(layer.tobytes() + str(layer.shape).encode() for layer in layers)
    squares = sorted((choice.x, choice.y) for choice in position.choices)
    return hashlib.sha256(content + f"{position.turn} {position.player} {squares}".encode()).hexdigest()
