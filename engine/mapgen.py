"""The official map for a size, a number of players and a seed, bit for bit; its loops stand in map_kernels."""

import math
from functools import cache
from typing import Any

import numpy as np

from . import map_kernels as loops
from .state import MOST_PLAYERS, State

# The official choice when no size is asked for: larger boards are rarer.
SIDES = (20, 25, 25, 30, 30, 30, 35, 35, 35, 35, 40, 40, 40, 45, 45, 50)

MOST_SQUARES = 10_000  # of a board, as 100 x 100; the largest of the contest has 2,500
_LARGEST_SEED = 2**32 - 1


def generate(width: int, height: int, players: int, seed: int, alone: bool = False, kernels: Any = loops) -> State:
    """Return the first frame of the official game.

    Args:
        width, height: at most MOST_SQUARES squares; the board may come out smaller, so that all get an equal part
        players: 1..6
        seed: 0..2**32 - 1
        alone: leave only player 1 on the map that `players` players would get
        kernels: `engine.kernels.maps` for the same map a hundred times as fast; needs numba

    Raises:
        ValueError: the players do not fit on a board of this size, or it is too large
    """
    check_size(width, height, players, seed)
    words, layout = np.empty(loops.WORDS + 1, np.uint32), np.empty(loops.SIDEWAYS + 1, np.int64)
    kernels.seed_generator(seed, words)
    kernels.plan_layout(width, height, players, kernels.next_word(words), layout)
    rows, columns, chunk_height, chunk_width, _ = layout.tolist()
    board = rows * chunk_height, columns * chunk_width
    owner, strength, production = (np.empty(board, np.uint8) for _ in range(3))
    regions = np.empty((loops.DEPTH, loops.CHILD + 1), np.int64)
    factors = np.empty((loops.DEPTH, 2, loops.REGION_CUTS, loops.REGION_CUTS))
    kernels.fill(players, alone, words, layout, regions, factors, np.empty((3, *board)), owner, strength, production)
    return State(owner, strength, production)


def check_size(width: int, height: int, players: int, seed: int) -> None:
    """Raise what `generate` would raise, without seeding a generator where every seed works."""
    if not 0 <= seed <= _LARGEST_SEED:
        raise ValueError(f"a seed is 0..{_LARGEST_SEED}, but {seed} was given; the official generator has 32 bits")
    if not 1 <= players <= MOST_PLAYERS:
        raise ValueError(f"a map is for 1 to {MOST_PLAYERS} players, but {players} were asked for")
    if width * height > MOST_SQUARES:
        side = math.isqrt(MOST_SQUARES)
        raise ValueError(
            f"a {width} x {height} board has {width * height:,} squares, and a board may have {MOST_SQUARES:,}, "
            f"as {side} x {side} has"
        )
    fits = unit(players)
    if min(width, height) >= fits:
        return
    layout = np.empty(loops.SIDEWAYS + 1, np.int64)
    loops.plan_layout(width, height, players, _first_word(seed), layout)
    if min(layout[loops.CHUNK_HEIGHT], layout[loops.CHUNK_WIDTH]) < 1:
        raise ValueError(
            f"a {width} x {height} board is too small for {players} players with this seed; "
            f"from {fits} x {fits} on every seed works"
        )


def random_size(seed: int) -> int:
    """Return the side of the square board that the official program plays on when no size is asked for."""
    # The C++ library's uniform choice among 16: the top four bits of the generator's first word.
    return SIDES[_first_word(seed) * len(SIDES) >> 32]


@cache
def unit(players: int) -> int:
    """Return the smallest number whose multiples, asked for as sides, are the sides of the map with every seed."""
    return players * max(side for side in range(1, math.isqrt(players) + 1) if players % side == 0)


def _first_word(seed: int) -> int:
    words = np.empty(loops.WORDS + 1, np.uint32)
    loops.seed_generator(seed, words)
    return loops.next_word(words)
