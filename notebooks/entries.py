"""What the results of experiments/results were made of: who asked, and the places of every game.

for each in entries():                       # the newest result of each line-up
    print(each.number, each.lineup, each.score, each.elo)
"""

import sys
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # Jupyter runs a notebook in its own folder, and nothing is installed

from experiments.arena.schedule import Map, maps
from experiments.match import experiment as experiments
from experiments.match.experiment import Experiment
from experiments.match.report import size
from experiments.stats import Interval, Tally, from_score, of_score


@dataclass(frozen=True, slots=True)
class Game:
    """A game of a result: the places of its players in the order of the line-up; of copies only the first player's."""

    map: Map
    players: tuple[str, ...]
    places: tuple[int, ...]

    def place(self, player: str) -> int:
        """Return the place of the first seat that this player had."""
        return self.places[self.players.index(player)]


@dataclass(frozen=True)
class Entry:
    """A match with its result."""

    number: int
    asked: Experiment

    @property
    def lineup(self) -> tuple[str, ...]:
        """Who played, the player first that was asked about."""
        return self.asked.players

    @property
    def verdict(self) -> str:
        """KEEP, DROP, UNDECIDED or MEASURED."""
        return self.asked.answer.verdict

    @property
    def size(self) -> str:
        """The Elo that was written down, with its interval."""
        return size(self.asked)

    def __str__(self) -> str:
        games = f"{len(self.games):,} games"
        return f"E-{self.number:04}  {self.asked.question}  {self.verdict}  {self.size} Elo, {games}"

    @cached_property
    def games(self) -> list[Game]:
        """All its games, in the order of their maps."""
        plan = self.asked.maps
        drawn = maps(plan.mix, len(self.lineup), plan.seeds, plan.first)
        blocks = zip(drawn, experiments.lineups(self.asked), strict=False)
        return [Game(board, lineup, ended) for board, (lineup, block) in blocks for ended in block]

    @cached_property
    def shares(self) -> list[tuple[float, ...]]:
        """The share of opponents that the first player beat, of each block and game."""
        return experiments.shares(self.asked)

    @property
    def score(self) -> Interval:
        """The share of opponents that the first player beat, with its 95 % interval."""
        return of_score(Tally.of_games(self.shares))

    @property
    def elo(self) -> Interval:
        """The same as Elo."""
        return self.score.on_scale(from_score)

    @property
    def firsts(self) -> float:
        """The share of games that the first player won."""
        return sum(game.places[0] == 1 for game in self.games) / len(self.games)


def entries() -> list[Entry]:
    """Return the newest result of every line-up that was measured by a fixed number of blocks, ordered by number."""
    newest = {each.lineup: each for each in _every().values() if each.verdict == "MEASURED"}
    return sorted(newest.values(), key=lambda each: each.number)


def entry(number: int) -> Entry:
    """Return the match of this number."""
    return _every()[number]


@cache
def _every() -> dict[int, Entry]:
    """Return all matches with a result, the oldest first."""
    return {n: Entry(n, each) for n, each in experiments.read_all() if each.result and each.is_match}
