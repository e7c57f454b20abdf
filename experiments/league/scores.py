"""Scores of players and pairs: shares of opponents beaten, block by block, also of the games of an incomplete block.

The same numbers as a match and a ladder have, read from counted outcomes instead of games.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeVar

from experiments.laboratory.database.counting import MISSING
from experiments.stats import Interval, of_counted

Who = TypeVar("Who")  # a player, or one against another
Ended = tuple[int, str]  # line-up, outcome
Shares = Counter[float]  # a block's share: how many blocks had it
Key = tuple[tuple[float, int], ...]

MOST_KNOWN = 200_000  # intervals that are remembered


@dataclass(slots=True)
class Score:
    """The score of a player, or of one player against another."""

    shares: Shares = field(default_factory=Counter)
    games: int = 0

    def add(self, share: float, games: int, blocks: int) -> None:
        """Count blocks with one share, of this many games each; take them back where `blocks` is below 0."""
        self.shares[share] += blocks
        self.games += games * blocks
        if not self.shares[share]:
            del self.shares[share]

    @property
    def blocks(self) -> int:
        """How many blocks were counted."""
        return self.shares.total()

    @property
    def interval(self) -> Interval:
        """The mean share with its 95 % interval."""
        key = self.key
        if key not in _KNOWN:
            prepare([self])
        return _KNOWN[key]

    @property
    def key(self) -> Key:
        """The data that the interval depends on."""
        return tuple(sorted(self.shares.items()))


@dataclass(frozen=True, slots=True)
class Block:
    """One outcome, by players and pairs."""

    players: dict[int, tuple[float, int]]  # player: mean share of opponents beaten, games
    pairs: dict[tuple[int, int], tuple[float, int]]  # player, opponent: share of meetings won, games
    seats: tuple[tuple[int, int, int], ...]  # player, seat from 1, rank: of every game
    orders: tuple[tuple[int, ...], ...]  # the players of each game, best first


@dataclass(slots=True)
class Table:
    """The scores of all players and pairs."""

    players: dict[int, Score] = field(default_factory=lambda: defaultdict(Score))
    pairs: dict[tuple[int, int], Score] = field(default_factory=lambda: defaultdict(Score))


@dataclass(slots=True)
class Kept:
    """A table, and the blocks that are counted in it: a game adds to two rows of thousands."""

    _table: Table = field(default_factory=Table)
    _blocks: dict[Ended, int] = field(default_factory=dict)

    def table_of(self, blocks: dict[Ended, int], lineups: Mapping[int, tuple[int, ...]]) -> Table:
        """Count outcomes, as `Season.blocks` gives them: only what has changed since the last ones."""
        for lineup, outcome in sorted({ended for ended, _ in blocks.items() ^ self._blocks.items()}):
            ended = lineup, outcome
            self._add(read(lineups[lineup], outcome), blocks.get(ended, 0) - self._blocks.get(ended, 0))
        self._blocks = dict(blocks)
        prepare([*self._table.players.values(), *self._table.pairs.values()])
        return self._table

    def _add(self, block: Block, number: int) -> None:
        for player, (share, games) in block.players.items():
            _put(self._table.players, player, share, games, number)
        for pair, (share, games) in block.pairs.items():
            _put(self._table.pairs, pair, share, games, number)


def _put(scores: dict[Who, Score], who: Who, share: float, games: int, number: int) -> None:
    """Add a share to a score, and remove a score that has no blocks left: it would have no interval."""
    scores[who].add(share, games, number)
    if not scores[who].shares:
        del scores[who]


@lru_cache(1 << 16)
def read(lineup: tuple[int, ...], outcome: str) -> Block:
    """Parse the words of an outcome, which counting.py writes."""
    shares: dict[int, list[float]] = defaultdict(list)
    won: dict[tuple[int, int], list[float]] = defaultdict(list)
    seats, orders = [], []
    places = len(lineup)
    for turn, word in enumerate(outcome.split()):
        if word == MISSING:
            continue
        ranks = [int(digit) for digit in word]
        orders.append(tuple(player for _, player in sorted(zip(ranks, lineup, strict=True))))
        for place, (player, rank) in enumerate(zip(lineup, ranks, strict=True)):
            shares[player].append((places - rank) / (places - 1))
            seats.append((player, (place + turn) % places + 1, rank))
            for other, theirs in zip(lineup, ranks, strict=True):
                if other != player:
                    won[player, other].append(float(rank < theirs))
    games = len(orders)
    return Block(
        {player: (sum(each) / len(each), games) for player, each in shares.items()},
        {pair: (sum(each) / len(each), games) for pair, each in won.items()},
        tuple(seats),
        tuple(orders),
    )


_KNOWN: dict[Key, Interval] = {}  # of scores that were asked for: most players of a league do not play at the moment


def prepare(scores: Iterable[Score]) -> None:
    """Compute the intervals of these scores together."""
    missing = list({score.key for score in scores} - _KNOWN.keys())
    if len(_KNOWN) > MOST_KNOWN:
        _KNOWN.clear()
    if missing:
        _KNOWN.update(zip(missing, of_counted([dict(key) for key in missing]), strict=True))
