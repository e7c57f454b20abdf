"""Turn: everything a square reads when it chooses, and the choices of the squares before it."""

import dataclasses

import numpy as np
import numpy.typing as npt

from ..board.board import OPTIONS, WALKS, Board, neighbour_sum
from ..board.view import STILL, STRENGTH_CAP
from ..parameters.presets import Parameters
from . import tie_break
from .potential import Field
from .reasons import Reason


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


Scores = dict[int, float]  # by option, in the order in which they are weighed; the lowest wins


class Notes:
    """Notes for an explanation, taken while the squares choose."""

    def __init__(self, area: int):
        self.score = [[np.nan] * OPTIONS for _ in range(area)]
        self.booked = [0] * area
        self.order = [-1] * area
        self.danger: dict[int, int] = {}


@dataclasses.dataclass(slots=True)
class Turn:
    """Everything a square reads when it chooses, and what the squares before it have booked."""

    board: Board
    parameters: Parameters
    field: Field
    downhill: dict[int, int]  # for each of our squares the neighbour of lowest potential
    light: list[int]
    wall: list[bool]
    mining_remains: bool
    hold: float
    hurdle: int
    threats: Threats
    notes: Notes | None = None
    base: int | None = dataclasses.field(init=False)  # where this turn's draws begin; None for fixed ties
    booked: list[int] = dataclasses.field(init=False)  # strength committed to stand on a square next turn
    option: list[int] = dataclasses.field(init=False)  # what a square does; STILL until it has chosen
    reason: list[int] = dataclasses.field(init=False)

    def __post_init__(self) -> None:
        area = self.board.height * self.board.width
        self.base = tie_break.base(self.parameters, self.board.turn)
        self.booked, self.option, self.reason = [0] * area, [STILL] * area, [int(Reason.NONE)] * area

    def scores(self, c: int, options: tuple[int, ...] = WALKS) -> Scores:
        """Return each option's score: the potential it leads to, and loss_penalty for every point lost to the cap."""
        potential, booked, around = self.field.potential, self.booked, self.board.torus.around[c]
        room = STRENGTH_CAP - self.board.strength[c]
        penalty = self.parameters.loss_penalty
        scores = {}
        for option in options:
            n = around[option]
            scores[option] = potential[n] + penalty * (booked[n] - room) if booked[n] > room else potential[n]
        return scores

    def lowest(self, c: int, scores: Scores) -> int:
        """Return the option of lowest score; a draw breaks ties, then the order in which options are weighed."""
        best = min(scores.values())
        tied = [option for option, score in scores.items() if score == best]
        return tied[0] if len(tied) == 1 else min(tied, key=lambda option: self._draw(c, option))

    def rank(self, c: int, scores: Scores) -> list[int]:
        """Return all options, lowest score first; ties as in `lowest`."""
        return sorted(scores, key=lambda option: (scores[option], self._draw(c, option)))

    def _draw(self, c: int, option: int) -> int:
        return tie_break.draw(self.base, c, tie_break.number(option))

    def note(self, c: int, scores: Scores) -> None:
        """Write the scores down, if an explanation was asked for."""
        if self.notes:
            for option, score in scores.items():
                self.notes.score[c][option] = score

    def moves(self) -> npt.NDArray[np.uint8]:
        """Return the options chosen, (H, W); STILL where no square chose."""
        return np.array(self.option, np.uint8).reshape(self.board.height, self.board.width)

    def book(self, c: int, option: int, reason: Reason) -> None:
        """Commit the square to its option. v26 counts the production of a square that stays."""
        self.option[c], self.reason[c] = option, reason
        target = self.board.torus.around[c][option]
        self.booked[target] += self.board.strength[c]
        if option == STILL and self.parameters.traits.books_production:
            self.booked[target] += self.board.production[c]
