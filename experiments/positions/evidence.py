"""Evidence: what fresh futures said of the five moves of one square, as a position's file has it. Pure.

All moves were tried in the same futures: the same luck, the same players. So a move is compared with the best one
future by future, and much of the luck cancels. Each interval holds with 99 %. Page 24 says how they were played.
"""

from dataclasses import dataclass
from enum import StrEnum

from experiments.stats import Interval


class Measure(StrEnum):
    """The measure by which futures are compared."""

    BEATEN = "opponents beaten"  # their share at the end of the game; between two players: games won
    LEAD = "lead after 10 turns"  # our strength and 8 turns of our production, less the same of all others
    SQUARES = "squares at the end"  # ours, for decisions of the last turns

    @property
    def as_good(self) -> float:
        """A move that surely loses less than this is right too."""
        return _AS_GOOD[self]

    @property
    def digits(self) -> int:
        """Behind the point, where one is written down."""
        return 1 if self is Measure.LEAD else 3


_AS_GOOD = {Measure.BEATEN: 0.05, Measure.LEAD: 15.0, Measure.SQUARES: 0.25}


@dataclass(frozen=True, slots=True)
class Measured:
    """One move of the square."""

    move: int
    score: float  # mean over the futures
    loss: Interval | None  # how much the best move beats it by, future by future; None for the best itself


@dataclass(frozen=True, slots=True)
class Evidence:
    """The scores of one square's moves in futures."""

    measure: Measure
    worlds: tuple[str, ...]  # future number i is played on by everybody as worlds[i % len(worlds)]
    first: int  # seed of future number 0; future number i has first + i
    futures: int  # of each move
    moves: tuple[Measured, ...]  # the best first

    @property
    def right(self) -> tuple[int, ...]:
        """The best move, and those that are surely about as good."""
        good = self.measure.as_good
        return tuple(sorted(each.move for each in self.moves if each.loss is None or each.loss.high < good))

    @property
    def wrong(self) -> tuple[int, ...]:
        """The moves that are worse beyond luck."""
        return tuple(sorted(each.move for each in self._wrong))

    @property
    def worst(self) -> int:
        """The move that loses most; the best one, when none is wrong."""
        return max(self._wrong, key=_loss, default=self.moves[0]).move

    @property
    def largest(self) -> float:
        """The loss of the worst of the wrong moves."""
        return max(map(_loss, self._wrong), default=0.0)

    @property
    def _wrong(self) -> list[Measured]:
        return [
            each for each in self.moves if each.loss and each.loss.low > 0 and each.loss.high >= self.measure.as_good
        ]


def _loss(each: Measured) -> float:
    return each.loss.value if each.loss else 0.0
