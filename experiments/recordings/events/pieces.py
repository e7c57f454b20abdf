"""Pieces: who stands where with what strength after moving and merging, for many turns at once."""

from dataclasses import dataclass

import numpy as np

from engine import rules

from .planes import Array, Mask


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class Pieces:
    """The pieces after the moves of B turns, before combat."""

    force: Array  # (B, players, H, W) int32  strength of each player's piece, 0..255; 0 also where there is none
    present: Mask  # (B, players, H, W)  there is a piece, perhaps of strength 0
    arrived: Mask  # (B, players, H, W)  strength came here by a move of this turn
    merge_loss: Array  # (B, players, H, W) int32  strength above the cap, gone as pieces met
    garrison: Array  # (B, H, W) int32  strength of the neutral squares


def pieces(owner: Array, strength: Array, production: Array, moves: Array, players: int) -> Pieces:
    """Move and merge, by engine.rules. Shapes as there, with B turns in front."""
    present, stays, arrives = rules.pieces(owner, strength, production, moves, players)
    sums = stays + arrives
    force = np.minimum(sums, rules.STRENGTH_CAP)
    garrison = np.where(owner == 0, strength, 0).astype(np.int32)
    return Pieces(force, present, arrives > 0, sums - force, garrison)
