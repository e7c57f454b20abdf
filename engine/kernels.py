"""One turn, compiled: equal to rules.step on every square, for playing many games quickly.

The kernels work in place on plain arrays and call nothing outside this file, so that a compiled
search elsewhere can call them. They check nothing: rules.step is the place for that.

Layout. Like rules.py the kernels keep one plane of force a player, but they never sweep over whole
planes: a bit set per square says which players have a piece there, and only those entries mean
anything. A square whose surroundings hold one player's bit alone is settled by one comparison.
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

Memory = npt.NDArray[np.int32]  # (1 + 6, H * W): the bit set of each square, then each player's force on it
Bits = npt.NDArray[np.int32]  # (H * W,): bit i is set where player i + 1 has a piece
Orders = npt.NDArray[np.integer]  # directions as for rules.step
Reach = tuple[int, int, int, int, int]  # a square and its four neighbours, as positions in flat arrays


def memory_for(height: int, width: int) -> Memory:
    """Scratch memory for boards of this size. Its content means nothing between two calls."""
    return np.empty((1 + MOST_PLAYERS, height * width), dtype=np.int32)


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
    present, force = memory[0], memory[1:]
    for y in range(height):
        for x in range(width):
            square, player = y * width + x, owner[y, x]
            if player == 0:
                present[square] = 0
                continue
            present[square] = 1 << (player - 1)
            remains = 0  # a square that was ordered to go keeps a piece of strength 0
            if moves[y, x] == STILL:
                remains = min(int(strength[y, x]) + int(production[y, x]), STRENGTH_CAP)
            elif moves[y, x] > WEST:
                remains = int(strength[y, x])
            force[player - 1, square] = remains
    for y in range(height):
        for x in range(width):
            if owner[y, x] == 0 or moves[y, x] == STILL or moves[y, x] > WEST:
                continue
            # Sums of comparisons, not a chain of ifs: directions are hard to foresee for the processor.
            to_y = y + (moves[y, x] == SOUTH) - (moves[y, x] == NORTH)
            to_x = x + (moves[y, x] == EAST) - (moves[y, x] == WEST)
            to_y = height - 1 if to_y < 0 else 0 if to_y == height else to_y
            to_x = width - 1 if to_x < 0 else 0 if to_x == width else to_x
            target, plane = to_y * width + to_x, owner[y, x] - 1
            if present[target] >> plane & 1:
                force[plane, target] = min(force[plane, target] + strength[y, x], STRENGTH_CAP)
            else:
                present[target] |= 1 << plane
                force[plane, target] = strength[y, x]


@njit(nogil=True, cache=True)
def _fight(owner: Grid, strength: Grid, memory: Memory) -> None:
    """Turn the pieces in the memory into the next frame."""
    height, width = owner.shape
    present, force = memory[0], memory[1:]
    for y in range(height):
        row = y * width
        above = row - width if y > 0 else (height - 1) * width
        below = row + width if y < height - 1 else 0
        for x in range(width):
            here = present[row + x]
            if here == 0:
                continue
            left = row + (x - 1 if x > 0 else width - 1)
            right = row + (x + 1 if x < width - 1 else 0)
            around = present[above + x] | present[below + x] | present[left] | present[right]
            garrison = int(strength[y, x]) if owner[y, x] == 0 else 0
            if here | around == here and here & (here - 1) == 0:
                plane = _plane_of(here)
                # One player alone, here and around: only the garrison fights back.
                force_left = force[plane, row + x] - garrison
                if garrison == 0 or force_left > 0:
                    owner[y, x] = plane + 1
                strength[y, x] = abs(force_left)
            else:
                within_reach = (row + x, above + x, right, below + x, left)
                owner[y, x], strength[y, x] = _clash(present, force, garrison, within_reach)


@njit(nogil=True, cache=True)
def _clash(present: Bits, force: Memory, garrison: int, within_reach: Reach) -> tuple[int, int]:
    """The owner and strength of a square (the first of those within reach) that enemies fight over."""
    here = present[within_reach[0]]
    owner, strength, attack = 0, 0, 0
    for plane in range(MOST_PLAYERS):
        if here >> plane & 1:
            own = force[plane, within_reach[0]]
            damage, touched = _damage(present, force, plane, within_reach)
            if not (touched or garrison > 0) or own > damage + garrison:
                owner, strength = plane + 1, own - damage - garrison
            attack += own
    return (owner, strength) if owner > 0 else (0, max(garrison - attack, 0))


@njit(nogil=True, cache=True)
def _damage(present: Bits, force: Memory, plane: int, within_reach: Reach) -> tuple[int, bool]:
    """What one player's piece takes from all others within reach, and whether there are any."""
    damage, touched = 0, False
    for square in within_reach:
        enemies = present[square] & ~(1 << plane)
        for enemy in range(MOST_PLAYERS):
            if enemies >> enemy & 1:
                damage += force[enemy, square]
                touched = True
    return damage, touched


@njit(nogil=True, cache=True)
def _plane_of(bit: int) -> int:
    """The position of the only bit that is set."""
    plane = 0
    while bit >> plane != 1:
        plane += 1
    return plane
