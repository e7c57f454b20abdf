"""The loops of the official map generator: plain Python here, compiled by engine.kernels.

They work in memory that the caller passes in, and call nothing but a square root, so that they give the same maps on
every machine, at both speeds and in a page. They check nothing: `mapgen.generate` does. Every sum is taken in the order
of the official program, on doubles: rounding is part of the map.
"""

import math

import numpy as np
import numpy.typing as npt

from .state import MOST_PLAYERS, Grid

Words = npt.NDArray[np.uint32]  # (WORDS + 1,): the state of mt19937, then the place of its next word
Values = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]

WORDS, _MIDDLE = 624, 397
_MASK, _LOW = 0xFFFFFFFF, 0x7FFFFFFF

# Regions within regions: 10,000 squares in a row are cut by four seven times.
DEPTH = 8
TOP, LEFT, HEIGHT, WIDTH, CHILD = range(5)
ROWS, COLUMNS, CHUNK_HEIGHT, CHUNK_WIDTH, SIDEWAYS = range(5)  # of a layout

BELOW_ONE = math.nextafter(1.0, 0.0)
REGION_CUTS = 4  # a region is cut into at most 4 x 4 children
REGION_OWN, REGION_NEIGHBOUR = 0.75, 0.0625  # the blur among siblings
MAP_OWN = 0.66667  # the blur of the finished map; not 2/3, which gives other maps
MAP_NEIGHBOUR = (1 - MAP_OWN) / 4


def seed_generator(seed: int, words: Words) -> None:
    """Seed the generator as C++ does."""
    word = seed
    for i in range(WORDS):
        words[i] = word
        word = (1812433253 * (word ^ word >> 30) + i + 1) & _MASK
    words[WORDS] = WORDS


def next_word(words: Words) -> int:
    """Return the next 32 random bits."""
    if words[WORDS] == WORDS:
        _renew(words)
    y = np.int64(words[words[WORDS]])
    words[WORDS] += np.uint32(1)
    y ^= y >> 11
    y ^= y << 7 & 0x9D2C5680
    y ^= y << 15 & 0xEFC60000
    return int(y ^ y >> 18)


def _renew(words: Words) -> None:
    for i in range(WORDS):
        mixed = np.int64(words[i]) & ~_LOW & _MASK | np.int64(words[(i + 1) % WORDS]) & _LOW
        words[i] = np.int64(words[(i + _MIDDLE) % WORDS]) ^ mixed >> 1 ^ (0x9908B0DF if mixed & 1 else 0)
    words[WORDS] = 0


def _factor(words: Words) -> float:
    """Return a region's own factor: a uniform value of two words, the low one first, to the power of 1.5.

    The official program calls `pow`, whose last bit depends on the C library. A product with a root is the same
    everywhere. Every square is rounded to a whole number in the end, and the recorded maps come out alike.
    """
    low = float(next_word(words))
    value = min((low + next_word(words) * 2.0**32) / 2.0**64, BELOW_ONE)
    return value * math.sqrt(value)


def plan_layout(width: int, height: int, players: int, word: int, layout: Numbers) -> None:
    """Write (rows, columns) of chunks, (height, width) of one, and whether columns slide, for the first word."""
    fewer = 1
    for side in range(2, players):
        if side * side <= players and players % side == 0:
            fewer = side
    sideways = word % 2
    rows = fewer if sideways else players // fewer
    columns = players // rows
    chunk_height, chunk_width = height // rows, width // columns
    # The shift along the preferred direction needs a chunk that the players can share.
    if sideways:
        chunk_height -= chunk_height % players
    else:
        chunk_width -= chunk_width % players
    layout[ROWS], layout[COLUMNS], layout[SIDEWAYS] = rows, columns, sideways
    layout[CHUNK_HEIGHT], layout[CHUNK_WIDTH] = chunk_height, chunk_width


