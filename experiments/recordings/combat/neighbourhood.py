"""Neighbourhoods: the diamond around a square, its text, and the symmetries that fold it.

All that a turn's move can touch lies in radius 2, thirteen squares row by row: a 3 x 3 square would miss the enemy
straight ahead, a 5 x 5 one would split the counts by corners that nothing can reach.
"""

from collections.abc import Sequence
from functools import reduce
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

OWN, ENEMY, EMPTY, NEUTRAL = range(4)
LETTERS = "oe.n"  # ours, an enemy's, neutral of strength 0, neutral with strength
DIRECTIONS = ("STILL", "NORTH", "EAST", "SOUTH", "WEST")
STEPS = ((0, 0), (-1, 0), (0, 1), (1, 0), (0, -1))  # rows and columns that each direction goes
# Rows and columns, from the centre, of the squares at most two steps away.
DIAMOND = tuple((y, x) for y, x in product(range(-2, 3), repeat=2) if abs(y) + abs(x) <= 2)
ROWS = (1, 3, 5, 3, 1)

Kinds = npt.NDArray[np.int64]


class Symmetry(NamedTuple):
    """One of the eight ways to lay a square onto itself.

    The turned pattern is `kinds[..., source]`, and a move in direction d becomes one in `turned[d]`.
    """

    source: Kinds  # (13,) which square comes to lie here
    turned: Kinds  # (5,)


def _symmetry(mirror: bool, quarters: int) -> Symmetry:
    def turn(y: int, x: int) -> tuple[int, int]:
        x = -x if mirror else x
        for _ in range(quarters):
            y, x = x, -y
        return y, x

    target = [DIAMOND.index(turn(y, x)) for y, x in DIAMOND]
    return Symmetry(np.argsort(target), np.array([STEPS.index(turn(y, x)) for y, x in STEPS]))


# The eight; the first leaves everything as it is.
SYMMETRIES = tuple(_symmetry(mirror, quarters) for mirror in (False, True) for quarters in range(4))


def pattern_of(kinds: Sequence[int]) -> str:
    """Return a neighbourhood as the text of a table: `e/.oe/..o.n/ooo/o`."""
    letters, ends = "".join(LETTERS[kind] for kind in kinds), np.cumsum(ROWS)
    return "/".join(letters[end - length : end] for end, length in zip(ends, ROWS, strict=True))


def kinds_of(pattern: str) -> Kinds:
    """Return the neighbourhood (13,) with this text."""
    return np.array([LETTERS.index(letter) for letter in pattern.replace("/", "")])


def alike(kinds: Kinds) -> tuple[tuple[int, ...], ...]:
    """Return the directions that a neighbourhood's own symmetry makes the same, in groups."""
    own = [symmetry.turned for symmetry in SYMMETRIES if (kinds[symmetry.source] == kinds).all()]
    groups = {tuple(sorted({int(turned[direction]) for turned in own})) for direction in range(len(DIRECTIONS))}
    return tuple(sorted(groups))


def fold(kinds: Kinds, direction: Kinds) -> tuple[Kinds, Kinds]:
    """Lay N neighbourhoods so that all that differ by a symmetry only become the same.

    Args:
        kinds: (N, 13) OWN .. NEUTRAL
        direction: (N,) 0..4

    Returns:
        both, turned: of the eight ways to lay it the one that reads as the smallest number, and if the neighbourhood is
        symmetric itself, the one with the smallest direction, so that its equal directions are counted as one
    """
    ways = [_texts(np.column_stack([kinds[:, each.source], each.turned[direction]])) for each in SYMMETRIES]
    least = reduce(lambda one, other: np.where(other < one, other, one), ways)
    digits = least.view(np.uint8).reshape(len(kinds), kinds.shape[1] + 1).astype(np.int64) - 1
    return digits[:, :-1], digits[:, -1]


def _texts(digits: Kinds) -> npt.NDArray[np.bytes_]:
    """Return rows (N, n) of small numbers as N texts, which compare as the rows do; n at least 1."""
    shifted = np.ascontiguousarray(digits + 1, np.uint8)  # a text of numpy has no zeros at its end
    return shifted.view(f"S{digits.shape[1]}").ravel()
