"""Neighbourhoods: the diamond of radius 2 around a square, its text, and the symmetries that fold it.

Thirteen squares, row by row. A piece that moves now hurts and is hurt at distance 1 of where it arrives, so
everything that this turn's move can touch lies in the diamond; a 3 x 3 square would miss the enemy straight
ahead, a 5 x 5 one would add corners that nothing here can reach and split the counts by them.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
import numpy.typing as npt

OWN, ENEMY, EMPTY, NEUTRAL, ANY = range(5)
LETTERS = "oe.n?"
"""Ours, an enemy's, neutral of strength 0, neutral with strength, and, in questions, anything."""

DIRECTIONS = ("STILL", "NORTH", "EAST", "SOUTH", "WEST")
STEPS = ((0, 0), (-1, 0), (0, 1), (1, 0), (0, -1))
"""Rows and columns that each direction goes."""

DIAMOND = tuple((y, x) for y, x in product(range(-2, 3), repeat=2) if abs(y) + abs(x) <= 2)
CENTRE = DIAMOND.index((0, 0))
ROWS = (1, 3, 5, 3, 1)

Kinds = npt.NDArray[np.int64]

_WEIGHTS = ANY ** np.arange(len(DIAMOND) - 1, -1, -1)
"""A neighbourhood as a number: thirteen digits of base 4, for ANY is no kind of square."""


class PatternError(ValueError):
    """A text that is no pattern."""


@dataclass(frozen=True, slots=True)
class Symmetry:
    """One of the eight ways to lay a square onto itself.

    The pattern laid anew is `kinds[..., source]`, and a move in direction d is one in `turned[d]` there.
    """

    source: Kinds  # (13,) which square comes to lie here
    turned: Kinds  # (5,)


def _symmetry(mirror: bool, quarters: int) -> Symmetry:
    def laid(y: int, x: int) -> tuple[int, int]:
        x = -x if mirror else x
        for _ in range(quarters):
            y, x = x, -y
        return y, x

    target = [DIAMOND.index(laid(y, x)) for y, x in DIAMOND]
    return Symmetry(np.argsort(target), np.array([STEPS.index(laid(y, x)) for y, x in STEPS]))


SYMMETRIES = tuple(_symmetry(mirror, quarters) for mirror in (False, True) for quarters in range(4))
"""The first leaves everything as it is."""


@dataclass(frozen=True)
class Pattern:
    """A neighbourhood, or a question about neighbourhoods where `?` stands for anything."""

    kinds: tuple[int, ...]  # (13,) OWN .. ANY, row by row

    @classmethod
    def parse(cls, text: str) -> "Pattern":
        """Read `e/.oe/..o.n/ooo/o` (the diamond) or `.e./ooe/...` (the inner 3 x 3, the tips being `?`).

        Raises PatternError, saying how patterns are written.
        """
        rows = text.strip().split("/")
        if [len(row) for row in rows] == [3, 3, 3]:
            first, second, third = rows
            rows = ["?", first, f"?{second}?", third, "?"]
        letters = "".join(rows)
        if [len(row) for row in rows] != list(ROWS) or set(letters) - set(LETTERS) or letters[CENTRE] != "o":
            raise PatternError(
                f"{text!r} is not a pattern: expected three rows of 3 squares, or a diamond of 1, 3, 5, 3, 1, split "
                f"by /; o ours, e enemy, . neutral of strength 0, n neutral with strength, ? anything; in the centre o"
            )
        return cls(tuple(LETTERS.index(letter) for letter in letters))

    def __str__(self) -> str:
        return "/".join(self._rows)

    @property
    def drawing(self) -> str:
        """Five lines, the diamond as it lies on the board."""
        return "\n".join(" ".join(row.center(5)).rstrip() for row in self._rows)

    @property
    def _rows(self) -> list[str]:
        letters, ends = "".join(LETTERS[kind] for kind in self.kinds), np.cumsum(ROWS)
        return [letters[end - length : end] for end, length in zip(ends, ROWS, strict=True)]

    @cached_property
    def alike(self) -> tuple[tuple[int, ...], ...]:
        """Directions that the pattern's own symmetry makes the same, in groups: ((0,), (1, 3), (2,), (4,))."""
        kinds = np.array(self.kinds)
        own = [symmetry.turned for symmetry in SYMMETRIES if (kinds[symmetry.source] == kinds).all()]
        groups = {tuple(sorted({int(turned[direction]) for turned in own})) for direction in range(len(DIRECTIONS))}
        return tuple(sorted(groups))


def fold(kinds: Kinds, direction: Kinds) -> tuple[Kinds, Kinds]:
    """Lay N neighbourhoods so that all that differ by a symmetry only become the same.

    kinds       (N, 13) OWN .. NEUTRAL
    direction   (N,) 0..4
    Returns     both, turned: of the eight ways to lay it the one that reads as the smallest number, and if the
                neighbourhood is symmetric itself, the one with the smallest direction, so that its equal
                directions are counted as one
    """
    ways = np.array([_code(kinds[:, s.source]) * len(DIRECTIONS) + s.turned[direction] for s in SYMMETRIES])
    code, folded = np.divmod(ways.min(axis=0), len(DIRECTIONS))
    return code[:, None] // _WEIGHTS % ANY, folded


def _code(kinds: Kinds) -> Kinds:
    code: Kinds = kinds @ _WEIGHTS
    return code