def fill(
    players: int,
    alone: bool,
    words: Words,
    layout: Numbers,
    regions: Numbers,
    factors: Values,
    values: Values,
    owner: Grid,
    strength: Grid,
    production: Grid,
) -> None:
    """Write the map of a layout into owner, strength and production (H, W).

    Args:
        words: after the word that chose the layout
        regions, factors, values: scratch memory, (DEPTH, 5), (DEPTH, 2, 4, 4) and (3, H, W)
    """
    produces, defends, spare = values[0], values[1], values[2]
    chunk = spare[: layout[CHUNK_HEIGHT], : layout[CHUNK_WIDTH]]
    _draw(words, chunk, regions, factors)
    shift_at = 0
    _unfold(chunk, layout, produces)
    _draw(words, chunk, regions, factors)
    _unfold(chunk, layout, defends)
    if players != MOST_PLAYERS:  # the official program does not slide the chunks of six players
        shift_at = next_word(words)
    _slide(produces, layout, shift_at, spare)
    _slide(defends, layout, shift_at, spare)
    _settle(layout, shift_at, owner)
    top_production = next_word(words) % 10 + 6
    top_strength = next_word(words) % 106 + 150
    _smooth(produces, spare)
    _scale(produces, top_production, production)
    _smooth(defends, spare)
    _scale(defends, top_strength, strength)
    for y in range(owner.shape[0]):
        for x in range(owner.shape[1]):
            if owner[y, x] > 0 and production[y, x] == 0:
                production[y, x] = 1
            if alone and owner[y, x] > 1:
                owner[y, x] = 0


def _draw(words: Words, chunk: Values, regions: Numbers, factors: Values) -> None:
    """Draw the values of a chunk: regions within regions, whose factors are blurred among siblings.

    A region draws its own factor, then its children draw theirs. When all have, every child's squares are multiplied
    by its blurred factor; the outermost region's factor is not blurred.
    """
    height, width = chunk.shape
    own = _factor(words)
    regions[0, TOP], regions[0, LEFT], regions[0, HEIGHT], regions[0, WIDTH], regions[0, CHILD] = 0, 0, height, width, 0
    chunk[:] = 1.0
    depth = 0
    while depth >= 0:
        region = regions[depth]
        across = min(region[WIDTH], REGION_CUTS)
        count = min(region[HEIGHT], REGION_CUTS) * across
        if region[HEIGHT] * region[WIDTH] == 1:
            depth -= 1
        elif region[CHILD] < count:
            child = region[CHILD]
            region[CHILD] += 1
            row, column = child // across, child % across
            factors[depth, 0, row, column] = _factor(words)
            depth += 1
            _place(region, row, column, regions[depth])
        else:
            _blur_children(region, factors[depth], regions[depth + 1], chunk)
            depth -= 1
    for y in range(height):
        for x in range(width):
            chunk[y, x] *= own


def _place(region: Numbers, row: int, column: int, child: Numbers) -> None:
    """Write where a child of a region lies: children are as equal as can be, larger ones first."""
    share, rest = region[HEIGHT] // REGION_CUTS, region[HEIGHT] % REGION_CUTS
    child[TOP], child[HEIGHT] = region[TOP] + row * share + min(row, rest), share + (row < rest)
    share, rest = region[WIDTH] // REGION_CUTS, region[WIDTH] % REGION_CUTS
    child[LEFT], child[WIDTH] = region[LEFT] + column * share + min(column, rest), share + (column < rest)
    child[CHILD] = 0


def _blur_children(region: Numbers, factors: Values, child: Numbers, chunk: Values) -> None:
    """Multiply every child's squares by its blurred factor. factors (2, 4, 4): as drawn, and memory."""
    down, across = min(region[HEIGHT], REGION_CUTS), min(region[WIDTH], REGION_CUTS)
    drawn, blurred = factors[0, :down, :across], factors[1, :down, :across]
    _blur(drawn, REGION_OWN, REGION_NEIGHBOUR, blurred)
    for row in range(down):
        for column in range(across):
            _place(region, row, column, child)
            for y in range(child[TOP], child[TOP] + child[HEIGHT]):
                for x in range(child[LEFT], child[LEFT] + child[WIDTH]):
                    chunk[y, x] *= blurred[row, column]


