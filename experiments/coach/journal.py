"""Journal: the futures that were played, a line for each batch, so that a stopped coach goes on where it was.

There is one for every game, player and code, so an edit of the bot, the rules or the coach begins a new one.
"""

import json
from pathlib import Path
from typing import Any

from bot.ground.sources import BOT, fingerprint
from engine import writing

from .asked import Asked

ROOMS = "arena", "coach", "opponents", "recordings"  # rooms of the laboratory whose code plays futures
FOLDER = "laboratory-coach"  # where journals are kept, beside the laboratory's database


class Journal:
    """The batches and the answers of one game and player. Raises OSError when the folder cannot be written."""

    def __init__(self, folder: Path):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / "futures.jsonl"
        self._batches = dict(_batches(self._path))

    def batch(self, key: str) -> list[int] | None:
        """Return the places that a batch ended with; None when it was not played yet."""
        return self._batches.get(key)

    def note(self, key: str, places: list[int]) -> None:
        """Keep a batch. Several coaches may write at once: a line is one write."""
        self._batches[key] = places
        with self._path.open("ab") as file:
            # With a newline before it too: the line that a kill cut short would swallow this one.
            file.write(b"\n" + json.dumps([key, places], separators=(",", ":")).encode() + b"\n")

    def answer(self, name: str) -> Any:
        """Return the finished answer that was kept under this name; None when there is none."""
        try:
            return json.loads((self.folder / f"{name}.json").read_bytes())
        except (OSError, ValueError):  # never finished, or torn by a power cut: it is worked out again
            return None

    def keep(self, name: str, answer: Any) -> None:
        """Keep a finished answer; a reader meanwhile sees the old one or the new one."""
        writing.write(self.folder / f"{name}.json", json.dumps(answer, separators=(",", ":")))


def folder_of(asked: Asked, database: Path) -> Path:
    """Return where this game's journal lies: its name changes with the game, the player and the code that plays."""
    return database.parent / FOLDER / f"{asked.fingerprint}-{asked.seat}-{_code()}"


def _code() -> str:
    """Return a text that changes with any byte of the sources that play futures.

    Not a signature of play, which takes seconds: a kept answer should open at once.
    """

    rooms = [BOT, BOT.parent / "engine", *(BOT.parent / "experiments" / room for room in ROOMS)]
    sources = (path for room in rooms for path in sorted(room.rglob("*.py")))
    return fingerprint(*map(str, sources))


def _batches(path: Path) -> list[tuple[str, list[int]]]:
    """Return the whole lines of the file; a line that a kill cut short is passed over."""
    if not path.exists():
        return []
    batches = []
    for line in path.read_bytes().split(b"\n"):
        try:
            key, places = json.loads(line)
        except (ValueError, TypeError):
            continue
        batches.append((key, places))
    return batches
