"""The squares near the enemy, as the combat search keeps them: which may change, and what lies around them.

Squares are numbered row by row; options are directions: 0 Still, 1..4 North, East, South, West.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..board.board import NORTH, OPTIONS, SEATS, torus
from ..board.compiled import Grids, Ints, Places, Record, Records, compiled
from .state import SAMPLES as SAMPLES  # for those that sample replies, here and in opponents

UNREACHED = 99

# Steps from the squares that may change within which a sample says what is left; beyond two, ours touch nothing.
WATCHED = 3

# What the search knows of one square.
SQUARE = np.dtype(
    [
        ("around", np.int32, (OPTIONS,)),
        ("owner", np.int32),
        ("strength", np.int32),
        ("production", np.int32),
        ("worth", np.int32),  # what holding the square counts besides its strength
        ("option", np.int32),  # of a square of ours
        ("greedy", np.int32),
        ("near", np.int32),  # steps to the nearest square that may change; UNREACHED beyond the front
        ("ours_away", np.int32),  # passable steps from our land
        ("heap", np.int32),  # strength of ours that arrives or stays, uncapped
        ("stands", np.int32),  # pieces of ours there; a square that we own always keeps one
        ("force", np.int32),  # their joint strength
        ("blow", np.int32),  # force on the square and the four beside it
        ("touch", np.int32),  # pieces of ours on it and the four beside it
        ("foes", np.int32),  # samples in which an enemy piece stands there
        ("alone", np.int32),  # their worth there over all samples while nothing of ours touches it
        ("ours", np.int32),  # our worth there over all samples
        ("theirs", np.int32),
        ("total", np.int32),  # enemy force there in the sample that is being evaluated
        ("bits", np.int32),  # the enemies that have a piece there in it
        ("vain", np.int32, (OPTIONS,)),  # 1: this option gained nothing, and no option has changed since
        ("bonus", np.float64, (OPTIONS,)),  # of each option of a square that may change; -inf forbids it
    ],
    align=True,
)


class CombatZone(NamedTuple):
    """Memory for one search on boards of one size; N = H * W."""

    squares: npt.NDArray[np.void]  # (N,) SQUARE
    strike: npt.NDArray[np.int32]  # (N, SAMPLES) the blow on a piece of ours there; -1: nothing touches it
    foe: npt.NDArray[np.int32]  # (N, SAMPLES) what the strongest enemy piece has left before we strike
    strongest: npt.NDArray[np.int8]  # (N, SAMPLES) whose it is
    reply: npt.NDArray[np.int8]  # (SAMPLES, N) the option of every enemy square
    plane: npt.NDArray[np.int32]  # (SEATS, N) force of each enemy in the sample that is being evaluated
    zone: npt.NDArray[np.int32]  # (N,) squares by their distance from those that may change
    free: npt.NDArray[np.int32]  # (N,) squares of ours that may change
    undo: npt.NDArray[np.int32]  # (10, 2) a square and what stood in `theirs`
    dice: npt.NDArray[np.uint64]  # (1,) state of the generator


def front(height: int, width: int) -> CombatZone:
    """Return memory for boards of this size; one for each thread."""
    area = height * width
    squares = np.zeros(area, SQUARE)
    squares["around"] = torus(height, width).around
    return CombatZone(
        squares, strike=np.zeros((area, SAMPLES), np.int32), foe=np.zeros((area, SAMPLES), np.int32),
        strongest=np.zeros((area, SAMPLES), np.int8), reply=np.zeros((SAMPLES, area), np.int8),
        plane=np.zeros((SEATS, area), np.int32), zone=np.zeros(area, np.int32), free=np.zeros(area, np.int32),
        undo=np.zeros((2 * OPTIONS, 2), np.int32), dice=np.zeros(1, np.uint64),
    )  # fmt: skip


@compiled
def load(grids: Grids, parameters: Record, squares: Records) -> None:
    """Copy the board."""
    o, s, p = grids.owner.reshape(-1), grids.strength.reshape(-1), grids.production.reshape(-1)
    for c in range(squares.size):
        squares[c].owner, squares[c].strength, squares[c].production = o[c], s[c], p[c]
        squares[c].worth = int(parameters.search_worth * p[c] + 0.5)
        squares[c].near = squares[c].ours_away = UNREACHED


@compiled
def find_free(me: int, parameters: Record, squares: Records, zone: Ints, free: Ints) -> int:
    """List in `free` our squares that may change, near enough to an enemy (search_reach); return how many."""
    end = 0
    for c in range(squares.size):
        if squares[c].owner != 0 and squares[c].owner != me:
            squares[c].near = 0
            zone[end] = c
            end += 1
    end = _flood(end, parameters.search_reach, True, squares, zone)
    size = 0
    for i in range(end):
        c = zone[i]
        squares[c].near = UNREACHED
        if squares[c].owner == me and squares[c].strength > 0:
            free[size] = c
            size += 1
    return size


@compiled
def _flood(end: int, steps: int, only_passable: bool, squares: Records, zone: Ints) -> int:
    """Let `near` grow by this many steps from the first `end` squares of `zone`, which are at 0; return the new end."""
    begin = 0
    for step in range(steps):
        last = end
        for i in range(begin, last):
            for k in range(NORTH, OPTIONS):
                n = squares[zone[i]].around[k]
                blocked = only_passable and squares[n].owner == 0 and squares[n].strength > 0
                if squares[n].near == UNREACHED and not blocked:
                    squares[n].near = step + 1
                    zone[end] = n
                    end += 1
        begin = last
    return end


@compiled
def find_zone(size: int, squares: Records, zone: Ints, free: Ints) -> int:
    """List in `zone` all squares within five steps of those that may change, nearest first; return how many."""
    for i in range(size):
        squares[free[i]].near = 0
        zone[i] = free[i]
    return _flood(size, 5, False, squares, zone)


@compiled
def players(me: int, end: int, squares: Records, zone: Ints) -> int:
    """Return the enemies with a square that can matter this turn, as bits."""
    bits = 0
    for i in range(end):
        if squares[zone[i]].near <= 4:
            bits |= 1 << squares[zone[i]].owner
    return bits & ~(1 << me) & ~1


@compiled
def measure_distances(me: int, squares: Records, queue: Places) -> None:
    """Count the passable steps from our land to every square, into `ours_away`."""
    end = 0
    for c in range(squares.size):
        if squares[c].owner == me:
            squares[c].ours_away = 0
            queue[end] = c
            end += 1
    at = 0
    while at < end:
        c = queue[at]
        at += 1
        for k in range(NORTH, OPTIONS):
            n = squares[c].around[k]
            if squares[n].ours_away == UNREACHED and (squares[n].owner != 0 or squares[n].strength == 0):
                squares[n].ours_away = squares[c].ours_away + 1
                queue[end] = n
                end += 1
