"""What the ledger's entries were made of: who asked, and every game that was published for them.

for each in entries():                       # the newest entry of each line-up
    print(each.number, each.lineup, each.score, each.elo)
"""

import json
import lzma
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby, islice
from pathlib import Path
from typing import Self

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # Jupyter runs a notebook in its own folder, and nothing is installed

from experiments.arena.schedule import Map, Mix, maps
from experiments.match import plan as plans
from experiments.match.ledger import PUBLISHED, Ledger, number_of
from experiments.match.plan import MatchPlan
from experiments.stats import Estimate, Interval, Tally

FOLDER = ROOT / "experiments" / "published"
"""A file for each entry; docs/7-database.md describes them."""


@dataclass(frozen=True, slots=True)
class Game:
    """A published game: places, last squares and last frames alive of each seat, in the order of the seats."""

    map: Map
    players: tuple[str, ...]
    places: tuple[int, ...]
    territory: tuple[int, ...]
    alive: tuple[int, ...]
    turns: int

    def place(self, player: str) -> int:
        """Return the place of the first seat that this player had."""
        return self.places[self.players.index(player)]

    def share(self, player: str) -> float:
        """Of its opponents, how many it beat."""
        return (len(self.players) - self.place(player)) / (len(self.players) - 1)


@dataclass(frozen=True)
class Entry:
    """An entry of the ledger, with its games."""

    number: int
    plan: MatchPlan
    text: str  # as it stands in the ledger

    @classmethod
    def read(cls, path: Path) -> Self:
        """Return the entry of this plan."""
        number = number_of(path)
        return cls(number, plans.read(path), _texts().get(number, ""))

    @property
    def lineup(self) -> tuple[str, ...]:
        """Who played, the player first that was asked about."""
        return self.plan.lineup

    @property
    def identities(self) -> dict[str, str]:
        """What determined each player's moves, as JSON."""
        return self.plan.identities

    @cached_property
    def games(self) -> list[Game]:
        """All its games, in the order of their maps; some may have been published with an earlier entry."""
        plan = self.plan
        names = {identity: name for name, identity in self.identities.items()}
        drawn = maps(Mix.parse(plan.mix), len(self.lineup), plan.seeds, plan.first)
        asked = set(islice(drawn, plan.blocks + plan.size))
        known = _published()[_turned([self.identities[name] for name in self.lineup])]
        games = [_game([names[one] for one in seats], line) for number, seats, line in known if number <= self.number]
        return sorted((game for game in games if game.map in asked), key=lambda game: game.map.seed)

    @cached_property
    def shares(self) -> list[list[float]]:
        """What the first player got in each block: the games of one map, it in every seat."""
        blocks = groupby(self.games, key=lambda game: game.map)
        return [[game.share(self.lineup[0]) for game in games] for _, games in blocks]

    @property
    def estimate(self) -> Estimate:
        """How strong the first player was."""
        return Estimate.of(Tally.of_games(self.shares))

    @property
    def score(self) -> Interval:
        """The share of opponents that the first player beat, with its 95 % interval."""
        return self.estimate.score

    @property
    def elo(self) -> Interval:
        """The same as Elo."""
        return self.estimate.elo

    @property
    def firsts(self) -> float:
        """The share of games that the first player won."""
        return sum(game.place(self.lineup[0]) == 1 for game in self.games) / len(self.games)


def entries() -> list[Entry]:
    """Return the newest entry of every line-up that was measured by a fixed number of blocks, ordered by number."""
    newest = {each.lineup: each for each in _every() if each.text.splitlines()[0].endswith("MEASURED")}
    return sorted(newest.values(), key=lambda each: each.number)


def entry(number: int) -> Entry:
    """Return the entry of this number."""
    return next(each for each in _every() if each.number == number)


@cache
def _every() -> tuple[Entry, ...]:
    """Return all matches that stand in the ledger, the oldest first; one may have all its games from earlier ones."""
    read = map(Entry.read, sorted((PUBLISHED / "plans").glob("[0-9]*-*.toml")))
    return tuple(each for each in read if each.text and not each.plan.ladder)


@cache
def _texts() -> Mapping[int, str]:
    """Return what the ledger says of each number: asked once for all, since each look reads the whole ledger."""
    return Ledger.published().entries()


@cache
def _published() -> Mapping[tuple[str, ...], list[tuple[int, list[str], list]]]:
    """Return all games of the ledger by their players, see `_turned`: number of the entry, seats, line of the file."""
    found = defaultdict(list)
    for path in sorted(FOLDER.glob("E-*.jsonl.xz")):
        head, *lines = map(json.loads, lzma.decompress(path.read_bytes()).decode().splitlines())
        for line in lines:
            seats = [head["players"][seat[0]][0] for seat in line[6:]]
            found[_turned(seats)].append((int(path.name[2:6]), seats, line))
    return found


def _turned(seats: Sequence[str]) -> tuple[str, ...]:
    """Return the seats from the same one on, whichever comes first: the games of a block are one line-up, turned."""
    return min((*seats[first:], *seats[:first]) for first in range(len(seats)))


def _game(players: Sequence[str], line: list) -> Game:
    width, height, seed, _, turns, _, *seats = line
    places, territory, alive = zip(*(seat[1:4] for seat in seats), strict=True)
    return Game(Map(width, height, seed, len(seats)), tuple(players), places, territory, alive, turns)
