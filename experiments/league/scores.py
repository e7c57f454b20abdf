"""What blocks say about players and pairs: shares of opponents beaten, block by block.

The same numbers as a match and a ladder have, read from counted outcomes instead of games. A block of which games
are missing counts with those that there are.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from experiments.laboratory.database.counting import MISSING
from experiments.stats import Interval, of_counted

Shares = Counter[float]  # a block's share: how many blocks had it
Key = tuple[tuple[float, int], ...]

MOST_KNOWN = 200_000  # intervals that are remembered


@dataclass(slots=True)
class Score:
    """What a player, or one against another, has reached."""

    shares: Shares = field(default_factory=Counter)
    games: int = 0

    def add(self, share: float, games: int, blocks: int) -> None:
        """Count blocks with one share, of this many games each."""
        self.shares[share] += blocks
        self.games += games * blocks

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
        """What the interval depends on."""
        return tuple(sorted(self.shares.items()))


@dataclass(frozen=True, slots=True)
class Block:
    """What one outcome says."""

    players: dict[int, tuple[float, int]]  # player: mean share of opponents beaten, games
    pairs: dict[tuple[int, int], tuple[float, int]]  # player, opponent: share of meetings won, games
    seats: tuple[tuple[int, int, int], ...]  # player, seat from 1, rank: of every game
    orders: tuple[tuple[int, ...], ...]  # the players of each game, best first


@dataclass(slots=True)
class Table:
    """The scores of all players and pairs."""

    players: dict[int, Score] = field(default_factory=lambda: defaultdict(Score))
    pairs: dict[tuple[int, int], Score] = field(default_factory=lambda: defaultdict(Score))


def table(blocks: Mapping[tuple[int, str], int], lineups: Mapping[int, tuple[int, ...]]) -> Table:
    """From counted outcomes, as `Season.blocks` gives them."""
    filled = Table()
    for (lineup, outcome), number in blocks.items():
        block = read(lineups[lineup], outcome)
        for player, (share, games) in block.players.items():
            filled.players[player].add(share, games, number)
        for pair, (share, games) in block.pairs.items():
            filled.pairs[pair].add(share, games, number)
    prepare([*filled.players.values(), *filled.pairs.values()])
    return filled


@lru_cache(1 << 16)
def read(lineup: tuple[int, ...], outcome: str) -> Block:
    """What the words of an outcome say; counting.py writes them."""
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


_KNOWN: dict[Key, Interval] = {}
"""Intervals of scores that were asked for; most players of a league do not play at the moment."""


def prepare(scores: Iterable[Score]) -> None:
    """Compute the intervals of these scores together, which takes a hundredth of the time."""
    missing = list({score.key for score in scores} - _KNOWN.keys())
    if len(_KNOWN) > MOST_KNOWN:
        _KNOWN.clear()
    if missing:
        _KNOWN.update(zip(missing, of_counted([dict(key) for key in missing]), strict=True))
