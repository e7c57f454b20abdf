"""View: this turn's board as (H, W) arrays, seen from our side."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Grid = npt.NDArray[np.uint8]

NEUTRAL = 0

# The most players at one table.
MOST_PLAYERS = 6

# Numbers that may own a square: NEUTRAL and the players.
SEATS = MOST_PLAYERS + 1

# No square holds more strength; what would go beyond is lost. A rule of the game, not a parameter.
STRENGTH_CAP = 255

STILL, NORTH, EAST, SOUTH, WEST = range(5)


@dataclass(frozen=True, slots=True)
class View:
    """One turn of the board, as player `me` receives it."""

    owner: Grid  # (H, W)  0 = neutral, 1..6 = players
    strength: Grid  # (H, W)  0..255
    production: Grid  # (H, W)  strength gained by one turn of STILL
    me: int  # our number among the owners
    turn: int  # 0 on the first frame, which is sent again as the first to be answered

    def __post_init__(self) -> None:
        shapes = {self.owner.shape, self.strength.shape, self.production.shape}
        if len(shapes) != 1 or self.owner.ndim != 2:
            raise ValueError(f"owner, strength and production should be one (H, W); they are {sorted(shapes)}")

    @property
    def height(self) -> int:
        """Rows of the board."""
        return int(self.owner.shape[0])

    @property
    def width(self) -> int:
        """Columns of the board."""
        return int(self.owner.shape[1])

    @property
    def players(self) -> int:
        """How many players own a square."""
        return int(np.unique(self.owner[self.owner != NEUTRAL]).size)
