"""The official map for a size, a number of players and a seed, bit for bit.

Every sum is taken in the order of the official program, on doubles: rounding is part of the map.
"""

import math
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from .state import MOST_PLAYERS, Grid, State

Values = npt.NDArray[np.float64]

# The official choice when no size is asked for: larger boards are rarer.
SIDES = (20, 25, 25, 30, 30, 30, 35, 35, 35, 35, 40, 40, 40, 45, 45, 50)

MOST_SQUARES = 10_000  # of a board, as 100 x 100; the largest of the contest has 2,500

_WORD = 2**32 - 1
BELOW_ONE = math.nextafter(1.0, 0.0)
REGION_CUTS = 4  # a region is cut into at most 4 x 4 children
REGION_OWN, REGION_NEIGHBOUR = 0.75, 0.0625  # the blur among siblings
MAP_OWN = 0.66667  # the blur of the finished map; not 2/3, which gives other maps
MAP_NEIGHBOUR = (1 - MAP_OWN) / 4


def generate(width: int, height: int, players: int, seed: int, alone: bool = False) -> State:
    """Return the first frame of the official game.

    width, height   as asked for, at most MOST_SQUARES squares; the board may come out smaller, so that every player
                    gets an equal part
    players         1..6
    seed            0..2**32 - 1
    alone           leave only player 1 on the map that `players` players would get
    Raises          ValueError when the players do not fit on a board of this size, or it is too large
    """
    words = _words(seed)
    prefer_horizontal = next(words) % 2 == 1
    chunks, chunk = _layout(width, height, players, prefer_horizontal)
    production, strength = (_unfolded(_values(chunk, words), chunks) for _ in range(2))
    owner = _owners(chunks, chunk)
    if players != MOST_PLAYERS:  # the official program does not slide the chunks of six players
        source = _shift(chunks, chunk, prefer_horizontal, next(words))
        production, strength, owner = production[source], strength[source], owner[source]
    top_production, top_strength = next(words) % 10 + 6, next(words) % 106 + 150
    produces = _scaled(_smoothed(production), top_production)
    produces[(owner > 0) & (produces == 0)] = 1
    if alone:
        owner[owner > 1] = 0
    return State(owner, _scaled(_smoothed(strength), top_strength), produces)


def size(width: int, height: int, players: int, seed: int) -> tuple[int, int]:
    """Return (width, height) of the board that `generate` would make of this, at once. Raises like it."""
    chunks, chunk = _layout(width, height, players, _first_word(seed) % 2 == 1)
    return chunks[1] * chunk[1], chunks[0] * chunk[0]


def check_size(width: int, height: int, players: int, seed: int) -> None:
    """Raise what `generate` would raise, without seeding a generator where every seed works."""
    if 1 <= players <= MOST_PLAYERS and 0 <= seed <= _WORD and min(width, height) >= unit(players):
        check_squares(width, height)
    else:
        size(width, height, players, seed)


def random_size(seed: int) -> int:
    """Return the side of the square board that the official program plays on when no size is asked for."""
    # The C++ library's uniform choice among 16: the top four bits of the generator's first word.
    return SIDES[_first_word(seed) * len(SIDES) >> 32]


def check_squares(width: int, height: int) -> None:
    """Raise ValueError when a board of this size would have more squares than MOST_SQUARES."""
    if width * height > MOST_SQUARES:
        side = math.isqrt(MOST_SQUARES)
        raise ValueError(
            f"a {width} x {height} board has {width * height:,} squares, and a board may have {MOST_SQUARES:,}, "
            f"as {side} x {side} has"
        )


def unit(players: int) -> int:
    """Return the smallest number whose multiples, asked for as sides, are the sides of the map with every seed."""
    return players * _fewer_chunks(players)


@lru_cache(maxsize=1024)  # seeding takes nearly all of the time of `size`, and one seed is asked about many sizes
def _first_word(seed: int) -> int:
    return next(_words(seed))


def _words(seed: int) -> Iterator[int]:
    """Yield the raw 32-bit words of mt19937, seeded as C++ does (numpy's MT19937(seed) hashes the seed first)."""
    if not 0 <= seed <= _WORD:
        raise ValueError(f"a seed is 0..{_WORD}, but {seed} was given; the official generator has 32 bits")
    key = [seed]
    for index in range(1, 624):
        key.append((1812433253 * (key[-1] ^ key[-1] >> 30) + index) & _WORD)
    generator = np.random.MT19937()
    generator.state = {"bit_generator": "MT19937", "state": {"key": np.array(key, np.uint32), "pos": len(key)}}
    while True:
        yield from generator.random_raw(4096).tolist()


def _factor(words: Iterator[int]) -> float:
    """Return a uniform value to the power of 1.5, which bends it towards 0.

    The official program calls `pow`, whose last bit depends on the C library. A product with a root is the same
    everywhere. Every square is rounded to a whole number in the end, and the recorded maps come out alike.
    """
    value = _uniform(words)
    return value * math.sqrt(value)


def _uniform(words: Iterator[int]) -> float:
    """Return a double in [0, 1) made of two words, the low one first."""
    value = (float(next(words)) + next(words) * 2.0**32) / 2.0**64
    return min(value, BELOW_ONE)


