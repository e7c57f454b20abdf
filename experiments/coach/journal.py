"""Journal: the futures that were played, a line for each batch, so that a stopped coach goes on where it was."""

import json
from pathlib import Path

from bot import PLAY

from .asked import Asked

FOLDER = "laboratory-coach"  # where journals are kept, beside the laboratory's database


class Journal:
    """The futures of one game and player. Raises OSError when the folder cannot be written."""

    def __init__(self, folder: Path):
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / "futures.jsonl"
        self._known: dict[str, list[list[int]]] = {}
        for key, first, rankings in _batches(self._path):
            if first == len(self.rankings(key)):  # else a coach that ran beside this one played the same
                self._known[key] += rankings

    def rankings(self, key: str) -> list[list[int]]:
        """Return the rankings that are known of a line's futures, from number 0 on; `note` makes the list longer."""
        return self._known.setdefault(key, [])

    def note(self, key: str, rankings: list[list[int]]) -> None:
        """Keep the next futures of a line. Several coaches may write at once: a batch is one write."""
        known = self.rankings(key)
        text = json.dumps([key, len(known), rankings], separators=(",", ":"))
        known += rankings
        with self._path.open("ab") as file:
            # With a newline before it too: the line that a kill cut short would swallow this one.
            file.write(b"\n" + text.encode() + b"\n")


def folder_of(asked: Asked, database: Path) -> Path:
    """Return where this game's journal lies: its name changes with the game, the player and PLAY."""
    return database.parent / FOLDER / f"{asked.fingerprint}-{asked.seat}-play{PLAY}"


def _batches(path: Path) -> list[tuple[str, int, list[list[int]]]]:
    """Return the whole lines of the file; a line that a kill cut short is passed over."""
    batches = []
    for line in path.read_bytes().split(b"\n") if path.exists() else []:
        try:
            key, first, rankings = json.loads(line)
        except (ValueError, TypeError):
            continue
        batches.append((key, first, rankings))
    return batches
