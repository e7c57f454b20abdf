"""Documents: what the pages show, by name. The server answers with them, an export writes them."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from experiments.laboratory.database import Database, DatabaseError
from experiments.laboratory.database.published import home

from . import bots, curves, feed, games, habits, history, runs, searches, standings, studies, versions
from . import records as feats
from .background import Background, Work
from .kept_ratings import KeptRatings
from .ratings import Rated, gathered
from .season import VIEWS, Season

BY_NAME = {view.name: view for view in VIEWS}


RECORDINGS = "SELECT count(*) FROM replays"
MOST_CHOSEN = 2  # players of a feed
MOST_DIGITS = 18  # of a number in an address: those of sqlite have no more


class UnknownDocumentError(LookupError):
    """There is no document of this name; the message names it."""


def number(text: str) -> int:
    """Return the number of a player, a game or a run in an address; 0, which none of them has, where it is not one."""
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else 0


@dataclass(slots=True)
class Documents:
    """All documents of a database, as it is at the moment."""

    season: Season
    anchor: str | None = None  # who has 0 Elo; None for who played most
    waits: bool = False  # for ratings; without it the newest that are ready are shown
    background: Background = field(default_factory=Background)

    @classmethod
    def of(cls, database: Database, path: Path, anchor: str | None = None, waits: bool = False) -> "Documents":
        """Return those of an open database;"""
        season = Season(database)
        season.refresh()
        return cls(season, anchor, waits)

    def document(self, name: str) -> dict[str, Any]:
        """Return one document; UnknownDocumentError when there is none of this name."""
        kind, _, rest = name.partition("/")
        player = number(rest)
        match kind:
            case "summary":
                return self._summary()
            case "leaderboard" | "matrix" if rest in BY_NAME:
                view = BY_NAME[rest]
                make = standings.leaderboard if kind == "leaderboard" else standings.matrix
                return make(self.season, view, self._ratings(rest))
            case "bot" if player in self.season.contestants:
                return bots.page(self.season, self.season.contestants[player], self._ratings("all-all"))
            case "curves" if player in self.season.contestants:
                self.study()
                return curves.curves(self.season, player)
            case "habits" if player in self.season.contestants:
                self.study()
                return habits.habits(self.season, player)
            case "feed" if rest == "all":
                return {"games": feed.newest(self.season)}
            case "feed" if 1 <= len(chosen := rest.split("/")) <= MOST_CHOSEN and all(map(number, chosen)):
                return {"games": feed.newest(self.season, *map(number, chosen))}
            case "game" if found := games.page(self.season, rest):
                return found
            case "records":
                self.study()
                return feats.records(self.season)
            case "questions":
                return {"plans": [], "runs": runs.listed(self.season.database)}
            case "run" if asked := searches.asked(self.season, player):
                return self._searched(player, asked)
            case "versions":
                return {"bots": versions.bots(self.season, self._ratings("all-all"))}
            case "history":
                return self._history()
        raise UnknownDocumentError(f"there is no document {name:.80}; does this address belong to another database?")

    def study(self) -> None:
        """Study the recordings that have no study yet, over a connection of its own."""

        def prepare() -> Work:
            return lambda: _studied(self.season.database.path)

        ((recordings,),) = self.season.database.query(RECORDINGS)
        if recordings:
            self._computed("studies", prepare, recordings)

    def _summary(self) -> dict[str, Any]:
        players = [[each.number, each.name, each.is_program, each.told] for each in self.season.contestants.values()]
        played = {(len(self.season.lineups[group[0]]), group[1], group[2]) for group in self.season.groups()}
        views = [view.name for view in VIEWS if any(view.has(*each) for each in played)]
        path = self.season.database.path
        name = "The published games" if path.parent == home() else path.name  # theirs is a checksum
        return {
            "database": name, "games": self.season.games, "last": self.season.last,
            "stored": self.season.stored, "players": players, "views": views,
        }  # fmt: skip

    @property
    def _kept(self) -> KeptRatings:
        return KeptRatings.beside(self.season.database.path)

    def _ratings(self, name: str) -> Rated | None:
        def prepare() -> Work:
            orders = gathered(self.season, BY_NAME[name])
            return lambda: self._kept.rated(orders(), self.anchor, played)

        played = self.season.games
        ratings: Rated | None = self._computed(f"ratings/{name}", prepare)
        return ratings

    def _searched(self, run: int, asked: dict[str, Any]) -> dict[str, Any]:
        """Return a sweep or a tune; its points are those of the last time that they were computed."""

        def prepare() -> Work:
            return searches.work(self.season, asked)

        version = self.season.games, asked  # a candidate whose games were all known adds none
        is_pending = not (self.waits or self.background.has(f"run/{run}", version))
        points = self._computed(f"run/{run}", prepare, version) or searches.NO_POINTS
        told = {name: asked.get(name) for name in ("kind", "base", "sampler")}
        return {**told, "run": runs.of_number(self.season.database, run), **points, "pending": is_pending}

    def _history(self) -> dict[str, Any]:
        def prepare() -> Work:
            moments = history.gathered(self.season)
            return lambda: history.history(moments(), self.anchor, self._kept.rated)

        return self._computed("history", prepare) or {"points": [], "pending": True}

    def _computed(self, name: str, prepare: Callable[[], Work], version: object = None) -> Any:
        ask = self.background.now if self.waits else self.background.latest
        return ask(name, self.season.games if version is None else version, prepare)


def _studied(path: Path) -> None:
    """In a thread of its own. A file that cannot be written to is shown without what its recordings say."""
    with contextlib.suppress(DatabaseError), Database.open(path, create=False) as database:
        studies.study(database)
