"""What the kernels know of a board: a record for each square, and the memory that a decision needs besides."""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..board import board
from ..board.board import OPTIONS, SEATS, STRENGTH_CAP
from ..board.compiled import Ints, compiled

NEAR = 12  # squares within two steps on a board large enough

# Squares are unsigned numbers: for signed ones numba asks at every access whether they count from the end.
# What the kernels know of one square. One record a square keeps together what is used together: the field first.
#
# It has 128 bytes: with a power of two no access needs a multiplication.
CELL = np.dtype(
    [
        # The queue of the search looks at these, and in ties at rank: 64 bytes, one line of the processor's cache.
        ("key", np.float64),  # of the square's best label
        ("value", np.float64),  # of its best label
        ("cost", np.float64),  # what the square adds to a price that flows into it
        ("distance", np.int32),  # of its best label
        ("owner", np.int32),
        ("place", np.int32),  # where it waits in the heap, or one of the words below
        ("after", np.uint32),  # the next square of its wave; N behind the last
        ("next", np.uint32),  # the square behind it in its bucket, or N
        ("previous", np.uint32),  # the one before it, or N
        ("top", np.uint32),  # the square that waits in the heap at the place which is this square's number
        ("parent", np.uint32),  # the square that offered its best label; itself where that is its first
        ("strength", np.int16),
        ("production", np.int16),
        ("leads", np.int8),  # 1: it waits for the other squares of its wave, too
        ("inner", np.int8),  # 1: ours, and so are all its neighbours
        ("wanted", np.int8),  # 1: the decision reads its potential: it is ours or touches us, and has a price
        ("is_kept", np.int8),  # 1: its label is that of an earlier search, see bot.kernels.queue
        # The rest.
        ("around", np.uint32, (OPTIONS,)),  # by option: itself, then North, East, South, West
        ("rank", np.int32),  # order of equal squares
        ("potential", np.float64),
        ("factor", np.float64),  # what an opening plan multiplies its price by
        ("first", np.float64),  # its first label
        ("booked", np.int32),
        ("danger", np.int32),  # enemy strength that could strike there, once we booked something on or beside it
        ("near_danger", np.int8),  # 1: a square in danger is one or two steps away
        ("touch", np.int8),  # how many of its neighbours are ours
        ("wall", np.int8),  # 1: the pact forbids us to open it
        ("light", np.int8),
        ("downhill", np.int8),  # the way a square of ours looks; STILL elsewhere
        ("option", np.int8),
        ("reason", np.int8),  # why, a greedy.reasons.Reason
        ("depends", np.int8),  # 1: its label may depend on the order in which squares leave
    ],
    align=True,
)

# What one player's last search leaves for the next one of a square, see `kept`.
KEPT = np.dtype(
    [
        ("first", np.float64),
        ("cost", np.float64),
        ("value", np.float64),
        ("parent", np.uint32),
        ("square", np.uint32),  # in place i: the i-th square to keep its label, none before its parent
    ],
    align=True,
)

# How the labels that a player keeps were found: what a price keeps at each step, and how many they are.
KEEPER = np.dtype([("inherit", np.float64), ("size", np.int64)], align=True)

BUCKETS = 1024

# Where a square waits that is not in the heap. In bucket b it is IN_BUCKET - b.
NOWHERE, IN_WAVE, IN_BUCKET = -1, -2, -3

# The queue of the potential field; the squares themselves know what waits beside them.
QUEUE = np.dtype(
    [
        ("lowest", np.float64),  # where the buckets begin
        ("base", np.uint64),  # where this turn's draws begin
        ("size", np.int32),  # of the heap
        ("bucket", np.int32),  # what waits in the heap has this bucket or a lower one
        ("newest", np.uint32),  # the square that leads the wave which others may join, or N
        ("wanted", np.int32),  # squares without a final label whose potential the decision reads
        ("highest", np.float64),  # key that has left
        ("recalled", np.int32),  # squares whose labels are kept
        ("found", np.int32),  # these, and those that found a label which may be kept
        ("is_doubtful", np.bool_),  # a kept label may have been final, or not: the draws decide
        ("is_seeded", np.bool_),
        ("is_whole", np.bool_),  # search on until every square has its label
        ("buckets", np.uint32, (BUCKETS,)),  # the first square of each, or N
    ],
    align=True,
)

CACHE_LINE = 64  # bytes

# Key of a square that needs no further label: none is better.
FINAL = -np.inf

