"""One turn, compiled: equal to rules.step on every square, for playing many games quickly.

The kernels work in place on plain arrays and call nothing outside this file, so that a compiled
search elsewhere can call them. They check nothing: rules.step is the place for that.

Layout. Like rules.py the kernels keep one plane of force a player, but they never sweep over whole
planes: a bit set per square says which players have a piece there, and only those entries mean
anything. A square whose surroundings hold one player's bit alone is settled by one comparison.
Squares are unsigned numbers: for signed ones numba asks at every access whether they count from the end.
"""

import numpy as np
import numpy.typing as npt

try:
    from numba import njit
except ImportError as error:
    raise ImportError(
        "engine.kernels needs numba, which cannot be imported; install the laboratory's requirements, "
        "or play with engine.rules.step, which gives the same boards"
    ) from error

from .rules import EAST, NORTH, SOUTH, STILL, STRENGTH_CAP, WEST
from .state import MOST_PLAYERS, Grid

Memory = npt.NDArray[np.int32]  # (5 + 1 + 6, H * W): what lies where, bit sets, the players' forces
Bits = npt.NDArray[np.int32]  # (H * W,): bit i is set where player i + 1 has a piece
Orders = npt.NDArray[np.integer]  # directions as for rules.step
Square = np.uint32
Reach = tuple[Square, Square, Square, Square, Square]  # a square and its four neighbours, as positions in flat arrays
WAYS = 5  # rows of the memory that say, by direction, which square lies there


def memory_for(height: int, width: int) -> Memory:
    """Scratch memory for boards of this size. Its first rows say what lies where; the rest means nothing later."""
    memory = np.empty((WAYS + 1 + MOST_PLAYERS, height * width), dtype=np.int32)
    squares = np.arange(height * width, dtype=np.int32).reshape(height, width)
    memory[STILL] = squares.ravel()
    for direction, (distance, axis) in {NORTH: (1, 0), EAST: (-1, 1), SOUTH: (-1, 0), WEST: (1, 1)}.items():
        memory[direction] = np.roll(squares, distance, axis).ravel()
    return memory


@njit(nogil=True, cache=True)
def step(owner: Grid, strength: Grid, production: Grid, moves: Orders, memory: Memory) -> None:
    """Play one turn: owner and strength (H, W) become the next frame.

    moves    (H, W) integers as for rules.step; orders on neutral squares are ignored
    memory   from `memory_for` this size
    """
    _move(owner, strength, production, moves, memory)
    _fight(owner, strength, memory)


@njit(nogil=True, cache=True)
def step_many(owner: Grid, strength: Grid, production: Grid, moves: Orders, memory: Memory) -> None:
    """Play one turn of G games on boards of one size: arrays (G, H, W), the memory of a single board."""
    for game in range(owner.shape[0]):
        step(owner[game], strength[game], production[game], moves[game], memory)


@njit(nogil=True, cache=True)
def eject(owner: Grid, player: int) -> None:
    """Make the player's squares neutral, with the strength left on them; call it before `step`."""
    for y in range(owner.shape[0]):
        for x in range(owner.shape[1]):
            if owner[y, x] == player:
                owner[y, x] = 0


@njit(nogil=True, cache=True)
def territory(owner: Grid, squares: npt.NDArray[np.int64]) -> None:
    """Count squares into `squares` (7,): entry 0 the neutral ones, entry i those of player i."""
    squares[:] = 0
    for y in range(owner.shape[0]):
        for x in range(owner.shape[1]):
            squares[owner[y, x]] += 1


@njit(nogil=True, cache=True)
def gather(owner: Grid, orders: Orders, moves: Orders) -> None:
    """Merge everybody's orders (players, H, W) into `moves` (H, W) as applied: a square obeys its owner."""
    for y in range(owner.shape[0]):
        for x in range(owner.shape[1]):
            moves[y, x] = orders[owner[y, x] - 1, y, x] if owner[y, x] > 0 else 0


