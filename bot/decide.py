"""The strategy on one screen."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .board.board import Board, Memory, View
from .greedy import assign, nap, potential, trees
from .greedy.explain import Explanation, explanation
from .greedy.turn import Notes, Threats, Turn
from .parameters.presets import Parameters


@dataclass(frozen=True, slots=True)
class Decision:
    """The answer to one frame."""

    moves: npt.NDArray[np.uint8]  # (H, W)  STILL 0, NORTH 1, EAST 2, SOUTH 3, WEST 4; 0 where we own nothing
    memory: Memory  # to be handed in with the next frame
    explanation: Explanation | None = None  # when asked for


def decide(
    view: View,
    memory: Memory,
    parameters: Parameters,
    *,
    explain: bool = False,
    out_of_time: Callable[[], bool] = lambda: False,
) -> Decision:
    """Choose one move for every square we own. Same inputs, same moves.

    Args:
        memory: what earlier turns have shown; Memory() on the first
        explain: also return what was seen and why each square chose as it did
        out_of_time: asked now and then; once true, the squares not yet asked stay still
    """
    board = Board(view)
    memory = memory.after(board)
    parameters = parameters.resolve(memory.starting_players, board.height, board.width)
    pact = nap.terms(board, memory, parameters)  # neutral squares not to be opened
    step = assign.degradation_step(board, memory, parameters)
    field = potential.spread(board, pact.wall, parameters, step)  # lower is better: ways lead down
    downhill = potential.downhill(board, field)  # where each of our squares looks
    turn = Turn(
        board, parameters, field, downhill,
        light=trees.schedule(board, downhill, parameters),  # green: go now; red: wait
        wall=pact.wall.ravel().tolist(), mining_remains=pact.mining_remains,
        hold=assign.hold(board, memory, parameters), hurdle=assign.threshold(board, downhill, parameters),
        threats=Threats(board, parameters),  # where an enemy could strike
        notes=Notes(board.height * board.width) if explain else None,
    )  # fmt: skip
    moves = assign.moves(turn, out_of_time)  # strongest first, losing least to the cap
    return Decision(moves, memory, explanation(turn, turn.notes, moves) if turn.notes else None)