# What a square looks at when it chooses, besides the squares. Twin: turn.Turn.
#
# The kernels that run once a square take this record and the cells, not the whole Scratch: a call would pass on each of
# its arrays, with its shape.
TURN = np.dtype(
    [
        ("me", np.int32),
        ("players", np.int32),  # that own a square
        ("size", np.int32),  # of our land
        ("border", np.int32),  # squares that touch it
        ("base", np.uint64),  # where this turn's draws begin
        ("hold", np.float64),
        ("hurdle", np.int32),
        ("mining_remains", np.bool_),
        ("is_noted", np.bool_),  # an explanation was asked for
        ("looked", np.bool_),  # the square that chooses has looked for danger around it
        ("reason", np.int32),  # of the square that chooses
        ("score", np.float64, (OPTIONS,)),  # of the square that chooses, by option
        ("ranked", np.int32, (OPTIONS,)),  # its options, best first
        ("ready", np.uint32, (16,)),  # enemies beside its empty neighbours that are ready to step in
    ],
    align=True,
)


class Notes(NamedTuple):
    """What an explanation keeps of every square that chose. Twin: turn.Notes."""

    score: npt.NDArray[np.float64]  # (N, OPTIONS) as it weighed them; nan where it did not
    booked: npt.NDArray[np.int64]  # (N,) strength booked onto it before
    order: npt.NDArray[np.int64]  # (N,) 0 chose first; -1 did not choose
    danger: npt.NDArray[np.int64]  # (N,) enemy strength that could strike there, where a square looked


class Scratch(NamedTuple):
    """Memory for one decision at a time on boards of one size; N = H * W."""

    cells: npt.NDArray[np.void]  # (N,) CELL
    near: npt.NDArray[np.uint32]  # (N, NEAR) squares one or two steps away; the square itself where there are fewer
    queue: npt.NDArray[np.void]  # (1,) QUEUE
    kept: npt.NDArray[np.void]  # (SEATS, N) KEPT, by player
    keepers: npt.NDArray[np.void]  # (SEATS,) KEEPER
    found: npt.NDArray[np.uint32]  # (2 N,) squares whose labels are kept, then those that found one, in this order
    ours: npt.NDArray[np.uint32]  # (N,) our squares, row by row
    border: npt.NDArray[np.uint32]  # (N,) those of others, or of nobody, that touch them
    order: npt.NDArray[np.uint32]  # (N,) those with strength, as they choose; before, the levels of a tree
    spare: npt.NDArray[np.uint32]  # (N,)
    tally: npt.NDArray[np.int32]  # (max(N, 256) + 1,) for counting sorts
    turn: npt.NDArray[np.void]  # (1,) TURN
    notes: Notes  # written where turn.is_noted


def scratch(height: int, width: int, whole: bool = False) -> Scratch:
    """Return scratch memory for boards of this size; one for each thread.

    Args:
        whole: after a decision the field equals that of the readable search on every square; without it, only on our
            own and those that touch us
    """
    area = height * width
    cells = _on_cache_lines(area)
    cells["factor"] = 1.0
    queue = np.zeros(1, QUEUE)
    queue["is_whole"] = whole
    torus = board.torus(height, width)
    cells["around"], cells["rank"] = torus.around, torus.rank
    booked, danger = np.zeros(area, np.int64), np.zeros(area, np.int64)
    notes = Notes(np.full((area, OPTIONS), np.nan), booked, np.full(area, -1, np.int64), danger)
    return Scratch(
        cells, _near(height, width), queue=queue, kept=np.zeros((SEATS, area), KEPT),
        keepers=np.zeros(SEATS, KEEPER), found=np.zeros(2 * area, np.uint32), ours=np.zeros(area, np.uint32),
        border=np.zeros(area, np.uint32),
        order=np.zeros(area, np.uint32), spare=np.zeros(area, np.uint32),
        tally=np.zeros(max(area, STRENGTH_CAP + 1) + 1, np.int32), turn=np.zeros(1, TURN),
        notes=notes,
    )  # fmt: skip


def _on_cache_lines(area: int) -> npt.NDArray[np.void]:
    """Return zeros, (area,) CELL, of which each begins a line of the cache. numpy alone begins anywhere."""
    memory = np.zeros(area * CELL.itemsize + CACHE_LINE, np.uint8)
    start = -memory.ctypes.data % CACHE_LINE
    return memory[start : start + area * CELL.itemsize].view(CELL)


@cache
def _near(height: int, width: int) -> npt.NDArray[np.uint32]:
    """Return the squares within two steps; all scratches of one size share them, because nothing ever writes there."""
    area = height * width
    near = np.repeat(np.arange(area, dtype=np.uint32), NEAR).reshape(area, NEAR)
    for c, squares in enumerate(board.torus(height, width).near):
        near[c, : len(squares)] = squares
    return near


@compiled
def _clear(tally: Ints, size: int) -> None:
    for k in range(size):
        tally[k] = 0
