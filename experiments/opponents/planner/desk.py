"""What the planner's kernels share: board, prices, bookings and moves of one turn, as flat arrays of N = H * W squares.

Squares are numbered row by row; directions are the protocol's: Still, North, East, South, West.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bot.ground.board import torus
from bot.ground.view import STILL, STRENGTH_CAP
from experiments.opponents.compiled import UNCOUNTED, compiler

compiled = compiler(__file__)
uncounted = compiler(__file__, **UNCOUNTED)

NOTHING, CAPTURES, GATHERS, FLOWS, WAITS, FIGHTS = range(6)  # in the order of SCHOOL.reasons

WAYS = 5
UNDECIDED = -1
NEVER = np.inf

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]


class PlannerDesk(NamedTuple):
    """Memory for one decision at a time on boards of one size."""

    around: Ints  # (N, WAYS) the square itself and its four neighbours
    owner: Ints  # (N,)
    strength: Ints  # (N,)
    production: Ints  # (N,)
    own: Floats  # (N,) price of a square by itself
    price: Floats  # (N,) of a neutral square with what lies behind it
    rank: Floats  # (N,) place in the opening plan; NEVER outside it
    move: Ints  # (N,) direction of a square of ours, or UNDECIDED
    arriving: Ints  # (N,) strength of ours that stands there after moving, uncapped
    label: Floats  # (N,) how far the best border is, in the flow's measure
    steps: Ints  # (N,) passable steps from the enemies
    queue: Ints  # (N,) squares in the order in which a search met them
    ring: Ints  # (N,) steps from the target of a capture; 0: not met
    toward: Ints  # (N,) direction towards that target
    order: Floats  # (N,) what squares are sorted by
    why: Ints  # (N,) the reason of a square of ours
    target: Ints  # (N,) the square that it helps to capture; -1: none


def desk(height: int, width: int) -> PlannerDesk:
    """Return a desk for boards of this size; one for each thread."""
    arrays: dict[str, Any] = {
        name: np.zeros(height * width, np.float64 if kind is Floats else np.int32)
        for name, kind in PlannerDesk.__annotations__.items()
    }
    arrays["around"] = np.array(torus(height, width).around, np.int32)
    arrays["rank"][:] = NEVER
    return PlannerDesk(**arrays)


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
    return desk.arriving[desk.around[c, way]] + desk.strength[c] <= STRENGTH_CAP


@uncounted
def is_border(c: int, me: int, desk: PlannerDesk) -> bool:
    """Return whether a neutral square touches us."""
    touching = 0
    for way in range(1, WAYS):
        touching += desk.owner[desk.around[c, way]] == me
    return desk.owner[c] == 0 and touching > 0
