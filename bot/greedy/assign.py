"""One move per square, strongest first, losing least to the 255 cap."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from . import verdicts
from .reasons import Reason
from .turn import Turn

CLOCK_EVERY = 64
"""Squares between two looks at the clock."""


def order(turn: Turn) -> list[int]:
    """Return our squares with strength, strongest first; in v26 then the nearest to a border, then row by row."""
    board, distance = turn.board, turn.field.distance
    movers = [c for c in turn.downhill if board.strength[c] > 0]
    if turn.parameters.traits.orders_by_distance:
        return sorted(movers, key=lambda c: (-board.strength[c], distance[c]))
    return sorted(movers, key=lambda c: -board.strength[c])


def moves(turn: Turn, out_of_time: Callable[[], bool]) -> npt.NDArray[np.uint8]:
    """Ask every square in order; return the moves, (H, W) uint8, STILL where no square chose.

    A square's choice sees what stronger squares have booked and is never revised. When the clock runs out, squares
    that have not chosen yet stay where they are.
    """
    verdict = verdicts.LISTS[turn.parameters.traits.verdicts]
    queue = order(turn)
    for place, c in enumerate(queue):
        if place % CLOCK_EVERY == 0 and out_of_time():
            _give_up(turn, queue[place:])
            break
        if turn.notes:
            turn.notes.order[c], turn.notes.booked[c] = place, turn.booked[c]
        turn.book(c, *verdict(turn, c))
    return turn.moves()


def _give_up(turn: Turn, left: list[int]) -> None:
    for c in left:
        turn.reason[c] = int(Reason.NO_TIME)
