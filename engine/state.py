"""State: the board between two turns, as three arrays."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Grid = npt.NDArray[np.uint8]
MOST_PLAYERS = 6


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class State:
    """The board as all players see it between two turns. A torus: row 0 lies south of the last row."""

    owner: Grid  # (H, W)  0 = neutral, 1..6 = players
    strength: Grid  # (H, W)  0..255
    production: Grid  # (H, W)  strength gained by one turn of STILL; the same for the whole game

    @property
    def height(self) -> int:
        """Number of rows."""
        return int(self.owner.shape[0])

    @property
    def width(self) -> int:
        """Number of columns; may differ from the height."""
        return int(self.owner.shape[1])

    def territory(self, players: int) -> npt.NDArray[np.int64]:
        """Return the number of squares that each player owns: (players,), entry i belongs to player i + 1."""
        return np.bincount(self.owner.ravel(), minlength=MOST_PLAYERS + 1)[1 : players + 1]

    def check(self, players: int = MOST_PLAYERS) -> None:
        """Raise ValueError when the layers contradict one another or an owner is not one of the players.

        Tests and debugging call this after every turn; play does not pay for it.
        """
        for name in ("owner", "strength", "production"):
            layer = getattr(self, name)
            if layer.dtype != np.uint8 or layer.ndim != 2 or layer.shape != self.owner.shape:
                raise ValueError(
                    f"{name} must be a uint8 array of shape {self.owner.shape} (rows, columns) like owner, "
                    f"but is {layer.dtype} {layer.shape}; was it transposed or computed without a cast?"
                )
        if self.owner.size == 0:
            raise ValueError("a board has at least one square, but this one has none")
        if self.owner.max() > players:
            raise ValueError(f"owners must be 0..{players}, but a square belongs to {self.owner.max()}")