def _layout(width: int, height: int, players: int, prefer_horizontal: bool) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return (rows, columns) of chunks, one chunk a player, and (height, width) of one chunk."""
    if not 1 <= players <= MOST_PLAYERS:
        raise ValueError(f"a map is for 1 to {MOST_PLAYERS} players, but {players} were asked for")
    check_squares(width, height)
    fewer = _fewer_chunks(players)
    rows, columns = (fewer, players // fewer) if prefer_horizontal else (players // fewer, fewer)
    chunk_height, chunk_width = height // rows, width // columns
    # The shift along the preferred direction needs a chunk that the players can share.
    if prefer_horizontal:
        chunk_height -= chunk_height % players
    else:
        chunk_width -= chunk_width % players
    if min(chunk_height, chunk_width) < 1:
        raise ValueError(_too_small(width, height, players))
    return (rows, columns), (chunk_height, chunk_width)


def _too_small(width: int, height: int, players: int) -> str:
    return (
        f"a {width} x {height} board is too small for {players} players with this seed; "
        f"from {unit(players)} x {unit(players)} on every seed works"
    )


@cache
def _fewer_chunks(players: int) -> int:
    """Return the shorter side of the most square arrangement of one chunk a player."""
    return max(side for side in range(1, math.isqrt(players) + 1) if players % side == 0)


def _values(chunk: tuple[int, int], words: Iterator[int]) -> Values:
    """Return the values of an outermost region, its own factor included."""
    factor, inner = _region(*chunk, words)
    return inner * factor


def _region(height: int, width: int, words: Iterator[int]) -> tuple[float, Values]:
    """Return a region's own factor, and its (height, width) values before that factor is applied.

    The two come apart because the parent blurs the factors of all its children before it uses them.
    """
    factor = _factor(words)
    if height == width == 1:
        return factor, np.ones((1, 1))
    children = [[_region(h, w, words) for w in _cuts(width)] for h in _cuts(height)]
    factors = _blurred(np.array([[own for own, _ in row] for row in children]), REGION_OWN, REGION_NEIGHBOUR)
    values, top = np.empty((height, width)), 0
    for row, owns in zip(children, factors, strict=True):
        bottom, left = top + len(row[0][1]), 0
        for (_, inner), own in zip(row, owns, strict=True):
            right = left + inner.shape[1]
            values[top:bottom, left:right] = inner * own
            left = right
        top = bottom
    return factor, values


def _cuts(length: int) -> list[int]:
    """Return the sizes of the children along one side: as equal as can be, larger first, none of 0."""
    share, rest = divmod(length, REGION_CUTS)
    return [share + 1] * rest + [share] * (REGION_CUTS - rest if share else 0)


def _unfolded(chunk: npt.NDArray[Any], chunks: tuple[int, int]) -> npt.NDArray[Any]:
    """Return the chunk tiled rows x columns, mirrored so that neighbouring chunks meet at like edges.

    An odd number of chunks cannot alternate around the torus, so then nothing is mirrored that way.
    """
    rows, columns = chunks
    row = np.hstack([np.fliplr(chunk) if columns % 2 == 0 and b % 2 else chunk for b in range(columns)])
    return np.vstack([np.flipud(row) if rows % 2 == 0 and a % 2 else row for a in range(rows)])


def _owners(chunks: tuple[int, int], chunk: tuple[int, int]) -> Grid:
    """Put every player on the centre of its chunk, numbered row by row."""
    centre = np.zeros(chunk, dtype=np.uint8)
    centre[chunk[0] // 2, chunk[1] // 2] = 1
    numbers = np.arange(1, math.prod(chunks) + 1, dtype=np.uint8).reshape(chunks)
    owner: Grid = _unfolded(centre, chunks) * np.kron(numbers, np.ones(chunk, dtype=np.uint8))
    return owner


def _shift(
    chunks: tuple[int, int], chunk: tuple[int, int], prefer_horizontal: bool, word: int
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Return the row and the column that each square is taken from when columns (or rows) of chunks slide."""
    (rows, columns), (chunk_height, chunk_width) = chunks, chunk
    height, width = rows * chunk_height, columns * chunk_width
    y, x = np.indices((height, width))
    if prefer_horizontal:
        return (y + x // chunk_width * (word % columns * (height // columns))) % height, x
    return y, (x + y // chunk_height * (word % rows * (width // rows))) % width


def _smoothed(values: Values) -> Values:
    """Blur the whole map, the more often the larger it is."""
    passes = int(2 * math.sqrt(values.size) / 10) + 1
    for _ in range(passes):
        values = _blurred(values, MAP_OWN, MAP_NEIGHBOUR)
    return values


def _blurred(values: Values, own: float, neighbour: float) -> Values:
    """Add each square's share of itself, then of the square above, below, left and right: in that order."""
    result = values * own
    # np.roll does the same and takes longer.
    result += np.concatenate((values[-1:], values[:-1])) * neighbour
    result += np.concatenate((values[1:], values[:1])) * neighbour
    result += np.concatenate((values[:, -1:], values[:, :-1]), axis=1) * neighbour
    result += np.concatenate((values[:, 1:], values[:, :1]), axis=1) * neighbour
    return result


def _scaled(values: Values, top: int) -> Grid:
    """Return whole numbers 0..top, the largest value becoming top."""
    scaled = values / values.max() * top
    whole = np.floor(scaled)
    # Halves go up; np.round would send them to the even neighbour.
    rounded: Grid = (whole + (scaled - whole >= 0.5)).astype(np.uint8)
    return rounded
