"""Turn: what a square looks at when it chooses, and what the squares before it have chosen."""

import dataclasses

import numpy as np
import numpy.typing as npt

from . import luck
from .board import OPTIONS, STAY, Board
from .parameters import Parameters
from .potential import Field
from .reasons import Reason
from .threats import Threats
from .view import STRENGTH_CAP

UNDECIDED = -1


class Notes:
    """What the squares write down while they choose, when an explanation was asked for."""

    def __init__(self, area: int):
        self.score = [[np.nan] * OPTIONS for _ in range(area)]
        self.booked = [0] * area
        self.order = [-1] * area
        self.danger: dict[int, int] = {}


@dataclasses.dataclass(slots=True)
class Turn:
    """Everything a square looks at when it chooses, and what the squares before it have booked."""

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
    beginning: int | None = dataclasses.field(init=False)  # where this turn's luck begins; None for fixed ties
    booked: list[int] = dataclasses.field(init=False)  # strength committed to stand on a square next turn
    option: list[int] = dataclasses.field(init=False)  # chosen option, UNDECIDED before
    reason: list[int] = dataclasses.field(init=False)

    def __post_init__(self) -> None:
        area = self.board.height * self.board.width
        self.beginning = luck.start(self.parameters, self.board.turn)
        self.booked, self.option, self.reason = [0] * area, [UNDECIDED] * area, [int(Reason.NONE)] * area

    def scores(self, c: int, targets: tuple[int, ...]) -> list[float]:
        """The potential of each target, and loss_penalty for every point `c` would lose there to the cap."""
        potential, booked = self.field.potential, self.booked
        room = STRENGTH_CAP - self.board.strength[c]
        penalty = self.parameters.loss_penalty
        return [
            potential[n] + penalty * (booked[n] - room) if booked[n] > room else potential[n]
            for n in targets
        ]  # fmt: skip

    def lowest(self, c: int, scores: list[float]) -> int:
        """The option of lowest score; luck breaks ties, then the option's number."""
        best = min(scores)
        if scores.count(best) == 1 or self.beginning is None:
            return scores.index(best)
        tied = [option for option, score in enumerate(scores) if score == best]
        return min(tied, key=lambda option: luck.draw(self.beginning, c, option))

    def ranked(self, c: int, scores: list[float]) -> list[int]:
        """All options, lowest score first; ties as in `lowest`."""
        return sorted(range(len(scores)), key=lambda option: (scores[option], luck.draw(self.beginning, c, option)))

    def note(self, c: int, scores: list[float]) -> None:
        """Write the scores down, if anybody asked."""
        if self.notes:
            self.notes.score[c][: len(scores)] = scores

    def moves(self) -> npt.NDArray[np.uint8]:
        """(H, W) the options chosen as directions; STILL where nobody chose."""
        code = (np.array(self.option, np.int64) + 1) % OPTIONS  # N, E, S, W, Still -> 1, 2, 3, 4, 0; undecided -> 0
        return code.astype(np.uint8).reshape(self.board.height, self.board.width)

    def book(self, c: int, option: int, reason: Reason) -> None:
        """Commit the square to its option. v26 counts the production of a square that stays."""
        self.option[c], self.reason[c] = option, reason
        target = self.board.torus.around[c][option]
        self.booked[target] += self.board.strength[c]
        if option == STAY and self.parameters.traits.books_production:
            self.booked[target] += self.board.production[c]
