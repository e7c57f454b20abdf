"""Orders: the move of every square, before the turn is played. Whole games at once."""

import numpy as np

from engine.rules import EAST, NORTH, SOUTH, STILL, STRENGTH_CAP, WEST, shift

from .planes import Array, Mask, Sums, by_owner

BACK = {NORTH: SOUTH, EAST: WEST, SOUTH: NORTH, WEST: EAST}


def orders(owner: Array, strength: Array, production: Array, moves: Array, players: int) -> dict[str, Sums]:
    """Return sums of the players' orders (T, players) by the names of Events.

    Shapes as for `pieces`, the turns being consecutive.
    """
    is_still, walks = moves == STILL, (moves > STILL) & (moves <= WEST)
    armed = (owner > 0) & (strength > 0)
    gain = np.where(is_still, production, 0).astype(np.int32)
    over = np.where(is_still, np.maximum(strength.astype(np.int32) + production - STRENGTH_CAP, 0), 0)
    counted = {
        "pieces": armed, "still": armed & is_still, "moves_of_nothing": walks & ~armed,
        "flip_flops": _returns(owner, armed, moves), "realised_production": gain, "cap_loss_by_production": over,
    }  # fmt: skip
    return {name: by_owner(values, owner, players) for name, values in counted.items()}


def _returns(owner: Array, armed: Mask, moves: Array) -> Mask:
    """Return squares (T, H, W) whose strength goes back to a square from which strength of its owner just came."""
    returns = np.zeros(owner.shape, dtype=bool)
    for direction, back in BACK.items():
        came = np.where(armed[:-1] & (moves[:-1] == direction), owner[:-1], 0)
        # A capture by another player in between ends the way there: the owner must be the same.
        returns[1:] |= armed[1:] & (moves[1:] == back) & (shift(came, direction) == owner[1:])
    return returns
