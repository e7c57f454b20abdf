"""The dodge: dangerous squares, from which one blast would hurt two of ours.

A piece that steps onto an empty square strikes everything beside it with its full strength. Where
one of our squares is already booked to stand there or next to it, a second one only feeds the blast.
"""

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from .board import Board, neighbour_sum
from .parameters import Parameters
from .view import NEUTRAL

if TYPE_CHECKING:
    from .assign import Turn


class Threats:
    """Squares an enemy could strike from this turn, before anybody of ours has chosen."""

    def __init__(self, board: Board, parameters: Parameters):
        threat = _threat(board, parameters) if parameters.dodge else np.zeros_like(board.strength_array)
        self.weight: list[int] = threat.ravel().tolist()  # enemy strength that could strike there, 0 = no threat
        self.is_near: list[bool] = _within_two_steps(threat).ravel().tolist()  # whether a square must look at all


def _threat(board: Board, parameters: Parameters) -> npt.NDArray[np.int64]:
    """(H, W) enemy strength on and beside each empty square; in v26 on enemy squares too."""
    feared = board.empty | board.enemy if parameters.traits.fears_enemies else board.empty
    return np.where(feared, board.blast, 0)


def _within_two_steps(threat: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    reach = (threat > 0).astype(np.int64)
    reach = reach + neighbour_sum(reach)
    return np.asarray(reach + neighbour_sum(reach) > 0)


def dangerous(turn: "Turn", c: int) -> dict[int, int]:
    """Threatened squares within two steps of `c` that would hurt a booked square too, with their weights."""
    if not turn.threats.is_near[c]:
        return {}
    weight, around, booked = turn.threats.weight, turn.board.torus.around, turn.booked
    found = {}
    for e in turn.board.torus.near[c]:
        if weight[e] and any(booked[n] for n in around[e]):
            found[e] = weight[e]
    if turn.notes:
        turn.notes.danger.update(found)
    return found


def touches(turn: "Turn", c: int, danger: dict[int, int]) -> bool:
    """Whether `c` is one of the dangerous squares or lies beside one."""
    return any(n in danger for n in turn.board.torus.around[c])


def scores(turn: "Turn", c: int, danger: dict[int, int]) -> list[float]:
    """v26's scores of the five options when danger is near; lower is better.

    A square that steps where a friend is already booked adds no new target, so it pays no danger.
    """
    board, parameters, strength = turn.board, turn.parameters, turn.board.strength[c]
    found = turn.scores(c, board.torus.around[c])
    for option, n in enumerate(board.torus.around[c]):
        if not turn.booked[n]:
            blast = sum(danger.get(e, 0) for e in board.torus.around[n])
            found[option] += parameters.danger_penalty * blast
        if turn.wall[n]:
            found[option] += parameters.wall_penalty
        if board.owner[n] == NEUTRAL and strength <= board.strength[n]:
            found[option] += parameters.weak_penalty
    return found
