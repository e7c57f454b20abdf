"""Thumbnails: who owned what in the last frame of a game, small enough to be sent with each game of a list."""

from typing import Any

import numpy as np
import numpy.typing as npt

from experiments.laboratory.database import Ending

SIDE = 60  # squares; larger boards show every second square, or fewer

# Width, and runs of owners row by row: "0.12 1.3" is twelve neutral squares and three of player 1.
Thumbnail = list[Any]


def thumbnail(width: int, owners: bytes) -> Thumbnail | None:
    """Draw the columns of the table endings; None for a damaged one, which `database check` names."""
    try:
        return drawn(Ending((), width, owners).last())
    except ValueError:
        return None


def drawn(owner: npt.NDArray[np.integer]) -> Thumbnail:
    """Draw the owners (H, W) of a frame."""
    step = -(-max(owner.shape) // SIDE)
    shown = owner[::step, ::step]
    return [shown.shape[1], runs(shown.ravel())]


def runs(owners: npt.NDArray[np.integer]) -> str:
    """Owners as text: each with how many of it follow one another."""
    starts = np.flatnonzero(np.diff(owners, prepend=-1))
    lengths = np.diff(starts, append=len(owners))
    return " ".join(
        f"{owner}.{length}" for owner, length in zip(owners[starts].tolist(), lengths.tolist(), strict=True)
    )
