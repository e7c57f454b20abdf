"""One turn by the rules, as the forecast plays it: many squares at a time.

Everything is a word of 16 bits in planes that are wider and higher than the board: two rows and columns on each side
repeat the opposite side. So neighbours lie at fixed distances, no loop has a branch, and the processor takes 16 squares
or more at once. Numba calculates with 64 bits, so every sum is cut to a word where it arises: the compiler finds wide
instructions only then. A test compares the turn with that of the engine, which shares no code with the bot.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from .compiled import compiled, uncounted
from .view import EAST, NEUTRAL, NORTH, SOUTH, STILL, STRENGTH_CAP, WEST

SEATS = 7
"""Owners of a square: neutral and six players."""

RIM = 2
"""Rows and columns beyond each edge: what decides about a square comes from as far as two steps away."""

ERRAND, CROWD, FATE = NEUTRAL, SEATS, SEATS + 1
"""Planes: what each square does, all pieces together, who owns it afterwards. Planes 1..6 hold the players' pieces."""

ERRANDS = 5
"""An errand is owner * 5 + direction, in the upper byte; the strength that goes or stays is the lower one."""

OWNED = np.uint16(ERRANDS << 8)
"""The lowest errand of a player's square. Below lie neutral ones, whose strength defends them."""

UNIT = 32
"""A piece is 32 * strength + 1. Units tell how strong pieces are together; the rest shows that something is there."""

DEADLY = np.uint16(STRENGTH_CAP * UNIT + UNIT - 1)
"""No piece survives more than this, so larger sums are cut: those of five squares still fit a word."""

COMER = np.uint16(1 << 12)
"""Added to every strength that comes to a square; the sum of five strengths stays below it."""

LOW, CAP, NONE, ONE = np.uint16(255), np.uint16(STRENGTH_CAP), np.uint16(0), np.uint16(1)


def planes(height: int, width: int) -> npt.NDArray[np.uint16]:
    """Memory for turns on boards of this size; it means nothing from one turn to the next."""
    return np.zeros((SEATS + 2, (height + 2 * RIM) * (width + 2 * RIM)), np.uint16)


@compiled
def step(owner: Any, strength: Any, production: Any, moves: Any, planes: Any) -> None:
    """Play one turn: owner and strength (H, W) become the next frame. Moves of neutral squares mean nothing."""
    stride, living = owner.shape[1] + 2 * RIM, _send(owner, strength, production, moves, planes[ERRAND])
    _surround(owner.shape[0], stride, planes[ERRAND])
    planes[CROWD][:] = 0
    for player in range(1, SEATS):
        if living >> player & 1:
            _gather(player, stride, planes[ERRAND], planes[player], planes[CROWD])
    _defend(planes[ERRAND], planes[CROWD], planes[FATE])
    for player in range(1, SEATS):
        if living >> player & 1:
            _strike(player, stride, planes[ERRAND], planes[CROWD], planes[player], planes[FATE])
    _settle(owner, strength, planes[FATE])


@compiled
def _send(owner: Any, strength: Any, production: Any, moves: Any, errand: Any) -> int:
    """What every square of the board does; returns who owns a square, as bits."""
    height, width = owner.shape
    stride, living = width + 2 * RIM, 0
    for y in range(height):
        row = errand[(y + RIM) * stride + RIM :]
        for x in range(width):
            grows = (moves[y, x] == STILL) & (owner[y, x] != NEUTRAL)
            grown = min(strength[y, x] + production[y, x] * grows, STRENGTH_CAP)
            way = moves[y, x] * (owner[y, x] != NEUTRAL)
            row[x] = np.uint16((owner[y, x] * ERRANDS + way) * 256 + grown)
        for x in range(width):
            living |= 1 << owner[y, x]
    return living


@compiled
def _surround(height: int, stride: int, errand: Any) -> None:
    """Repeat the opposite sides: the columns, from the inside outwards for boards narrower than the rim; the rows."""
    width, last = stride - 2 * RIM, (height + RIM) * stride
    for row in range(RIM * stride, last, stride):
        for x in range(RIM - 1, -1, -1):
            errand[row + x] = errand[row + x + width]
            errand[row + stride - 1 - x] = errand[row + stride - 1 - x - width]
    for c in range(RIM * stride - 1, -1, -1):
        errand[c] = errand[c + height * stride]
    for c in range(last, errand.size):
        errand[c] = errand[c - height * stride]


@uncounted
def _coming(word: Any, wanted: Any) -> Any:
    """The strength that a square sends on this errand, as a comer; none on another."""
    comer = np.uint16(COMER + np.uint16(word & LOW))
    return comer if word >> 8 == wanted else NONE


@compiled
def _gather(player: int, stride: int, errand: Any, piece: Any, crowd: Any) -> None:
    """A player's pieces after moving, and with those of the others. The outermost squares of the rim are left out."""
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
        force = np.uint16(come & np.uint16(COMER - ONE))
        force = force if force < CAP else CAP
        # A square that sends its strength away keeps a piece of strength 0.
        is_there = (come >= COMER) | ((here[i] >> 8 >= stays) & (here[i] >> 8 <= west))
        stands[i] = np.uint16(np.uint16(force * np.uint16(UNIT)) + ONE) if is_there else NONE
    for i in range(crowd.size):
        crowd[i] = np.uint16(crowd[i] + piece[i])


@uncounted
def _garrison(word: Any) -> Any:
    """The strength that defends a neutral square."""
    return np.uint16(word & LOW) if word < OWNED else NONE


@compiled
def _defend(errand: Any, crowd: Any, fate: Any) -> None:
    """What the garrisons keep, as if all pieces died."""
    for i in range(fate.size):
        garrison, attack = _garrison(errand[i]), np.uint16(crowd[i] // np.uint16(UNIT))
        fate[i] = np.uint16(garrison - attack) if garrison > attack else NONE


@uncounted
def _against(everybody: Any, own: Any) -> Any:
    """The pieces of all others on a square, as one that kills at most."""
    others = np.uint16(everybody - own)
    return others if others < DEADLY else DEADLY


@compiled
def _strike(player: int, stride: int, errand: Any, crowd: Any, piece: Any, fate: Any) -> None:
    """Enter where a player's piece survives: owner * 256 + strength. At most one piece does on a square.

    A piece that anything touched dies when the damage reaches its strength.
    """
    first, size = RIM * (stride + 1), errand.size - 2 * RIM * (stride + 1)
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
        end[i] = np.uint16(np.uint16(player * 256) + np.uint16(force - damage)) if lives else end[i]


@compiled
def _settle(owner: Any, strength: Any, fate: Any) -> None:
    """The next frame."""
    height, width = owner.shape
    stride = width + 2 * RIM
    for y in range(height):
        row = fate[(y + RIM) * stride + RIM :]
        for x in range(width):
            owner[y, x] = row[x] >> 8
        for x in range(width):
            strength[y, x] = row[x] & LOW
