"""Turn: everything a square reads when it chooses, and the choices of the squares before it.

Behind it fights: squares in danger and the dodge, and standing still before a crowded enemy.
"""

import dataclasses

import numpy as np
import numpy.typing as npt

from ..board.board import NEUTRAL, OPTIONS, ORDER, STILL, STRENGTH_CAP, WALKS, Board, Mask, around
from ..parameters.presets import Parameters
from . import tie_break
from .potential import Field
from .reasons import Reason


class Threats:
    """Squares an enemy could strike from this turn, before any of our squares has chosen."""

    def __init__(self, board: Board, parameters: Parameters):
        feared = board.empty | board.enemy if parameters.traits.fears_enemies else board.empty
        threat = np.where(feared & parameters.dodge, board.blast, 0)
        self.weight: list[int] = threat.ravel().tolist()  # enemy strength that could strike there, 0 = no threat
        self.is_near: list[bool] = _within_two_steps(threat).ravel().tolist()  # whether a square must look at all


def _within_two_steps(threat: npt.NDArray[np.int64]) -> Mask:
    reach = (threat > 0) | around(threat > 0)
    return reach | around(reach)


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

    def book(self, c: int, option: int, reason: Reason) -> None:
        """Commit the square to its option. v26 counts the production of a square that stays."""
        self.option[c], self.reason[c] = option, reason
        target = self.board.torus.around[c][option]
        self.booked[target] += self.board.strength[c]
        if option == STILL and self.parameters.traits.books_production:
            self.booked[target] += self.board.production[c]


def dangerous(turn: Turn, c: int) -> dict[int, int]:
    """Return the threatened squares within two steps of `c` that would hurt a booked square too, with their weights."""
    if not turn.threats.is_near[c]:
        return {}
    weight, around, booked = turn.threats.weight, turn.board.torus.around, turn.booked
    weights = {}
    for e in turn.board.torus.near[c]:
        if weight[e] and any(booked[n] for n in around[e]):
            weights[e] = weight[e]
    if turn.notes:
        turn.notes.danger.update(weights)
    return weights


def touches(turn: Turn, c: int, danger: dict[int, int]) -> bool:
    """Return whether `c` is one of the dangerous squares or lies beside one."""
    return any(n in danger for n in turn.board.torus.around[c])


def dodge_scores(turn: Turn, c: int, danger: dict[int, int]) -> Scores:
    """Return v26's scores of the five options when danger is near; lower is better.

    A square that steps where a friend is already booked adds no new target, so it pays no danger.
    """
    board, parameters, strength = turn.board, turn.parameters, turn.board.strength[c]
    scores_of_options = turn.scores(c, ORDER)
    for option in ORDER:
        n = board.torus.around[c][option]
        if not turn.booked[n]:
            blast = sum(danger.get(e, 0) for e in board.torus.around[n])
            scores_of_options[option] += parameters.danger_penalty * blast
        if turn.wall[n]:
            scores_of_options[option] += parameters.wall_penalty
        if board.owner[n] == NEUTRAL and strength <= board.strength[n]:
            scores_of_options[option] += parameters.weak_penalty
    return scores_of_options


def calls_for_stilling(turn: Turn, c: int) -> bool:
    """Return whether square `c` touches several empties and, across them, several enemies ready to step in.

    Enemies are counted as squares, each once, not as players. One that holds fewer than
    stilling_ratio turns of its own production has just moved and is not ready.
    """
    board, parameters = turn.board, turn.parameters
    empties = [n for n in board.torus.neighbours[c] if board.owner[n] == NEUTRAL and board.strength[n] == 0]
    if len(empties) < parameters.stilling_empties:
        return False
    facing = {
        e
        for empty in empties
        for e in board.torus.neighbours[empty]
        if board.owner[e] not in (NEUTRAL, board.me)
        and board.strength[e] >= parameters.stilling_ratio * board.production[e]
    }
    return len(facing) >= parameters.stilling_enemies
