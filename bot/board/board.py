"""Board: this turn as flat lists, and which squares are neighbours on the torus.

The plain path walks squares one by one, and Python walks lists faster than arrays. Square c is the
one at row c // width, column c % width.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from math import sqrt

import numpy as np
import numpy.typing as npt

from .view import EAST, NEUTRAL, NORTH, SOUTH, STILL, STRENGTH_CAP, WEST, View

Mask = npt.NDArray[np.bool_]

# A square may do five things; an option is a direction, numbered as in the protocol: STILL 0, N, E, S, W.
OPTIONS = 5

WALKS = (NORTH, EAST, SOUTH, WEST)

# The order in which a square weighs its options. With fixed ties the first of equals wins: moving over staying.
ORDER = (*WALKS, STILL)

OPPOSITE = (STILL, SOUTH, WEST, NORTH, EAST)


def turns_left(height: int, width: int, turn: int) -> int:
    """Return the number of turns left, this one included. Truncates after multiplying, as the environment does."""
    return int(sqrt(width * height) * 10) - turn


@dataclass(frozen=True, slots=True)
class Torus:
    """The neighbours of every square of a (height, width) board; made once for each size."""

    neighbours: Sequence[tuple[int, ...]]  # [c] North, East, South, West
    around: Sequence[tuple[int, ...]]  # [c][direction] c itself and the four neighbours
    near: Sequence[tuple[int, ...]]  # [c] squares one or two steps away, c left out
    rank: Sequence[int]  # [c] x * height + y, the originals' order of equal squares
    square: Sequence[int]  # [rank] back to c


@cache
def torus(height: int, width: int) -> Torus:
    """Return the neighbour tables of one board size."""
    cells = [(y, x) for y in range(height) for x in range(width)]

    def at(y: int, x: int) -> int:
        return y % height * width + x % width

    neighbours = [(at(y - 1, x), at(y, x + 1), at(y + 1, x), at(y, x - 1)) for y, x in cells]
    rank = [x * height + y for y, x in cells]
    return Torus(
        neighbours=neighbours,
        around=[(c, *four) for c, four in enumerate(neighbours)],
        near=[_two_steps(neighbours, c) for c in range(len(cells))],
        rank=rank,
        square=[y * width + x for x in range(width) for y in range(height)],
    )


def _two_steps(neighbours: Sequence[tuple[int, ...]], c: int) -> tuple[int, ...]:
    """Return the squares within two steps of `c`, each once even where the torus is so small that ways meet."""
    reached = dict.fromkeys(neighbours[c])
    for n in neighbours[c]:
        reached.update(dict.fromkeys(neighbours[n]))
    reached.pop(c, None)
    return tuple(reached)


class Board:
    """One View, prepared for walking. Lists are indexed by square; arrays are (H, W)."""

    def __init__(self, view: View):
        self.me = view.me
        self.turn = view.turn
        self.height, self.width = view.height, view.width
        self.owner_array = view.owner
        self.strength_array = view.strength.astype(np.int64)
        self.production_array = view.production.astype(np.int64)
        self.owner: list[int] = view.owner.ravel().tolist()
        self.strength: list[int] = view.strength.ravel().tolist()
        self.production: list[int] = view.production.ravel().tolist()
        self.ours = view.owner == view.me
        self.enemy = (view.owner != view.me) & (view.owner != NEUTRAL)
        self.empty = (view.owner == NEUTRAL) & (view.strength == 0)
        self.torus = torus(view.height, view.width)

    @cached_property
    def players(self) -> int:
        """How many players own a square."""
        return int(np.unique(self.owner_array[self.owner_array != NEUTRAL]).size)

    @cached_property
    def border(self) -> Mask:
        """Squares that touch our territory."""
        return around(self.ours)

    @cached_property
    def hero_empty(self) -> Mask:
        """Empty squares that touch our territory; a neutral square of strength zero counts too."""
        return np.asarray(self.empty & self.border)

    @cached_property
    def enemy_neighbours(self) -> npt.NDArray[np.int64]:
        """(H, W) how many of a square's four neighbours an enemy owns."""
        return neighbour_sum(self.enemy.astype(np.int64))

    @cached_property
    def blast(self) -> npt.NDArray[np.int64]:
        """(H, W) the most that enemies on a square or beside it could do to it, 0..255."""
        own_blow = np.where(self.enemy, self.strength_array, 0)
        return np.minimum(STRENGTH_CAP, own_blow + neighbour_sum(own_blow))


def around(mask: Mask) -> Mask:
    """Return the squares with a neighbour in `mask` on the torus."""
    rows = np.roll(mask, 1, 0) | np.roll(mask, -1, 0)
    return np.asarray(rows | np.roll(mask, 1, 1) | np.roll(mask, -1, 1))


def neighbour_sum(values: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the sum over the four neighbours on the torus, (H, W)."""
    rows = np.roll(values, 1, 0) + np.roll(values, -1, 0)
    return np.asarray(rows + np.roll(values, 1, 1) + np.roll(values, -1, 1))


def neighbour_max(values: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the largest of the four neighbours on the torus, (H, W)."""
    rows = np.maximum(np.roll(values, 1, 0), np.roll(values, -1, 0))
    return np.maximum(rows, np.maximum(np.roll(values, 1, 1), np.roll(values, -1, 1)))


@dataclass(frozen=True, slots=True)
class Memory:
    """What a player knows that this turn's board does not show."""

    starting_players: int = 0  # players on the first frame; 0 before it was seen
    met: frozenset[int] = frozenset()  # players that touched an empty square which we touched too
    war: frozenset[int] = frozenset()  # players whom we have decided to fight: the pact no longer spares them
    # What the opening plan in force multiplies the field's prices by, (H, W); None without one.
    bent: npt.NDArray[np.float64] | None = field(default=None, compare=False)

    def after(self, board: Board) -> "Memory":
        """Return this memory with what the new frame adds."""
        starting = self.starting_players or board.players
        return replace(self, starting_players=starting, met=self.met | _players_met(board))


# Places in a memory that is packed for the kernels.
STARTING_PLAYERS, MET, WAR = range(3)

MEMORY = 3


def pack_memory(memory: Memory) -> npt.NDArray[np.int64]:
    """Return a Memory as the kernels keep it, (MEMORY,): starting players, bits of players met, of those we fight."""
    return np.array([memory.starting_players, bits(memory.met), bits(memory.war)], np.int64)


def bits(players: Iterable[int]) -> int:
    """Return a set of players as the kernels keep it."""
    return sum(1 << player for player in players)


def _players_met(board: Board) -> frozenset[int]:
    """Return the owners around the empty squares that touch us, ourselves and neutral left out."""
    beside = around(board.hero_empty)
    return frozenset(np.unique(board.owner_array[beside]).tolist()) - {NEUTRAL, board.me}
