"""The arrays and reasons behind a turn, for viewer and notebooks; made only when asked for."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, TypeVar

import numpy as np
import numpy.typing as npt

from . import trees
from .board import OPTIONS, Board

if TYPE_CHECKING:
    from .assign import Turn


Kind = TypeVar("Kind", bound=np.generic)


class Reason(IntEnum):
    """Why a square moved or stayed; `sentence` says it in words."""

    NONE = 0
    CAPTURE = 1
    FLOW = 2
    GREEN = 3
    RED = 4
    MELD = 5
    HOLD = 6
    HURDLE = 7
    WEAK = 8
    CAP = 9
    SWAP = 10
    CHECKERBOARD = 11
    DODGE = 12
    STILLING = 13
    PACT = 14
    LEAST_BAD = 15
    NO_TIME = 16

    @property
    def sentence(self) -> str:
        """The reason as one sentence."""
        return SENTENCES[self]

    @property
    def parameters(self) -> tuple[str, ...]:
        """The knobs that decided, given what stronger squares had booked: change them, and the answer may change."""
        return DECIDING[self]


SENTENCES = {
    Reason.NONE: "No decision: the square is not ours or has no strength.",
    Reason.CAPTURE: "Captures the square downhill, which it is strong enough to take.",
    Reason.FLOW: "Flows downhill through our own land.",
    Reason.GREEN: "Green: starts now, so that all who are needed for the capture arrive together.",
    Reason.RED: "Red: waits in its capture tree until the others have come up.",
    Reason.MELD: "Waits for strength that is already booked to come in.",
    Reason.HOLD: "Gathers strength: it holds too few turns of its own production to move.",
    Reason.HURDLE: "Gathers strength: stronger squares of the interior go first.",
    Reason.WEAK: "Cannot take the square downhill yet.",
    Reason.CAP: "Does what loses least strength to the cap of 255.",
    Reason.SWAP: "Trades places with a square that is coming in, so that neither is lost to the cap.",
    Reason.CHECKERBOARD: "Stays because a neighbour already moves the same way.",
    Reason.DODGE: "Keeps away from a square where one blast would hurt two of ours.",
    Reason.STILLING: "Stands still before a crowded enemy, to strike back with overkill.",
    Reason.PACT: "All ways lead through the wall of the pact; does what loses least.",
    Reason.LEAST_BAD: "Every option is bad; takes the least bad one.",
    Reason.NO_TIME: "The turn's time was over before this square was asked.",
}

FIELD = ("alpha", "potential_degradation_step", "enemy_ROI")
"""The knobs of the potential field, which decide about everything that goes downhill."""

DECIDING = {
    Reason.NONE: (),
    Reason.CAPTURE: (*FIELD, "capture_hold"),
    Reason.FLOW: (*FIELD, "hold_until", "combat_hold_until", "int_max", "int_min"),
    Reason.GREEN: (*FIELD, "red_green"),
    Reason.RED: (*FIELD, "red_green"),
    Reason.MELD: (),
    Reason.HOLD: ("hold_until", "combat_hold_until", "capture_hold"),
    Reason.HURDLE: ("int_max", "int_min", "hurdle_area"),
    Reason.WEAK: FIELD,
    Reason.CAP: (*FIELD, "loss_penalty"),
    Reason.SWAP: (),
    Reason.CHECKERBOARD: FIELD,
    Reason.DODGE: (*FIELD, "dodge", "danger_penalty", "weak_penalty", "wall_penalty"),
    Reason.STILLING: ("strategic_stilling", "stilling_empties", "stilling_enemies", "stilling_ratio"),
    Reason.PACT: ("pact", "pact_heads_up", "wall_penalty", "bad_score"),
    Reason.LEAST_BAD: ("bad_score", "loss_penalty"),
    Reason.NO_TIME: ("turn_time",),
}


@dataclass(frozen=True, slots=True)
class Explanation:
    """What decide saw and why each square did what it did. Arrays are (H, W) unless said otherwise."""

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

    def sentence(self, y: int, x: int) -> str:
        """Why the square at row `y`, column `x` did what it did."""
        return Reason(int(self.reason[y, x])).sentence


class Notes:
    """What the squares write down while they choose, when somebody asked for an explanation."""

    def __init__(self, area: int):
        self.score = [[np.nan] * OPTIONS for _ in range(area)]
        self.booked = [0] * area
        self.order = [-1] * area
        self.danger: dict[int, int] = {}


def explanation(turn: "Turn", notes: Notes, moves: npt.NDArray[np.uint8]) -> Explanation:
    """Gather a finished turn into arrays."""
    board, field = turn.board, turn.field

    def grid(flat: Sequence[float], kind: type[Kind]) -> npt.NDArray[Kind]:
        return np.array(flat, kind).reshape(board.height, board.width)

    score = np.array(notes.score).reshape(board.height, board.width, OPTIONS)
    return Explanation(
        value=grid(field.value, np.float64), distance=grid(field.distance, np.int64),
        potential=grid(field.potential, np.float64), root=grid(_roots(turn), np.int64),
        light=grid(turn.light, np.uint8), wall=grid(turn.wall, np.bool_), danger=grid(_danger(board, notes), np.int64),
        score=np.roll(score, 1, axis=2), booked=grid(notes.booked, np.int64), order=grid(notes.order, np.int64),
        reason=grid(turn.reason, np.uint8), move=moves, hold=turn.hold, hurdle=turn.hurdle,
        mining_remains=turn.mining_remains,
    )  # fmt: skip


def _roots(turn: "Turn") -> list[int]:
    found = trees.roots(turn.downhill)
    return [found.get(c, -1) for c in range(len(turn.reason))]


def _danger(board: Board, notes: Notes) -> list[int]:
    return [notes.danger.get(c, 0) for c in range(board.height * board.width)]
