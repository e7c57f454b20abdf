"""View: one turn as (H, W) arrays. Board: the same as flat lists, and which squares are neighbours on the torus.

The plain path walks squares one by one, and Python walks lists faster than arrays. Square c is the
one at row c // width, column c % width.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

Grid = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]

NEUTRAL = 0

# The most players at one table.
MOST_PLAYERS = 6

# Numbers that may own a square: NEUTRAL and the players.
SEATS = MOST_PLAYERS + 1

# No square holds more strength; what would go beyond is lost. A rule of the game, not a parameter.
STRENGTH_CAP = 255

STILL, NORTH, EAST, SOUTH, WEST = range(5)

# A square may do five things; an option is a direction, numbered as in the protocol: STILL 0, N, E, S, W.
OPTIONS = 5

WALKS = (NORTH, EAST, SOUTH, WEST)

# The order in which a square weighs its options. With fixed ties the first of equals wins: moving over staying.
ORDER = (*WALKS, STILL)

OPPOSITE = (STILL, SOUTH, WEST, NORTH, EAST)


@dataclass(frozen=True, slots=True)
class View:
    """One turn of the board, as player `me` receives it."""

    owner: Grid  # (H, W)  0 = neutral, 1..6 = players
    strength: Grid  # (H, W)  0..255
    production: Grid  # (H, W)  strength gained by one turn of STILL
    me: int  # our number among the owners
    turn: int  # 0 on the first frame, which is sent again as the first to be answered

    def __post_init__(self) -> None:
        shapes = {self.owner.shape, self.strength.shape, self.production.shape}
        if len(shapes) != 1 or self.owner.ndim != 2:
            raise ValueError(f"owner, strength and production should be one (H, W); they are {sorted(shapes)}")

    @property
    def height(self) -> int:
        """Rows of the board."""
        return int(self.owner.shape[0])

    @property
    def width(self) -> int:
        """Columns of the board."""
        return int(self.owner.shape[1])

    @property
    def players(self) -> int:
        """How many players own a square."""
        return int(np.unique(self.owner[self.owner != NEUTRAL]).size)


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


@cache
def torus(height: int, width: int) -> Torus:
    """Return the neighbour tables of one board size."""
    cells = [(y, x) for y in range(height) for x in range(width)]

    def at(y: int, x: int) -> int:
        return y % height * width + x % width

    neighbours = [(at(y - 1, x), at(y, x + 1), at(y + 1, x), at(y, x - 1)) for y, x in cells]
    return Torus(
        neighbours,
        around=[(c, *four) for c, four in enumerate(neighbours)],
        near=[_two_steps(neighbours, c) for c in range(len(cells))],
        rank=[x * height + y for y, x in cells],
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
        self.players = view.players
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
        return np.asarray(neighbours(self.enemy).sum(axis=0))

    @cached_property
    def blast(self) -> npt.NDArray[np.int64]:
        """(H, W) the most that enemies on a square or beside it could do to it, 0..255."""
        own_blow = np.where(self.enemy, self.strength_array, 0)
        return np.minimum(STRENGTH_CAP, own_blow + neighbours(own_blow).sum(axis=0))


def neighbours(layer: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return what stands on the four neighbours of every square, (4, H, W): North, East, South, West."""
    return np.stack([np.roll(layer, step, axis) for step, axis in ((1, 0), (-1, 1), (-1, 0), (1, 1))])


def around(mask: Mask) -> Mask:
    """Return the squares with a neighbour in `mask` on the torus."""
    return np.asarray(neighbours(mask).any(axis=0))


@dataclass(frozen=True, slots=True)
class Memory:
    """What a player knows that this turn's board does not show."""

    starting_players: int = 0  # players on the first frame; 0 before it was seen
    met: frozenset[int] = frozenset()  # players that touched an empty square which we touched too
    war: frozenset[int] = frozenset()  # players whom we have decided to fight: the pact no longer spares them

    def after(self, board: Board) -> "Memory":
        """Return this memory with what the new frame adds."""
        beside = board.owner_array[around(board.hero_empty)]
        met = self.met | frozenset(beside.tolist()) - {NEUTRAL, board.me}
        return replace(self, starting_players=self.starting_players or board.players, met=met)


# Places in a memory that is packed for the kernels.
STARTING_PLAYERS, MET, WAR = range(3)

MEMORY = 3


def pack_memory(memory: Memory) -> npt.NDArray[np.int64]:
    """Return a Memory as the kernels keep it, (MEMORY,): starting players, bits of players met, of those we fight."""
    met, war = (sum(1 << player for player in players) for players in (memory.met, memory.war))
    return np.array([memory.starting_players, met, war], np.int64)
