"""Where an enemy could strike this turn, before any of our squares has chosen."""

import numpy as np
import numpy.typing as npt

from ..ground.board import Board, neighbour_sum
from ..knobs.parameters import Parameters


class Threats:
    """Squares an enemy could strike from this turn, before any of our squares has chosen."""

    def __init__(self, board: Board, parameters: Parameters):
        threat = _threat(board, parameters) if parameters.dodge else np.zeros_like(board.strength_array)
        self.weight: list[int] = threat.ravel().tolist()  # enemy strength that could strike there, 0 = no threat
        self.is_near: list[bool] = _within_two_steps(threat).ravel().tolist()  # whether a square must look at all


def _threat(board: Board, parameters: Parameters) -> npt.NDArray[np.int64]:
    """Return enemy strength on and beside each empty square, (H, W); in v26 on enemy squares too."""
    feared = board.empty | board.enemy if parameters.traits.fears_enemies else board.empty
    return np.where(feared, board.blast, 0)


def _within_two_steps(threat: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    reach = (threat > 0).astype(np.int64)
    reach = reach + neighbour_sum(reach)
    return np.asarray(reach + neighbour_sum(reach) > 0)
