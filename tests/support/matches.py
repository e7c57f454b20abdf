"""Blocks with invented games, for tests of counts, ratings and reports."""

from collections.abc import Sequence
from typing import Any

from experiments.arena.players import Player, player
from experiments.arena.schedule import Block, Map
from experiments.laboratory.database import Played
from experiments.laboratory.laboratory import PlayedBlock
from experiments.stats import Fit, kinds

PAIRS = {0: "LL", 0.5: "TL", 1: "WL", 1.5: "WT", 2: "WW"}
PLACES = {"W": (1, 2), "T": (1, 1), "L": (2, 1)}


def pair(points: float, side: int = 10, names: Sequence[str] = ("v26", "v17"), **rest: Any) -> PlayedBlock:
    """Two games of two players in which the first made so many points."""
    lineup = tuple(player(name) for name in names)
    return played(lineup, [PLACES[letter] for letter in PAIRS[points]], side, **rest)


def played(
    lineup: tuple[Player, ...],
    places: Sequence[Sequence[int]],
    side: int = 10,
    faults: Sequence[str | None] | None = None,
    worst: Sequence[float | None] | None = None,
) -> PlayedBlock:
    """A block that ended as wished. Everything goes by entries of the line-up, not by seats.

    places   (games)(entries) the rank of each
    faults   (entries) why it was ejected in the first game
    worst    (entries) its slowest answer in every game, s
    """
    block, nothing = Block(Map(side, side, 0, len(lineup)), lineup), (None,) * len(lineup)
    games = [
        _game(block, rotation, order, faults if faults and not rotation else nothing, worst or nothing)
        for rotation, order in enumerate(places)
    ]
    return PlayedBlock(block, tuple(games))


def _game(block: Block, rotation: int, ranks: Sequence[int], faults: Sequence[Any], worst: Sequence[Any]) -> Played:
    seats = [block.seat(place, rotation) for place in range(len(ranks))]

    def seated(values: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(value for _, value in sorted(zip(seats, values, strict=True), key=lambda pair: pair[0]))

    zeros = (0,) * len(ranks)
    key = block.games[rotation].key
    return Played(key, seated(ranks), zeros, zeros, 1, seated(faults), seated(worst), seated(worst))


def rate(blocks, anchor, seed, **others):
    """All players, the best first.

    blocks   of strings such as "ab": a finished ahead of b
    others   resamples, prior
    """
    return Fit.of(kinds(blocks), seed=seed, **others).ratings(anchor)
