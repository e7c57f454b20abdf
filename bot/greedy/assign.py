"""One move per square, strongest first, losing least to the 255 cap."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ..board.board import Board, Memory
from ..parameters.presets import Parameters
from . import move_rules
from .reasons import Reason
from .turn import Turn


def is_crowded(board: Board, memory: Memory, parameters: Parameters) -> bool:
    """Return whether v12 plays with its crowd_ parameters: a side is crowd_side, or many players started."""
    small = parameters.crowd_side in (board.width, board.height)
    return parameters.crowd_adapts and (small or memory.starting_players >= parameters.crowd_players)


def degradation_step(board: Board, memory: Memory, parameters: Parameters) -> float:
    """Return the degradation step in force this turn."""
    crowded = is_crowded(board, memory, parameters)
    return parameters.crowd_degradation_step if crowded else parameters.potential_degradation_step


def hold(board: Board, memory: Memory, parameters: Parameters) -> float:
    """Return how many turns of its own production a square gathers before it moves, this turn."""
    if not parameters.fixed_hold and bool(np.any(board.hero_empty)):
        return parameters.combat_hold_until
    return parameters.crowd_hold_until if is_crowded(board, memory, parameters) else parameters.hold_until


def threshold(board: Board, downhill: dict[int, int], parameters: Parameters) -> int:
    """Return the strength a square needs before it walks through our land.

    Of the interior squares, those that look to another square of ours, only the strongest share may
    move: int_max of a small interior, down to int_min of one of hurdle_area squares. Squares of
    strength zero belong to the interior. 0 without an interior, and always for v12, which had no threshold.
    """
    interior = [board.strength[c] for c, target in downhill.items() if board.owner[target] == board.me]
    size = len(interior)
    if not size or not parameters.traits.has_hurdle:
        return 0
    quota = (1 - size / parameters.hurdle_area) * (parameters.int_max - parameters.int_min) + parameters.int_min
    stronger = min(max(int(size * quota), 0), size - 1)  # squares that are stronger than the threshold
    return sorted(interior, reverse=True)[stronger]


# Squares between two looks at the clock.
CLOCK_EVERY = 64


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
    choose = move_rules.RULES[turn.parameters.generation]
    queue = order(turn)
    for place, c in enumerate(queue):
        if place % CLOCK_EVERY == 0 and out_of_time():
            for late in queue[place:]:
                turn.reason[late] = int(Reason.NO_TIME)
            break
        if turn.notes:
            turn.notes.order[c], turn.notes.booked[c] = place, turn.booked[c]
        turn.book(c, *choose(turn, c))
    return np.array(turn.option, np.uint8).reshape(turn.board.height, turn.board.width)
