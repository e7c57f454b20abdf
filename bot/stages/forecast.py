"""The forecast: plays the game on from here, every player as we believe it plays.

A forecast is a guess about players that may play differently: it is good enough to compare plans, not more.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .. import kernels
from ..ground.compiled import compiled, uncounted
from ..ground.view import SEATS
from . import battle

SQUARES, PRODUCTION, STRENGTH = range(3)
"""What a tally counts."""


class Table(NamedTuple):
    """Memory for one forecast at a time on boards of one size."""

    owner: npt.NDArray[np.uint8]  # (H, W) the frame that the forecast has reached
    strength: npt.NDArray[np.uint8]  # (H, W)
    moves: npt.NDArray[np.uint8]  # (H, W) what one player answers
    applied: npt.NDArray[np.uint8]  # (H, W) what everybody does
    planes: npt.NDArray[np.uint16]  # for battle.step
    memories: npt.NDArray[np.int64]  # (SEATS, kernels.MEMORY)


def table(height: int, width: int) -> Table:
    """A table for boards of this size."""

    def grid() -> npt.NDArray[np.uint8]:
        return np.zeros((height, width), np.uint8)

    memories = np.zeros((SEATS, kernels.MEMORY), np.int64)
    return Table(grid(), grid(), grid(), grid(), battle.planes(height, width), memories)


@compiled
def play_out(production: Any, turn: int, end: int, knobs: Any, scratch: Any, desk: Table) -> int:
    """Play on from the frame on the table until turn `end`, or until one player is left; returns the turn reached.

    turn     turns played before
    knobs    (SEATS,) how each player is believed to play
    """
    owner, strength = desk.owner, desk.strength
    while turn < end:
        living = battle.living(owner)
        if _is_decided(living):
            break
        for player in range(1, SEATS):
            if living >> player & 1:
                kernels.decide(
                    owner, strength, production, player, turn, desk.memories[player], knobs[player], scratch, desk.moves
                )
                take_over(player, desk)
        battle.step(owner, strength, production, desk.applied, desk.planes)
        turn += 1
    return turn


@compiled
def take_over(player: int, desk: Table) -> None:
    """Copy the player's moves to those that everybody makes."""
    owner, moves, applied = desk.owner.ravel(), desk.moves.ravel(), desk.applied.ravel()
    for c in range(owner.size):
        if owner[c] == player:
            applied[c] = moves[c]


@compiled
def count(owner: Any, strength: Any, production: Any, tally: Any) -> None:
    """What everybody has, into `tally` (SEATS, 3)."""
    tally[:] = 0
    who, how_strong, yields = owner.ravel(), strength.ravel(), production.ravel()
    for c in range(who.size):
        tally[who[c], SQUARES] += 1
        tally[who[c], PRODUCTION] += yields[c]
        tally[who[c], STRENGTH] += how_strong[c]


@uncounted
def _is_decided(living: int) -> bool:
    """Whether one player is left, or none, of those that own a square; see `battle.living`."""
    players = living >> 1
    return players & (players - 1) == 0
