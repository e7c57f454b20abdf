"""One turn by the rules, as the rollout plays it: many squares at a time.

A plane holds a word of 16 bits for every square of the board and of a halo, which repeats two rows and columns of the
opposite side. So neighbours lie at fixed distances, and loops over a plane have no branches, for wide instructions of
the processor. Numba calculates with 64 bits; each result is therefore cut to a word at once. A test compares the turn
with the engine's; bot and engine share no code.
"""

import numpy as np
import numpy.typing as npt

from ..board.arrays import Bytes, Grids, Words
from ..board.compiled import compiled, uncounted
from ..board.view import EAST, NEUTRAL, NORTH, SEATS, SOUTH, STILL, STRENGTH_CAP, WEST

# Rows and columns beyond each edge: what happens on a square depends on squares up to two steps away.
HALO = 2

# Planes: what each square does, the sum of all pieces there, its next frame. Planes 1..6 hold the players' pieces.
ERRAND, CROWD, FATE = NEUTRAL, SEATS, SEATS + 1

# Bits of the lower byte of an errand or a fate, which is a strength. Whose it is stands above.
BYTE = 8

# An errand is owner * 5 + direction, above the strength that goes or stays.
ERRANDS = 5

# The lowest errand of a player's square. Those below are of neutral squares: their strength defends them.
OWNED = np.uint16(ERRANDS << BYTE)

# A piece is 32 * strength + 1. In a sum of pieces, whole units are strength; a rest shows that a piece is there.
UNIT = 32

# No piece survives this much. The sum of a square is cut here, so that the sum of five squares fits a word.
DEADLY = np.uint16(STRENGTH_CAP * UNIT + UNIT - 1)

# Added to every strength that arrives on a square, or stays; the sum of five strengths is less.
ARRIVAL = np.uint16(1 << 12)

LOW, CAP, NONE, ONE = np.uint16((1 << BYTE) - 1), np.uint16(STRENGTH_CAP), np.uint16(0), np.uint16(1)


def planes(height: int, width: int) -> npt.NDArray[np.uint16]:
    """Return memory for turns on boards of this size. Nothing in it lasts from one turn to the next."""
    return np.zeros((SEATS + 2, (height + 2 * HALO) * (width + 2 * HALO)), np.uint16)


@compiled
def step(grids: Grids, moves: Bytes, planes: Words) -> None:
    """Play one turn: owner and strength become the next frame. Moves of neutral squares mean nothing."""
    owner, strength = grids.owner, grids.strength
    stride, alive = owner.shape[1] + 2 * HALO, living(owner)
    _send(grids, moves, planes[ERRAND])
    _fill_halo(owner.shape[0], stride, planes[ERRAND])
    planes[CROWD][:] = 0
    for player in range(1, SEATS):
        if alive >> player & 1:
            _gather(player, stride, planes[ERRAND], planes[player], planes[CROWD])
    _defend(planes[ERRAND], planes[CROWD], planes[FATE])
    for player in range(1, SEATS):
        if alive >> player & 1:
            _strike(player, stride, planes[ERRAND], planes[CROWD], planes[player], planes[FATE])
    _settle(owner, strength, planes[FATE])


@uncounted
def living(owner: Bytes) -> int:
    """Return who owns a square, as bits; bit 0 is set where a square is neutral."""
    height, width = owner.shape
    bits = 0
    for y in range(height):
        for x in range(width):
            bits |= 1 << owner[y, x]
    return bits


@compiled
def _send(grids: Grids, moves: Bytes, errand: Words) -> None:
    """Write down what every square of the board does."""
    owner, strength, production = grids.owner, grids.strength, grids.production
    height, width = owner.shape
    stride = width + 2 * HALO
    for y in range(height):
        row = errand[(y + HALO) * stride + HALO :]
        for x in range(width):
            grows = (moves[y, x] == STILL) & (owner[y, x] != NEUTRAL)
            grown = min(np.uint16(strength[y, x]) + np.uint16(production[y, x]) * grows, STRENGTH_CAP)
            way = moves[y, x] * (owner[y, x] != NEUTRAL)
            row[x] = np.uint16(((np.uint16(owner[y, x]) * ERRANDS + way) << BYTE) + grown)


@compiled
def _fill_halo(height: int, stride: int, errand: Words) -> None:
    """Fill the halo: columns, then whole rows; from the inside outwards, as a board may be narrower than the halo."""
    width, last = stride - 2 * HALO, (height + HALO) * stride
    for row in range(HALO * stride, last, stride):
        for x in range(HALO - 1, -1, -1):
            errand[row + x] = errand[row + x + width]
            errand[row + stride - 1 - x] = errand[row + stride - 1 - x - width]
    for c in range(HALO * stride - 1, -1, -1):
        errand[c] = errand[c + height * stride]
    for c in range(last, errand.size):
        errand[c] = errand[c - height * stride]


