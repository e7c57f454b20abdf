"""One turn of Halite, written to be read: the reference implementation of the compiled engine.kernels.

A turn happens to *pieces*, not to squares: after the moves several players may have a piece on one
square. So pieces are held as planes of shape (players, H, W), plane i belonging to player i + 1.
"""

from collections.abc import Collection
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from .state import Grid, State

STILL, NORTH, EAST, SOUTH, WEST = range(5)
STRENGTH_CAP = 255
_LARGEST_MOVE = np.iinfo(np.int32).max  # what a bot can send; see wire.read_moves

Moves = npt.NDArray[np.integer]
Planes = npt.NDArray[np.int32]
Mask = npt.NDArray[np.bool_]

# What np.roll must do so that every square's content arrives at its neighbour in this direction.
_ROLL = {NORTH: (-1, -2), EAST: (1, -1), SOUTH: (1, -2), WEST: (-1, -1)}


def step(state: State, moves: Moves, ejected: Collection[int] = ()) -> State:
    """Return the board after one turn as a new State.

    Args:
        moves: (H, W) integers: 0 no order or STILL, 1..4 a direction; a square ordered 5 or more neither moves nor
            produces. Orders on neutral squares are ignored.
        ejected: players that lose all their squares, with the strength left on them, before anything moves

    Raises:
        ValueError: the moves do not fit the board
    """
    orders = effective_orders(state, moves, ejected)
    owner = without(state.owner, ejected)
    present, stays, arrives = pieces(owner, state.strength, state.production, orders, int(owner.max()))
    force = np.minimum(stays + arrives, STRENGTH_CAP)
    garrison = np.where(owner == 0, state.strength, 0).astype(np.int32)
    damage, touched = _combat(present, force, garrison)
    # Touched is not the same as hurt: two enemy pieces of strength 0 side by side kill each other.
    survives = present & ~(touched & (damage >= force))
    return _settle(survives, force - damage, garrison - force.sum(axis=0), state.production)


def effective_orders(state: State, moves: Moves, ejected: Collection[int] = ()) -> npt.NDArray[np.int32]:
    """Return the orders that count, as a replay records them: (H, W), 0 where the owner gave none.

    Raises:
        ValueError: the moves are not whole numbers of the board's shape, or out of range
    """
    moves = np.asarray(moves)
    if moves.shape != state.owner.shape or moves.dtype.kind not in "iu":
        raise ValueError(
            f"moves must be integers of shape {state.owner.shape} (rows, columns), "
            f"but are {moves.dtype} {moves.shape}; are width and height swapped?"
        )
    if moves.size and not 0 <= moves.min() <= moves.max() <= _LARGEST_MOVE:
        raise ValueError(
            f"moves are 0..{_LARGEST_MOVE}, but they span {moves.min()}..{moves.max()}; STILL is 0, not -1"
        )
    return np.where(without(state.owner, ejected) > 0, moves, 0).astype(np.int32)


def turn_limit(width: int, height: int) -> int:
    """Return the turns after which a game ends at the latest.

    Truncate after multiplying, as the official program does: a 30 x 24 board lasts 268 turns.
    isqrt(width * height) * 10 looks the same and gives 260.
    """
    return int(sqrt(width * height) * 10)


def without(owner: Grid, ejected: Collection[int]) -> Grid:
    """Return the owners, with every ejected player's squares neutral."""
    return np.where(np.isin(owner, list(ejected)), 0, owner).astype(np.uint8) if ejected else owner


def pieces(owner: Grid, strength: Grid, production: Grid, orders: Moves, players: int) -> tuple[Mask, Planes, Planes]:
    """Move every piece, on one board or on several at once; the strengths are not yet merged.

    Args:
        owner, strength: (..., H, W), ejected players' squares already neutral
        production: (H, W)
        orders: (..., H, W) of effective_orders

    Returns:
        three arrays (..., players, H, W): where each player has a piece, the strength that stayed there, and the
        strength that arrives
    """
    numbers = np.arange(1, players + 1, dtype=owner.dtype).reshape(-1, 1, 1)
    held = strength.astype(np.int32)
    grown = np.minimum(held + production, STRENGTH_CAP)
    # A square that was ordered to go keeps a piece of strength 0: it still has to be captured.
    remains = np.where(orders == STILL, grown, np.where(orders > WEST, held, 0))
    present = owner[..., None, :, :] == numbers
    stays, arrives = present * remains[..., None, :, :], np.zeros(present.shape, np.int32)
    for direction in _ROLL:
        is_leaving = orders == direction
        came = shift(np.where(is_leaving, owner, 0), direction)[..., None, :, :] == numbers
        present |= came
        arrives += came * shift(np.where(is_leaving, held, 0), direction)[..., None, :, :]
    return present, stays, arrives


def _combat(present: Mask, force: Planes, garrison: npt.NDArray[np.int32]) -> tuple[Planes, Mask]:
    """Return the damage to every piece and whether anything touched it, all at once: two arrays (players, H, W).

    A piece hurts every other player's piece on its own square and on the four squares around it with
    its full strength each time (overkill). The neutral garrison fights only on its own square.
    """
    damage = _in_reach(force.sum(axis=0) - force) + garrison
    touched = _in_reach(present.sum(axis=0) - present) > 0
    return damage, touched | (garrison > 0)


def _settle(survives: Mask, left: Planes, garrison_left: npt.NDArray[np.int32], production: Grid) -> State:
    """Return the board: survivors own their squares; everywhere else the garrison keeps what it has left."""
    owner = np.zeros(production.shape, dtype=np.uint8)
    strength = np.maximum(garrison_left, 0).astype(np.uint8)
    for player, (mask, plane) in enumerate(zip(survives, left, strict=True), start=1):
        owner[mask] = player
        strength[mask] = plane[mask]
    return State(owner, strength, production)


def _in_reach(planes: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Sum over each square and its four neighbours."""
    return planes + sum(shift(planes, direction) for direction in _ROLL)


def shift(planes: npt.NDArray[Any], direction: int) -> npt.NDArray[Any]:
    """Move everything one square further in this direction, around the torus."""
    distance, axis = _ROLL[direction]
    return np.roll(planes, distance, axis)
