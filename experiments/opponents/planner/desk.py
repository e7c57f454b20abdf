"""What the planner's stages share: the board, prices, bookings and moves of one turn, as flat arrays.

Squares are numbered row by row; directions are the protocol's: Still, North, East, South, West.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bot.ground.view import STILL, STRENGTH_CAP
from experiments.opponents.compiled import UNCOUNTED, compiler

from .reasons import NOTHING

compiled = compiler(__file__)
uncounted = compiler(__file__, **UNCOUNTED)

WAYS = 5
UNDECIDED = -1
NEVER = np.inf

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]


class PlannerDesk(NamedTuple):
    """Memory for one decision at a time on boards of one size; N = H * W."""

    around: Ints  # (N, WAYS) the square itself and its four neighbours
    owner: Ints  # (N,)
    strength: Ints  # (N,)
    production: Ints  # (N,)
    own: Floats  # (N,) price of a square by itself
    price: Floats  # (N,) of a neutral square with what lies behind it
    rank: Floats  # (N,) place in the opening plan; NEVER outside it
    closed: Ints  # (N,) 1: taking this neutral square would begin a war that we do not want
    reach: Ints  # (N,) bit p: player p gets here within four steps over empty squares
    move: Ints  # (N,) direction of a square of ours, or UNDECIDED
    arriving: Ints  # (N,) strength of ours that stands there after moving, uncapped
    label: Floats  # (N,) how far the best border is, in the flow's measure
    root: Ints  # (N,) the border square that the flow leads to; -1: none
    filled: Ints  # (N,) strength that flows to this border square
    steps: Ints  # (N,) steps from a square of ours to the border
    queue: Ints  # (N,) squares in the order in which a search met them
    ring: Ints  # (N,) steps from the target of a capture; 0: not met
    toward: Ints  # (N,) direction towards that target
    order: Floats  # (N,) what squares are sorted by
    why: Ints  # (N,) the reason of a square of ours, see reasons.py
    target: Ints  # (N,) the square that it helps to capture; -1: none


def desk(height: int, width: int) -> PlannerDesk:
    """Return a desk for boards of this size; one for each thread."""
    area = height * width
    squares = np.arange(area, dtype=np.int32).reshape(height, width)
    shifts = ((0, 0), (1, 0), (-1, 1), (-1, 0), (1, 1))
    around = np.stack([np.roll(squares, by, axis).ravel() for by, axis in shifts], axis=1)

    def ints() -> Ints:
        return np.zeros(area, np.int32)

    def floats() -> Floats:
        return np.zeros(area)

    return PlannerDesk(
        np.ascontiguousarray(around), ints(), ints(), ints(), floats(), floats(), np.full(area, NEVER), ints(), ints(),
        ints(), ints(), floats(), ints(), ints(), ints(), ints(), ints(), ints(), floats(), ints(), ints(),
    )  # fmt: skip


@compiled
def load(owner: Any, strength: Any, production: Any, desk: PlannerDesk) -> None:
    """Copy the board, and forget the last turn's moves."""
    o, s, p = owner.ravel(), strength.ravel(), production.ravel()
    for c in range(desk.owner.size):
        desk.owner[c], desk.strength[c], desk.production[c] = o[c], s[c], p[c]
        desk.move[c], desk.arriving[c], desk.why[c], desk.target[c] = UNDECIDED, 0, NOTHING, -1


@uncounted
def order_to(c: int, way: int, why: int, desk: PlannerDesk) -> None:
    """Give square `c` of ours its move, and book its strength where it will stand."""
    desk.move[c], desk.why[c] = way, why
    desk.arriving[desk.around[c, way]] += desk.strength[c]
    if way == STILL:
        desk.arriving[c] += desk.production[c]


@uncounted
def back(way: int) -> int:
    """Return the opposite direction."""
    return (way + 1) % 4 + 1


@uncounted
def fits(c: int, way: int, desk: PlannerDesk) -> bool:
    """Return whether the strength of square `c` can go there without loss at the cap."""
    target = desk.around[c, way]
    return desk.arriving[target] + desk.strength[c] <= STRENGTH_CAP


@uncounted
def is_border(c: int, me: int, desk: PlannerDesk) -> bool:
    """Return whether a square that is not ours touches us."""
    touching = 0
    for way in range(1, WAYS):
        touching += desk.owner[desk.around[c, way]] == me
    return touching > 0


@uncounted
def spread(away: Any, size: int, desk: PlannerDesk) -> None:
    """Fill `away` with steps over everything from the first `size` squares of `queue`, which are at 0."""
    at = 0
    while at < size:
        c = desk.queue[at]
        at += 1
        for way in range(1, WAYS):
            n = desk.around[c, way]
            if away[n] > away[c] + 1:
                away[n], desk.queue[size] = away[c] + 1, n
                size += 1


@compiled
def write(me: int, desk: PlannerDesk, moves: Any) -> None:
    """Write the moves of our squares into `moves` (H, W); squares without one stay."""
    flat = moves.ravel()
    for c in range(desk.owner.size):
        flat[c] = max(desk.move[c], STILL) if desk.owner[c] == me else 0
