"""Pieces: who stands where with what strength after moving and merging, for many turns at once.

The first half of engine.rules.step, written again because it counts what was lost on the way; a property test compares.
"""

from dataclasses import dataclass

import numpy as np

from engine.rules import STRENGTH_CAP

from .planes import SHIFT, STILL, WEST, Array, Mask, lands, shifted


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class Pieces:
    """The pieces after the moves of B turns, before combat."""

    force: Array  # (B, players, H, W) int32  strength of each player's piece, 0..255; 0 also where there is none
    present: Mask  # (B, players, H, W)  there is a piece, perhaps of strength 0
    arrived: Mask  # (B, players, H, W)  strength came here by a move of this turn
    merge_loss: Array  # (B, players, H, W) int32  strength above the cap, gone as pieces met
    garrison: Array  # (B, H, W) int32  strength of the neutral squares


def pieces(owner: Array, strength: Array, production: Array, moves: Array, players: int) -> Pieces:
    """Move and merge.

    owner, strength   (B, H, W) the boards before the turns, ejected players' squares already neutral
    production        (H, W)
    moves             (B, H, W) as a replay records them
    """
    strength = strength.astype(np.int32)
    present = lands(owner, players)
    force = present * remaining(strength, production, moves)[:, None]
    arrived = np.zeros_like(present)
    for direction in SHIFT:
        leaving = (moves == direction) & (owner > 0)
        mover = lands(shifted(np.where(leaving, owner, 0), direction), players)
        moved = shifted(np.where(leaving, strength, 0), direction)[:, None]
        present |= mover
        force += mover * moved
        arrived |= mover & (moved > 0)
    capped = np.minimum(force, STRENGTH_CAP)
    return Pieces(capped, present, arrived, force - capped, np.where(owner == 0, strength, 0))


def remaining(strength: Array, production: Array, moves: Array) -> Array:
    """Return the strength that stays on a square (B, H, W): with its production if STILL, 0 if it moved away."""
    grown = np.minimum(strength + production.astype(np.int32), STRENGTH_CAP)
    return np.where(moves == STILL, grown, np.where(moves > WEST, strength, 0))