@uncounted
def _coming(word: np.uint16, wanted: np.uint16) -> np.uint16:
    """Return ARRIVAL plus the strength that a square sends on the wanted errand; NONE if its errand is another one."""
    arrival = np.uint16(ARRIVAL + np.uint16(word & LOW))
    return arrival if word >> BYTE == wanted else NONE


@compiled
def _gather(player: int, stride: int, errand: Words, piece: Words, crowd: Words) -> None:
    """Move one player's pieces, and add them to the crowd. The outermost squares of the halo are left out."""
    first, size = stride + 1, errand.size - 2 * (stride + 1)
    here, above, below = errand[first:], errand[1:], errand[first + stride :]
    left, right, stands = errand[stride:], errand[first + 1 :], piece[first:]
    stays = np.uint16(player * ERRANDS + STILL)
    north, east = np.uint16(stays + np.uint16(NORTH)), np.uint16(stays + np.uint16(EAST))
    south, west = np.uint16(stays + np.uint16(SOUTH)), np.uint16(stays + np.uint16(WEST))
    for i in range(size):
        come = np.uint16(_coming(here[i], stays) + _coming(below[i], north))
        come = np.uint16(come + np.uint16(_coming(left[i], east) + _coming(above[i], south)))
        come = np.uint16(come + _coming(right[i], west))
        force = np.uint16(come & np.uint16(ARRIVAL - ONE))
        force = force if force < CAP else CAP
        # A square that sends its strength away keeps a piece of strength 0.
        is_there = (come >= ARRIVAL) | ((here[i] >> BYTE >= stays) & (here[i] >> BYTE <= west))
        stands[i] = np.uint16(np.uint16(force * np.uint16(UNIT)) + ONE) if is_there else NONE
    for i in range(crowd.size):
        crowd[i] = np.uint16(crowd[i] + piece[i])


@uncounted
def _garrison(word: np.uint16) -> np.uint16:
    """Return the strength that defends a neutral square."""
    return np.uint16(word & LOW) if word < OWNED else NONE


@compiled
def _defend(errand: Words, crowd: Words, fate: Words) -> None:
    """Write down what garrisons are left with, as if no piece survived."""
    for i in range(fate.size):
        garrison, attack = _garrison(errand[i]), np.uint16(crowd[i] // np.uint16(UNIT))
        fate[i] = np.uint16(garrison - attack) if garrison > attack else NONE


@uncounted
def _against(everybody: np.uint16, own: np.uint16) -> np.uint16:
    """Return the sum of all others' pieces on a square, cut where it kills anything."""
    others = np.uint16(everybody - own)
    return others if others < DEADLY else DEADLY


@compiled
def _strike(player: int, stride: int, errand: Words, crowd: Words, piece: Words, fate: Words) -> None:
    """Write down where a player's piece survives; at most one piece on a square does.

    A piece that anything touches dies when the damage reaches its strength.
    """
    first, size = HALO * (stride + 1), errand.size - 2 * HALO * (stride + 1)
    word, all_here, here, end = errand[first:], crowd[first:], piece[first:], fate[first:]
    all_above, above = crowd[first - stride :], piece[first - stride :]
    all_below, below = crowd[first + stride :], piece[first + stride :]
    all_left, left = crowd[first - 1 :], piece[first - 1 :]
    all_right, right = crowd[first + 1 :], piece[first + 1 :]
    for i in range(size):
        blow = np.uint16(_against(all_here[i], here[i]) + _against(all_above[i], above[i]))
        blow = np.uint16(blow + np.uint16(_against(all_below[i], below[i]) + _against(all_left[i], left[i])))
        blow = np.uint16(blow + _against(all_right[i], right[i]))
        garrison, force = _garrison(word[i]), np.uint16(here[i] // np.uint16(UNIT))
        damage = np.uint16(np.uint16(blow // np.uint16(UNIT)) + garrison)
        is_touched = (blow != NONE) | (garrison != NONE)
        lives = (here[i] != NONE) & ((force > damage) | ~is_touched)
        end[i] = np.uint16(np.uint16(player << BYTE) + np.uint16(force - damage)) if lives else end[i]


@compiled
def _settle(owner: Bytes, strength: Bytes, fate: Words) -> None:
    """Write the next frame."""
    height, width = owner.shape
    stride = width + 2 * HALO
    for y in range(height):
        row = fate[(y + HALO) * stride + HALO :]
        for x in range(width):
            owner[y, x] = row[x] >> BYTE
        for x in range(width):
            strength[y, x] = row[x] & LOW
