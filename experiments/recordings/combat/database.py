"""Squares in contact with an enemy, a row for each, and their counts: what players did in each neighbourhood."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from engine import Replay
from engine.errors import UserError

from .neighbourhood import DIAMOND, DIRECTIONS, EMPTY, ENEMY, NEUTRAL, OWN, Kinds, Pattern, fold

if TYPE_CHECKING:  # pandas takes a third of a second to load, and few that import this file make a table
    import pandas as pd

COLUMNS = ("player", "pattern", *DIRECTIONS)  # of the counts
WITHIN = 3  # turns after which the strength around a square is compared


class CombatError(UserError, ValueError):
    """A file that holds something else would be replaced."""


def check_replaced(path: Path) -> None:
    """Raise CombatError where this file holds no combat database, but for example a replay."""
    start = b"PAR1" if path.suffix == ".parquet" else ",".join(COLUMNS).encode()
    if path.exists() and path.stat().st_size:
        with path.open("rb") as file:
            if file.read(len(start)) != start:
                raise CombatError(f"{path} is not a combat database: choose another name, or delete it first")


def counted(parts: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Return the combat database: COLUMNS, squares of each player and pattern that chose each direction.

    parts   the rows of `squares`, or databases of some games, which are added up
    """
    import pandas as pd

    rows = pd.concat(parts, ignore_index=True)
    if "direction" in rows:
        chosen = {name: rows["direction"] == number for number, name in enumerate(DIRECTIONS)}
        rows = rows[["player", "pattern"]].assign(**chosen)
    return rows.groupby(["player", "pattern"], as_index=False)[list(DIRECTIONS)].sum()


def squares(replay: Replay, game: str) -> pd.DataFrame:
    """Return a row for each square in contact of a game: player, pattern, direction, ahead, and where it was.

    `ahead` is 1 where the balance of strength around rose within WITHIN turns, 0 where it fell, else one half.
    """
    import pandas as pd

    parts = []
    for seat, player in enumerate(replay.player_names, start=1):
        where, kinds, direction = seen(replay, seat)
        folded, turned = fold(kinds, direction)
        rows, place = np.unique(folded, axis=0, return_inverse=True)
        names = np.array([str(Pattern(tuple(row))) for row in rows.tolist()], object)
        around, (turn, y, x) = balance(replay, seat), where.T
        gained = np.sign(around[np.minimum(turn + WITHIN, replay.turns), y, x] - around[turn, y, x])
        columns = {"pattern": names[place.ravel()], "direction": turned, "ahead": (gained + 1) / 2}
        parts.append(pd.DataFrame({"game": game, "player": player, **columns, "turn": turn, "x": x, "y": y}))
    return pd.concat(parts, ignore_index=True)


def balance(replay: Replay, seat: int) -> npt.NDArray[np.float64]:
    """Return (T, H, W) how much more strength a player has than the others in the diamond around every square."""
    layer = np.where(replay.owner == seat, 1.0, np.where(replay.owner > 0, -1.0, 0.0)) * replay.strength
    summed: npt.NDArray[np.float64] = np.zeros(layer.shape)
    for step in DIAMOND:
        summed += np.roll(layer, step, (1, 2))
    return summed


def seen(replay: Replay, player: int) -> tuple[Kinds, Kinds, Kinds]:
    """Return turn, row and column (N, 3), surroundings (N, 13) and directions (N,) of a player's squares in contact.

    A square is in contact when it has strength and an enemy at most two steps away. Orders that are no direction are
    left out.
    """
    owner, strength, moves = replay.owner[:-1], replay.strength[:-1], replay.moves
    kind = np.select([owner == player, owner > 0, strength == 0], [OWN, ENEMY, EMPTY], NEUTRAL)
    acts = (kind == OWN) & (strength > 0) & (moves < len(DIRECTIONS))
    squares = np.argwhere(acts & _near(kind == ENEMY))
    return squares, _around(kind, squares), moves[tuple(squares.T)].astype(np.int64)


def _near(mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return squares with a marked one in their diamond."""
    near = np.zeros_like(mask)
    for y, x in DIAMOND:
        near |= np.roll(mask, (y, x), (1, 2))
    return near


def _around(kind: npt.NDArray[np.integer], squares: npt.NDArray[np.int64]) -> Kinds:
    """Return the diamonds (N, 13) around squares (N, 3) of turn, row and column."""
    turn, row, column = squares.T[:, :, None]
    y, x = np.array(DIAMOND).T
    _, height, width = kind.shape
    kinds: Kinds = kind[turn, (row + y) % height, (column + x) % width].astype(np.int64)
    return kinds
