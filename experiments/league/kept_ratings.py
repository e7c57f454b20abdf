"""Ratings that are kept beside the database: a start finds those of the games that it knows."""

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from engine import writing
from experiments.arena import fingerprint
from experiments.stats import Interval

from .ratings import RESAMPLES, Kinds, Rated, rated

FOLDER = "laboratory-league"
MOST = 200  # files that are kept: the views of a season and the points of its history, some times over
CODE = ("stats/ratings.py", "league/ratings.py", "league/kept_ratings.py")


@dataclass(frozen=True, slots=True)
class KeptRatings:
    """Rates as `ratings.rated` does, each question once."""

    folder: Path

    @classmethod
    def beside(cls, database: Path) -> "KeptRatings":
        """Return those of a database."""
        return cls(database.parent / FOLDER)

    def rated(
        self, orders: Kinds, anchor: str | None = None, games: int = 0, resamples: int = RESAMPLES
    ) -> Rated | None:
        """Return the ratings of these blocks, from the file of an earlier start if there is one."""
        told = json.dumps([sorted((order, blocks) for order, blocks in orders.items()), anchor, resamples, _code()])
        path = self.folder / f"{fingerprint.of_text(told)}.json"
        with suppress(OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return _read(path, games, {name for blocks in orders for order in blocks for name in order})
        found = rated(orders, anchor, games, resamples)
        if found:
            self._keep(path, found)
        return found

    def _keep(self, path: Path, found: Rated) -> None:
        """Write a file; on a disk that cannot be written to the ratings are only shown."""
        elo = {name: [each.low, each.value, each.high] for name, each in found.elo.items()}
        with suppress(OSError):
            self.folder.mkdir(exist_ok=True)
            writing.write(path, json.dumps({"anchor": found.anchor, "elo": elo}))
            files = sorted(self.folder.glob("*.json"), key=lambda each: each.stat().st_mtime)
            for old in files[:-MOST]:
                old.unlink()


def _read(path: Path, games: int, names: set[str]) -> Rated:
    """Return the ratings in a file. A damaged one raises ValueError, or what reading it raises."""
    known = json.loads(path.read_text(encoding="utf-8"))
    elo = {name: Interval(*map(float, ends)) for name, ends in known["elo"].items()}
    if set(elo) != names or known["anchor"] not in names:
        raise ValueError(f"{path}: ratings of {sorted(names)} expected")
    return Rated(games, known["anchor"], elo)


def _code() -> str:
    return fingerprint.of_code(*(fingerprint.ROOT / "experiments" / name for name in CODE))
