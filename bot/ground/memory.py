"""What we carry between turns: how many started, which enemies we have met, whom we fight, and an opening's prices."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from .board import Board


@dataclass(frozen=True, slots=True)
class Memory:
    """What a player knows that this turn's board does not show."""

    starting_players: int = 0  # players on the first frame; 0 before it was seen
    met: frozenset[int] = frozenset()  # players that touched an empty square which we touched too
    war: frozenset[int] = frozenset()  # players whom we have decided to fight: the pact no longer spares them
    bent: npt.NDArray[np.float64] | None = field(default=None, compare=False)
    """What the opening plan in force multiplies the field's prices by, (H, W); None without one."""

    def after(self, board: Board) -> "Memory":
        """Return this memory with what the new frame adds."""
        starting = self.starting_players or board.players
        return replace(self, starting_players=starting, met=self.met | _met_now(board))


STARTING_PLAYERS, MET, WAR = range(3)
"""Places in a memory that is packed for the kernels."""

MEMORY = 3


def remembered(memory: Memory) -> npt.NDArray[np.int64]:
    """Return a Memory as the kernels keep it, (MEMORY,): starting players, bits of players met, of those we fight."""
    return np.array([memory.starting_players, bits(memory.met), bits(memory.war)], np.int64)


def bits(players: Iterable[int]) -> int:
    """Return a set of players as the kernels keep it."""
    return sum(1 << player for player in players)


def _met_now(board: Board) -> frozenset[int]:
    """Return the owners around the empty squares that touch us, ourselves and neutral left out."""
    around = board.around_of(board.hero_empty)
    return frozenset(np.unique(board.owner_array[around]).tolist()) - {0, board.me}
