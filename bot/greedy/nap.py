"""The non-aggression pact: the wall we do not open, and when the pact ends.

Between two players who do not fight lies a last row of neutral squares. The player who takes it opens
the front. v26 leaves it standing and mines elsewhere for as long as there is something to mine.
"""

from dataclasses import dataclass

import numpy as np

from ..board.board import NEUTRAL, Board, Mask, Memory, around, neighbours
from ..parameters.presets import Parameters

# Players left when only one enemy can gain from our restraint.
HEADS_UP = 2


@dataclass(frozen=True, slots=True)
class Pact:
    """What the pact asks of us this turn."""

    wall: Mask  # (H, W) neutral squares that are not to be opened
    mining_remains: bool  # there is a productive square to take elsewhere


def terms(board: Board, memory: Memory, parameters: Parameters) -> Pact:
    """Return the wall of this turn, and whether there is anything to mine besides it.

    Empty squares count as something to mine, so mining_remains is true wherever a productive one touches us; so it was
    in v26.
    """
    wall = _wall(board, memory, parameters)
    productive = (board.owner_array == NEUTRAL) & (board.production_array > 0)
    return Pact(wall, bool(np.any(productive & board.border & ~wall)))


def _wall(board: Board, memory: Memory, parameters: Parameters) -> Mask:
    """Return neutral squares with strength that touch us, and beyond them a protected enemy or an empty square.

    With pact_caution also those before a square that such an enemy could take this turn.

    Once we are at war an empty square counts only where it touches a player whom we spare: the other empty squares are
    the front, and the land around them is the way to the enemy.
    """
    if parameters.pact == "off" or not (parameters.pact_heads_up or board.players > HEADS_UP):
        return np.zeros_like(board.ours)
    barrier = (board.owner_array == NEUTRAL) & (board.strength_array > 0) & board.border
    partners = _partners(board, memory, parameters)
    empty = board.empty & around(partners) if memory.war else board.empty
    behind = partners | empty
    if parameters.pact_caution:
        behind = behind | _within_reach(board, partners)
    return np.asarray(barrier & around(behind))


def _within_reach(board: Board, partners: Mask) -> Mask:
    """Return neutral squares that an enemy whom we spare could take this turn, which would bring us into contact."""
    strong = np.where(partners, board.strength_array, 0)
    return np.asarray((board.owner_array == NEUTRAL) & (neighbours(strong).max(axis=0) > board.strength_array))


def _partners(board: Board, memory: Memory, parameters: Parameters) -> Mask:
    """Return the squares of enemies whom the pact spares: all, or those not met yet, except those we fight."""
    fought = memory.war if parameters.pact == "everybody" else memory.war | memory.met
    return np.asarray(board.enemy & ~np.isin(board.owner_array, list(fought)))