@njit(nogil=True, cache=True)
def _move(owner: Grid, strength: Grid, production: Grid, moves: Orders, memory: Memory) -> None:
    """Fill the memory with the pieces after moving and merging."""
    height, width = owner.shape
    present, force = memory[WAYS], memory[WAYS + 1 :]
    square = 0
    for y in range(height):
        for x in range(width):
            player = owner[y, x]
            # Sums of comparisons, not a chain of ifs: orders are hard to foresee for the processor.
            produces, stays = moves[y, x] == STILL, (moves[y, x] == STILL) | (moves[y, x] > WEST)
            present[square] = (1 << player) >> 1
            # A square that was ordered to go keeps a piece of strength 0.
            remains = min(strength[y, x] + produces * int(production[y, x]), STRENGTH_CAP)
            force[max(player, 1) - 1, square] = stays * remains
            square += 1
    square = 0
    for y in range(height):
        for x in range(width):
            if owner[y, x] > 0 and STILL < moves[y, x] <= WEST:
                target, plane = np.uint32(memory[moves[y, x], square]), owner[y, x] - 1
                stands = (present[target] >> plane) & 1
                present[target] |= 1 << plane
                force[plane, target] = min(stands * force[plane, target] + strength[y, x], STRENGTH_CAP)
            square += 1


@njit(nogil=True, cache=True)
def _fight(owner: Grid, strength: Grid, memory: Memory) -> None:
    """Turn the pieces in the memory into the next frame."""
    height, width = owner.shape
    present, force = memory[WAYS], memory[WAYS + 1 :]
    square = 0
    for y in range(height):
        for x in range(width):
            here = present[square]
            if here != 0:
                north, east = np.uint32(memory[NORTH, square]), np.uint32(memory[EAST, square])
                south, west = np.uint32(memory[SOUTH, square]), np.uint32(memory[WEST, square])
                around = present[north] | present[east] | present[south] | present[west]
                garrison = int(strength[y, x]) if owner[y, x] == 0 else 0
                if here | around == here and here & (here - 1) == 0:
                    plane = _plane_of(here)
                    # One player alone, here and around: only the garrison fights back.
                    force_left = force[plane, square] - garrison
                    if garrison == 0 or force_left > 0:
                        owner[y, x] = plane + 1
                    strength[y, x] = abs(force_left)
                else:
                    within_reach = (np.uint32(square), north, east, south, west)
                    owner[y, x], strength[y, x] = _clash(present, force, garrison, within_reach)
            square += 1


@njit(nogil=True, cache=True)
def _clash(present: Bits, force: Memory, garrison: int, within_reach: Reach) -> tuple[int, int]:
    """The owner and strength of a square (the first of those within reach) that enemies fight over."""
    here, everybody, blast = present[within_reach[0]], 0, 0
    for square in within_reach:
        everybody |= present[square]
        blast += _sum_of(present[square], square, force)
    owner, strength = 0, max(garrison - _sum_of(here, within_reach[0], force), 0)
    for plane in range(MOST_PLAYERS):
        if here >> plane & 1:
            own = force[plane, within_reach[0]]
            damage = blast - _within(plane, present, force, within_reach)  # what all others strike with
            touched = everybody != 1 << plane or garrison > 0
            if not touched or own > damage + garrison:
                owner, strength = plane + 1, own - damage - garrison
    return owner, strength


@njit(nogil=True, cache=True)
def _sum_of(bits: int, square: Square, force: Memory) -> int:
    """The strength of all pieces on one square; `bits` says whose they are."""
    strength = 0
    for plane in range(MOST_PLAYERS):
        if bits >> plane & 1:
            strength += force[plane, square]
    return strength


@njit(nogil=True, cache=True)
def _within(plane: int, present: Bits, force: Memory, within_reach: Reach) -> int:
    """The strength of one player's pieces within reach of a square."""
    strength = 0
    for square in within_reach:
        strength += (present[square] >> plane & 1) * force[plane, square]
    return strength


@njit(nogil=True, cache=True)
def _plane_of(bit: int) -> int:
    """The position of the only bit that is set."""
    plane = 0
    for last in range(1, MOST_PLAYERS):
        plane += bit >> last != 0
    return plane
