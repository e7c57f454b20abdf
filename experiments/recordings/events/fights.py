"""Pieces after moving and merging, and their fights: what each loses to whom, and which of that was overkill."""

from dataclasses import dataclass

import numpy as np

from engine import rules

from .planes import Array, Mask, in_reach, sum_of_others


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


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class Fights:
    """Losses of B turns, all (B, players, H, W), piece by piece."""

    to_garrison: Array  # int32  strength lost to the neutral square under the piece
    to_enemies: Array  # int32  strength lost to other players' pieces
    destroyed: Array  # float64  enemy strength that this piece destroyed
    overkill: Array  # float64  the part of `destroyed` above the piece's own strength
    suffered: Array  # float64  the part of `to_enemies` that was overkill
    self_inflicted: Array  # float64  the part of `suffered` for which the victim moved and the enemy did not


def fights(pieces: Pieces) -> Fights:
    """Share out all losses.

    A piece with force F on a garrison G within reach of enemy pieces with D in all loses min(F, G + D).
    The garrison is served first: min(F, G) goes to it, the rest, L, to the enemies.
    Each of those enemies destroyed its share of L in proportion to its force A, namely A * L / D. So a
    piece of force A destroys A * R, where R is the sum of L / D over the enemy pieces in its reach, and
    everything above A, that is A * (R - 1) if R > 1, is overkill: it was paid for by nothing.
    """
    damage = in_reach(sum_of_others(pieces.force))
    to_garrison = np.minimum(pieces.force, pieces.garrison[:, None])
    to_enemies = np.minimum(pieces.force - to_garrison, damage)
    rate = to_enemies / np.maximum(damage, 1)  # where there is no damage there is no loss
    reward = in_reach(sum_of_others(rate))
    overkill = pieces.force * np.maximum(reward - 1, 0)
    # Of each point that this piece threw, so much was overkill; its victims bear it as they bear the blow.
    excess = overkill / np.maximum(reward, 1)
    suffered = rate * in_reach(sum_of_others(excess))
    self_inflicted = pieces.arrived * rate * in_reach(sum_of_others(excess * ~pieces.arrived))
    return Fights(to_garrison, to_enemies, pieces.force * reward, overkill, suffered, self_inflicted)
