"""hold_until and the interior strength hurdle: how much a square gathers before it walks."""

import numpy as np

from ..ground.board import Board
from ..ground.memory import Memory
from ..knobs.parameters import Parameters


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


def hurdle(board: Board, downhill: dict[int, int], parameters: Parameters) -> int:
    """Return the strength a square needs before it walks through our land.

    Of the interior squares, those that look to another square of ours, only the strongest share may
    move: int_max of a small interior, down to int_min of one of hurdle_area squares. Squares of
    strength zero belong to the interior. 0 without an interior, and always for v12, which had no hurdle.
    """
    interior = [board.strength[c] for c, target in downhill.items() if board.owner[target] == board.me]
    if not interior or not parameters.traits.has_hurdle:
        return 0
    return sorted(interior, reverse=True)[hurdle_place(len(interior), parameters)]


def hurdle_place(interior: int, parameters: Parameters) -> int:
    """Return how many of the `interior` squares are stronger than the hurdle: an index, never past the last."""
    share = 1 - interior / parameters.hurdle_area
    quota = share * (parameters.int_max - parameters.int_min) + parameters.int_min
    return min(max(int(interior * quota), 0), interior - 1)
