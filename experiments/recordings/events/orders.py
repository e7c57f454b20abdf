"""Orders: the move of every square, before the turn is played. Whole games at once."""

from dataclasses import dataclass

import numpy as np

from engine.rules import EAST, NORTH, SOUTH, STILL, STRENGTH_CAP, WEST, shifted

from .planes import Array, Mask, Sums, by_owner

BACK = {NORTH: SOUTH, EAST: WEST, SOUTH: NORTH, WEST: EAST}


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class Orders:
    """Sums of the players' orders in T turns, all (T, players)."""

    pieces: Sums
    still: Sums
    moves_of_nothing: Sums
    flip_flops: Sums
    realised_production: Sums
    cap_loss_by_production: Sums


def orders(owner: Array, strength: Array, production: Array, moves: Array, players: int) -> Orders:
    """Count the orders. Shapes as for `pieces`, the turns being consecutive."""
    is_still, walks = moves == STILL, (moves > STILL) & (moves <= WEST)
    armed = (owner > 0) & (strength > 0)
    gain = np.where(is_still, production, 0).astype(np.int32)
    over = np.where(is_still, np.maximum(strength.astype(np.int32) + production - STRENGTH_CAP, 0), 0)
    sums = (armed, armed & is_still, walks & ~armed, _returns(owner, armed, moves), gain, over)
    return Orders(*(by_owner(values, owner, players) for values in sums))


def _returns(owner: Array, armed: Mask, moves: Array) -> Mask:
    """Return squares (T, H, W) whose strength goes back to a square from which strength of its owner just came."""
    returns = np.zeros(owner.shape, dtype=bool)
    for direction, back in BACK.items():
        came = np.where(armed[:-1] & (moves[:-1] == direction), owner[:-1], 0)
        # A capture by another player in between ends the way there: the owner must be the same.
        returns[1:] |= armed[1:] & (moves[1:] == back) & (shifted(came, direction) == owner[1:])
    return returns
