"""One turn by the rules, as the rollout plays it. Bot and engine share no code; a test compares their turns."""

import numpy as np
import numpy.typing as npt

from ..board.arrays import Bytes, Grids, Ints
from ..board.compiled import compiled, uncounted
from ..board.view import NEUTRAL, SEATS, STILL, STRENGTH_CAP

# A piece is 32 * strength + 1. In a sum of pieces, whole units are strength; a rest shows that a piece is there.
UNIT, THERE = 32, 1

# No piece is stronger.
STRONGEST = STRENGTH_CAP * UNIT + THERE

# The place of the sum of all players' pieces: neutral squares send none.
ALL = NEUTRAL


def pieces(height: int, width: int) -> npt.NDArray[np.int32]:
    """Return memory for turns on boards of this size, (N, SEATS). Nothing in it lasts from one turn to the next."""
    return np.zeros((height * width, SEATS), np.int32)


@compiled
def step(grids: Grids, moves: Bytes, pieces: Ints) -> None:
    """Play one turn: owner and strength become the next frame. Moves of neutral squares mean nothing."""
    owner, strength = grids.owner, grids.strength
    height, width = owner.shape
    _move(grids, moves, pieces)
    for y in range(height):
        for x in range(width):
            if pieces[y * width + x, ALL] == 0:  # no piece is or arrives here
                continue
            garrison = int(strength[y, x]) if owner[y, x] == NEUTRAL else 0
            owner[y, x], strength[y, x] = _fight(garrison, _around(y, x, height, width), pieces)


@compiled
def _move(grids: Grids, moves: Bytes, pieces: Ints) -> None:
    """Put every player's pieces where they go. A square that sends its strength away keeps a piece of strength 0."""
    height, width = moves.shape
    pieces[:] = 0
    for y in range(height):
        for x in range(width):
            player, way = int(grids.owner[y, x]), int(moves[y, x])
            if player == NEUTRAL:
                continue
            around, force = _around(y, x, height, width), int(grids.strength[y, x])
            if way == STILL:
                force += int(grids.production[y, x])
            pieces[around[STILL], player] |= THERE
            pieces[around[way], player] = (pieces[around[way], player] + UNIT * force) | THERE
    for c in range(height * width):
        for player in range(1, SEATS):
            pieces[c, player] = min(pieces[c, player], STRONGEST)
            pieces[c, ALL] += pieces[c, player]


@uncounted
def _fight(garrison: int, around: tuple[int, ...], pieces: Ints) -> tuple[int, int]:
    """Return who holds a square in the next frame, and with what strength. At most one piece survives there.

    A piece that anything touches dies when the damage reaches its strength.
    """
    c = around[STILL]
    for player in range(1, SEATS):
        if pieces[c, player] == 0:
            continue
        blow = 0
        for n in around:
            blow += pieces[n, ALL] - pieces[n, player]
        left = pieces[c, player] // UNIT - blow // UNIT - garrison
        if left > 0 or (blow == 0 and garrison == 0):
            return player, left
    return NEUTRAL, max(garrison - pieces[c, ALL] // UNIT, 0)


@uncounted
def _around(y: int, x: int, height: int, width: int) -> tuple[int, int, int, int, int]:
    """Return a square and its neighbours, by direction."""
    north, south = y - 1 if y > 0 else height - 1, y + 1 if y + 1 < height else 0
    west, east = x - 1 if x > 0 else width - 1, x + 1 if x + 1 < width else 0
    return y * width + x, north * width + x, y * width + east, south * width + x, y * width + west


@uncounted
def living(owner: Bytes) -> int:
    """Return who owns a square, as bits; bit 0 is set where a square is neutral."""
    height, width = owner.shape
    bits = 0
    for y in range(height):
        for x in range(width):
            bits |= 1 << owner[y, x]
    return bits
