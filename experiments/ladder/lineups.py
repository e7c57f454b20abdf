"""Line-ups: who plays whom next. They follow from the players, the maps and the widest interval."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations, cycle, islice
from typing import Protocol

import numpy as np

from experiments.arena import schedule
from experiments.arena.players import Player
from experiments.arena.schedule import Block, Map, Mix, ScheduleError, Seeds

OPENING = 4  # blocks of each pair before the least known player is looked for; for larger tables per player
GROWTH = 0.1  # share of its blocks that the least known player plays before all are rated again


class Lineups(Protocol):
    """A source of blocks."""

    def first_blocks(self) -> list[Block]:
        """Return the blocks that are played first, before any rating."""

    def further(self, player: Player) -> list[Block]:
        """Return some more blocks, of which each has this player in its line-up."""


def lineups(
    players: Sequence[Player],
    mix: Mix,
    seats: int | None,
    first: int,
    seed: int,
    most: int | None = None,
    seeds: Seeds = Seeds.DEVELOPMENT,
    gauntlet: bool = False,
) -> Lineups:
    """Return a round robin of pairs for two seats, else tables of `seats` players drawn from all.

    seats    2..6; None for what the mix draws, map by map
    gauntlet only the first player meets the others
    first    number of the first map in the schedule
    most     blocks that may be played
    Raises   ScheduleError when there are too few players to fill a table without copies, or too few blocks to open
    """
    check(players, seats, most, gauntlet)
    if seats == 2:
        return Pairs(pairs(players, gauntlet), mix, first, seeds)
    return Tables(tuple(players), maps_for(players, mix, seats, first, seeds), seed)


def in_turn(
    players: Sequence[Player],
    mix: Mix,
    seats: int | None,
    first: int,
    seed: int,
    seeds: Seeds,
    gauntlet: bool = False,
) -> Iterator[Block]:
    """Yield blocks without end, the same for any results: pairs in turn, or a table for each player in turn.

    Every block has a map of its own, because the intervals take blocks to be independent.
    """
    drawn = maps_for(players, mix, seats, first, seeds)
    if seats == 2:
        return (Block(each, pair) for each, pair in zip(drawn, cycle(pairs(players, gauntlet)), strict=True))
    tables = Tables(tuple(players), drawn, seed)
    return (tables.block(player) for player in cycle(players))


def pairs(players: Sequence[Player], gauntlet: bool) -> list[tuple[Player, Player]]:
    """Return all pairs of players, or in a gauntlet those with the first one."""
    return [pair for pair in combinations(players, 2) if not gauntlet or pair[0] is players[0]]


def check(players: Sequence[Player], seats: int | None, most: int | None, gauntlet: bool = False) -> None:
    """Raise ScheduleError when there are too few players to fill a table without copies, or too few blocks to open."""
    if gauntlet and seats != 2:
        raise ScheduleError("a gauntlet is a ladder of pairs: leave --players out, or take --players 2")
    if len(players) < (seats or 2):
        raise ScheduleError(f"{len(players)} players are too few for games of {seats or 2}; each has one seat")
    first_round = OPENING * len(pairs(players, gauntlet) if seats == 2 else players)
    if most is not None and most < first_round:
        raise ScheduleError(
            f"--blocks {most} is too small: a ladder of these {len(players)} players opens with {first_round} blocks, "
            f"so that every player has met another; take --blocks {first_round} or more"
        )


def maps_for(players: Sequence[Player], mix: Mix, seats: int | None, first: int, seeds: Seeds) -> Iterator[Map]:
    """Yield maps for no more players than there are."""
    fitting = replace(mix, counts=tuple(count for count in mix.counts if count <= len(players)))
    return schedule.maps(fitting, seats, seeds, first)


class Pairs:
    """Every pair plays the same maps in the same order, some pairs more of them than others."""

    def __init__(self, pairs: Sequence[tuple[Player, Player]], mix: Mix, first: int, seeds: Seeds) -> None:
        self._next = {pair: schedule.maps(mix, 2, seeds, first) for pair in pairs}
        self._played = dict.fromkeys(chain(*pairs), 0)

    def first_blocks(self) -> list[Block]:
        """Return the same number of blocks for every pair."""
        return [self._block(pair) for _ in range(OPENING) for pair in self._next]

    def further(self, player: Player) -> list[Block]:
        """Return the same number of blocks against each of its opponents."""
        its = [pair for pair in self._next if player in pair]
        rounds = max(1, round(GROWTH * self._played[player] / len(its)))
        return [self._block(pair) for _ in range(rounds) for pair in its]

    def _block(self, pair: tuple[Player, Player]) -> Block:
        for player in pair:
            self._played[player] += 1
        return Block(next(self._next[pair]), pair)


@dataclass(slots=True)
class Tables:
    """Line-ups drawn at random, each on a map of its own."""

    players: tuple[Player, ...]
    maps: Iterator[Map]
    seed: int
    _blocks: int = field(default=0, init=False)

    def first_blocks(self) -> list[Block]:
        """Return the opening, in which each player sits at some tables."""
        return [self.block(player) for _ in range(OPENING) for player in self.players]

    def further(self, player: Player) -> list[Block]:
        """Return tables with this player and others, who are drawn."""
        count = max(1, round(GROWTH * self._blocks))
        return [self.block(player) for _ in range(count)]

    def block(self, player: Player) -> Block:
        """Return the next map, with this player and others, who are drawn."""
        (map_,) = islice(self.maps, 1)
        random = np.random.default_rng([self.seed, map_.seed])
        others = [other for other in self.players if other is not player]
        drawn = [player, *(others[i] for i in random.permutation(len(others))[: map_.players - 1])]
        self._blocks += 1
        return Block(map_, tuple(drawn[i] for i in random.permutation(len(drawn))))
