"""Borders: squares taken and lost, walls opened, and who touched whom."""

from itertools import combinations

import numpy as np

from .fights import Pieces
from .planes import Array, Mask, Sums, beside, by_owner, in_reach, land_masks, squares


def borders(owner: Array, strength: Array, after: Array, left: Array, pieces: Pieces) -> dict[str, Sums]:
    """Compare the boards before (owner, strength) and after (after, left) the turns, all (B, H, W).

    The squares of ejected players are neutral in `owner` already: to take one is to take a neutral square.

    Returns:
        squares (B, players) by the names of Events
    """
    players = pieces.force.shape[1]
    changed = owner != after
    defended = pieces.garrison > 0
    failed = (pieces.force > 0) & (pieces.force <= pieces.garrison[:, None])
    return {
        "captures_of_neutral": by_owner(changed & defended, after, players),
        "captures_of_empty": by_owner(changed & ~defended & (owner == 0), after, players),
        "captures_of_enemy": by_owner(changed & (owner > 0), after, players),
        "squares_lost": by_owner(changed, owner, players),
        "failed_captures": squares(failed),
        "wall_openings": squares(_openings(owner, strength, (after > 0) | (left == 0), pieces)),
    }


def touches(pieces: Pieces) -> dict[tuple[int, int], int]:
    """Return pairs of seats (0 = player 1) that touched, and in which of the B turns they first did."""
    zones = [in_reach(pieces.present[:, seat]) for seat in range(pieces.present.shape[1])]
    first = {}
    for one, other in combinations(range(len(zones)), 2):
        met = (zones[one] & pieces.present[:, other]).any(axis=(1, 2))
        if met.any():
            first[one, other] = int(met.argmax())
    return first


def _openings(owner: Array, strength: Array, is_broken: Mask, pieces: Pieces) -> Mask:
    """Return (B, players, H, W) the walls that a player helped to break.

    A wall holds strength, and touches another player's square or an empty one that does. Who moved strength onto it as
    it broke has opened it.
    """
    near = beside(land_masks(owner, pieces.force.shape[1]))
    empty = ((owner == 0) & (strength == 0))[:, None]
    open_to = near | beside(empty & near)
    others_count = open_to.sum(axis=1, keepdims=True, dtype=np.int8) - open_to
    is_wall = (pieces.garrison > 0)[:, None] & is_broken[:, None] & (others_count > 0)
    opened: Mask = is_wall & (pieces.force > 0)
    return opened
