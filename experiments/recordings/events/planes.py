"""Planes: arrays (turns, players, H, W) on the torus, and sums over them."""

from typing import Any

import numpy as np
import numpy.typing as npt

from engine.rules import EAST, NORTH, SOUTH, WEST, shift

Array = npt.NDArray[Any]
Mask = npt.NDArray[np.bool_]
Sums = npt.NDArray[np.int64]


def in_reach(array: Array) -> Array:
    """Sum (for masks: any) over each square and its four neighbours: what a blast there would hit."""
    total = array.copy()
    for direction in (NORTH, EAST, SOUTH, WEST):
        total += shift(array, direction)
    return total


def beside(mask: Mask) -> Mask:
    """Return squares with at least one marked neighbour."""
    return shift(mask, NORTH) | shift(mask, EAST) | shift(mask, SOUTH) | shift(mask, WEST)


def land_masks(owner: Array, players: int) -> Mask:
    """Return each player's squares: owner (turns, H, W) to planes (turns, players, H, W)."""
    mask: Mask = owner[:, None] == np.arange(1, players + 1, dtype=owner.dtype).reshape(1, -1, 1, 1)
    return mask


def sum_of_others(planes: Array) -> Array:
    """Return for every player the sum over all the others' planes."""
    rest: Array = planes.sum(axis=1, keepdims=True, dtype=planes.dtype) - planes
    return rest


def squares(planes: Array) -> Array:
    """Sum over the board: planes (turns, players, H, W) to (turns, players)."""
    sums: Array = planes.sum(axis=(2, 3), dtype=None if planes.dtype.kind == "f" else np.int64)
    return sums


def by_owner(values: Array, owner: Array, players: int) -> Sums:
    """Return (turns, players) sums over each player's squares of whole numbers (turns, H, W); masks are counted."""
    turns = len(owner)
    slot = owner + np.arange(turns).reshape(-1, 1, 1) * (players + 1)
    # The sums are doubles on the way; they are whole and far below 2**53, so none is rounded.
    sums = np.bincount(slot.ravel(), values.ravel(), minlength=turns * (players + 1))
    return sums.reshape(turns, players + 1)[:, 1:].astype(np.int64)
