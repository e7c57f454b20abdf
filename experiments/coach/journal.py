"""The journal of a game: the rollouts that were played, a line for each batch, so that a stopped coach can continue."""

import json
from pathlib import Path


class Journal:
    """The rollouts that are kept in a file, by key. Raises OSError when the file cannot be written."""

    def __init__(self, path: Path):
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._rankings: dict[str, list[list[int]]] = {}
        for line in path.read_bytes().split(b"\n") if path.exists() else []:
            try:
                key, first, rankings = json.loads(line)
            except (ValueError, TypeError):  # a line that a kill cut short
                continue
            if first == len(self.rankings(key)):  # else a coach that ran beside this one played the same
                self._rankings[key] += rankings
        self.count = sum(map(len, self._rankings.values()))  # rollouts that were found

    def rankings(self, key: str) -> list[list[int]]:
        """Return the rankings of a line's rollouts, from number 0 on; `note` makes the list longer."""
        return self._rankings.setdefault(key, [])

    def note(self, key: str, rankings: list[list[int]]) -> None:
        """Keep the next rollouts of a line. Several coaches may write at once: a batch is one write."""
        before = self.rankings(key)
        text = json.dumps([key, len(before), rankings], separators=(",", ":"))
        before += rankings
        with self._path.open("ab") as file:
            # With a newline before it too: the line that a kill cut short would swallow this one.
            file.write(b"\n" + text.encode() + b"\n")
