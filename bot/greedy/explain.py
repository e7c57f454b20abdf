"""The arrays and reasons behind a turn, for viewer and notebooks; made only when asked for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ..board.board import OPTIONS
from . import trees
from .reasons import Reason
from .turn import Notes, Turn

Kind = TypeVar("Kind", bound=np.generic)


@dataclass(frozen=True, slots=True)
class Explanation:
    """What decide saw and why each square did what it did. Arrays are (H, W) unless stated."""

    value: npt.NDArray[np.float64]  # turns to repay, of the border a square leads to
    distance: npt.NDArray[np.int64]  # own steps to that border
    potential: npt.NDArray[np.float64]  # value + step * distance², what squares compare
    root: npt.NDArray[np.int64]  # where a square's way downhill leaves our land, as y * W + x; -1 where it never does
    light: npt.NDArray[np.uint8]  # trees.FREE, RED, GREEN
    wall: npt.NDArray[np.bool_]  # neutral squares the pact forbids us to open
    danger: npt.NDArray[np.int64]  # enemy strength where a blast would have hurt a square that chose and another
    score: npt.NDArray[np.float64]  # (H, W, 5) of STILL, N, E, S, W; nan where an option was not weighed
    booked: npt.NDArray[np.int64]  # strength already booked onto the square when it chose
    order: npt.NDArray[np.int64]  # 0 chose first; -1 did not choose
    reason: npt.NDArray[np.uint8]  # Reason
    move: npt.NDArray[np.uint8]  # STILL 0, NORTH 1, EAST 2, SOUTH 3, WEST 4
    hold: float  # turns of production asked before a move
    hurdle: int  # strength asked before a walk through our land
    mining_remains: bool  # something is left to mine besides the wall
    search: Mapping[str, Any] | None = None  # what the combat search did, where one ran; see champion.report

    def sentence(self, y: int, x: int) -> str:
        """Return why the square at row `y`, column `x` did what it did."""
        return Reason(int(self.reason[y, x])).sentence


def explanation(turn: Turn, notes: Notes, moves: npt.NDArray[np.uint8]) -> Explanation:
    """Gather a finished turn into arrays."""
    board, field, roots = turn.board, turn.field, trees.roots(turn.downhill)
    squares = range(board.height * board.width)

    def grid(flat: Sequence[float], kind: type[Kind]) -> npt.NDArray[Kind]:
        return np.array(flat, kind).reshape(board.height, board.width)

    score = np.array(notes.score).reshape(board.height, board.width, OPTIONS)
    return Explanation(
        value=grid(field.value, np.float64), distance=grid(field.distance, np.int64),
        potential=grid(field.potential, np.float64), root=grid([roots.get(c, -1) for c in squares], np.int64),
        light=grid(turn.light, np.uint8), wall=grid(turn.wall, np.bool_),
        danger=grid([notes.danger.get(c, 0) for c in squares], np.int64), score=score,
        booked=grid(notes.booked, np.int64), order=grid(notes.order, np.int64), reason=grid(turn.reason, np.uint8),
        move=moves, hold=turn.hold, hurdle=turn.hurdle, mining_remains=turn.mining_remains,
    )  # fmt: skip


def explanation_of_arrays(arrays: Mapping[str, npt.NDArray[Any]]) -> Explanation:
    """Return what the kernel `explain` left in its arrays, named as in bot/search/champion.py. Twin: explanation."""
    moves, turn, notes = arrays["moves"], arrays["scratch.turn"][0], "scratch.notes."
    shape, cells = moves.shape, arrays["scratch.cells"].reshape(moves.shape)
    return Explanation(
        value=cells["value"].copy(), distance=cells["distance"].astype(np.int64),
        potential=cells["potential"].copy(), root=arrays["roots"].reshape(shape).copy(),
        light=cells["light"].astype(np.uint8), wall=cells["wall"].astype(np.bool_),
        danger=arrays[f"{notes}danger"].reshape(shape).copy(),
        score=arrays[f"{notes}score"].reshape(*shape, OPTIONS).copy(),
        booked=arrays[f"{notes}booked"].reshape(shape).copy(), order=arrays[f"{notes}order"].reshape(shape).copy(),
        reason=cells["reason"].astype(np.uint8), move=moves.copy(), hold=float(turn["hold"]),
        hurdle=int(turn["hurdle"]), mining_remains=bool(turn["mining_remains"]),
    )  # fmt: skip
