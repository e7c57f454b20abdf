"""Evidence: what fresh futures said of the five moves of one square, as a position's file has it.

All moves were tried in the same futures, so a move is compared with the best one future by future. Each interval holds
with 99 %. Page 24 says how they were played.
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
    def digits(self) -> int:
        """Behind the point, where one is written down."""
        return 1 if self is Measure.LEAD else 3


@dataclass(frozen=True, slots=True)
class Evidence:
    """The scores of one square's moves in futures."""

    measure: Measure
    worlds: tuple[str, ...]  # future number i is played on by everybody as worlds[i % len(worlds)]
    first: int  # seed of future number 0; future number i has first + i
    futures: int  # of each move
    moves: tuple[int, ...]  # the best first
    scores: tuple[float, ...]  # of each, the mean over the futures
    losses: tuple[Interval, ...]  # of each but the best: how much that one beats it by, future by future
