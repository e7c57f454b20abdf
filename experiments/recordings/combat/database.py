"""Squares in contact with an enemy, a row for each, and their counts: what players did in each neighbourhood."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from engine import Replay

from .neighbourhood import DIAMOND, DIRECTIONS, EMPTY, ENEMY, NEUTRAL, OWN, Kinds, fold, pattern_of

if TYPE_CHECKING:  # pandas takes a third of a second to load, and few that import this file make a table
    import pandas as pd

WITHIN = 3  # turns after which the strength around a square is compared


def count(parts: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Return the combat database of rows of `squares`, or of databases: how often patterns led to each direction."""
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
        where, kinds, direction = contact(replay, seat)
        folded, turned = fold(kinds, direction)
        rows, place = np.unique(folded, axis=0, return_inverse=True)
        names = np.array([pattern_of(row) for row in rows.tolist()], object)
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


def contact(replay: Replay, player: int) -> tuple[Kinds, Kinds, Kinds]:
    """Return turn, row and column (N, 3), surroundings (N, 13) and directions (N,) of a player's squares in contact.

    A square is in contact when it has strength and an enemy at most two steps away. Orders that are no direction are
    left out.
    """
    owner, strength, moves = replay.owner[:-1], replay.strength[:-1], replay.moves
    kind = np.select([owner == player, owner > 0, strength == 0], [OWN, ENEMY, EMPTY], NEUTRAL)
    acts = (kind == OWN) & (strength > 0) & (moves < len(DIRECTIONS))
    near = np.logical_or.reduce([np.roll(kind == ENEMY, step, (1, 2)) for step in DIAMOND])
    squares = np.argwhere(acts & near)
    (turn, row, column), (y, x) = squares.T[:, :, None], np.array(DIAMOND).T
    around = kind[turn, (row + y) % kind.shape[1], (column + x) % kind.shape[2]].astype(np.int64)
    return squares, around, moves[tuple(squares.T)].astype(np.int64)