def _blur(values: Values, own: float, neighbour: float, blurred: Values) -> None:
    """Add each square's share of itself, then of the square above, below, left and right: in that order."""
    height, width = values.shape
    for y in range(height):
        above, below = values[y - 1 if y else height - 1], values[y + 1 if y + 1 < height else 0]
        here = values[y]
        for x in range(width):
            left, right = here[x - 1 if x else width - 1], here[x + 1 if x + 1 < width else 0]
            total = here[x] * own + above[x] * neighbour
            blurred[y, x] = total + below[x] * neighbour + left * neighbour + right * neighbour


def _copy(values: Values, copied: Values) -> None:
    """Copy squares one by one: numba's own assignment brings code for shapes that differ, which a page cannot run."""
    for y in range(values.shape[0]):
        for x in range(values.shape[1]):
            copied[y, x] = values[y, x]


def _smooth(values: Values, spare: Values) -> None:
    """Blur the whole map, the more often the larger it is."""
    for _ in range(int(2 * math.sqrt(values.size) / 10) + 1):
        _blur(values, MAP_OWN, MAP_NEIGHBOUR, spare)
        _copy(spare, values)


def _scale(values: Values, top: int, numbers: Grid) -> None:
    """Write whole numbers 0..top, the largest value becoming top; halves go up."""
    largest = 0.0
    for y in range(values.shape[0]):
        for x in range(values.shape[1]):
            largest = max(largest, values[y, x])
    for y in range(values.shape[0]):
        for x in range(values.shape[1]):
            scaled = values[y, x] / largest * top
            whole = int(scaled)
            numbers[y, x] = whole + (scaled - whole >= 0.5)


def _unfold(chunk: Values, layout: Numbers, values: Values) -> None:
    """Tile the board with the chunk, mirrored so that neighbouring chunks meet at like edges.

    An odd number of chunks cannot alternate around the torus, so then nothing is mirrored that way.
    """
    height, width = layout[CHUNK_HEIGHT], layout[CHUNK_WIDTH]
    for y in range(values.shape[0]):
        for x in range(values.shape[1]):
            down, right = y % height, x % width
            if layout[ROWS] % 2 == 0 and y // height % 2:
                down = height - 1 - down
            if layout[COLUMNS] % 2 == 0 and x // width % 2:
                right = width - 1 - right
            values[y, x] = chunk[down, right]


def _source(y: int, x: int, layout: Numbers, word: int) -> tuple[int, int]:
    """Return the square that a square is taken from when columns (or rows) of chunks slide."""
    rows, columns, height, width = layout[ROWS], layout[COLUMNS], layout[CHUNK_HEIGHT], layout[CHUNK_WIDTH]
    if layout[SIDEWAYS]:
        whole = rows * height
        return (y + x // width * (word % columns * (whole // columns))) % whole, x
    whole = columns * width
    return y, (x + y // height * (word % rows * (whole // rows))) % whole


def _slide(values: Values, layout: Numbers, word: int, spare: Values) -> None:
    """Move every square to where it belongs."""
    for y in range(values.shape[0]):
        for x in range(values.shape[1]):
            from_y, from_x = _source(y, x, layout, word)
            spare[y, x] = values[from_y, from_x]
    _copy(spare, values)


def _settle(layout: Numbers, word: int, owner: Grid) -> None:
    """Put every player on the centre of its chunk, numbered row by row."""
    height, width = layout[CHUNK_HEIGHT], layout[CHUNK_WIDTH]
    for y in range(owner.shape[0]):
        for x in range(owner.shape[1]):
            from_y, from_x = _source(y, x, layout, word)
            row, column = from_y // height, from_x // width
            down, right = from_y % height, from_x % width
            if layout[ROWS] % 2 == 0 and row % 2:
                down = height - 1 - down
            if layout[COLUMNS] % 2 == 0 and column % 2:
                right = width - 1 - right
            is_centre = down == height // 2 and right == width // 2
            owner[y, x] = 1 + row * layout[COLUMNS] + column if is_centre else 0
