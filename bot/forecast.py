"""The forecast: plays the game on from here, every player as we believe it plays.

A forecast is a guess about players that may play differently: it is good enough to compare plans, not more.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import battle, kernels
from .compiled import compiled, uncounted

PLAYERS = battle.SEATS
"""Owners of a square: neutral and six players."""

SQUARES, PRODUCTION, STRENGTH = range(3)
"""What a tally counts."""


class Table(NamedTuple):
    """Memory for one forecast at a time on boards of one size."""

    owner: npt.NDArray[np.uint8]  # (H, W) the frame that the forecast has reached
    strength: npt.NDArray[np.uint8]  # (H, W)
    moves: npt.NDArray[np.uint8]  # (H, W) what one player answers
    applied: npt.NDArray[np.uint8]  # (H, W) what everybody does
    planes: npt.NDArray[np.uint16]  # for battle.step
    memories: npt.NDArray[np.int64]  # (PLAYERS, kernels.MEMORY)


def table(height: int, width: int) -> Table:
    """A table for boards of this size."""

    def grid() -> npt.NDArray[np.uint8]:
        return np.zeros((height, width), np.uint8)

    memories = np.zeros((PLAYERS, kernels.MEMORY), np.int64)
    return Table(grid(), grid(), grid(), grid(), battle.planes(height, width), memories)


@compiled
def play_out(production: Any, turn: int, end: int, knobs: Any, scratch: Any, desk: Table) -> int:
    """Play on from the frame on the table until turn `end`, or until one player is left; returns the turn reached.

    turn     turns played before
    knobs    (PLAYERS,) how each player is believed to play
    """
    owner, strength = desk.owner, desk.strength
    tally = np.zeros((PLAYERS, 3), np.int64)
    while turn < end:
        count(owner, strength, production, tally)
        if living(tally) < 2:
            break
        for player in range(1, PLAYERS):
            if tally[player, SQUARES] > 0:
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
    """What everybody has, into `tally` (PLAYERS, 3)."""
    tally[:] = 0
    who, how_strong, yields = owner.ravel(), strength.ravel(), production.ravel()
    for c in range(who.size):
        tally[who[c], SQUARES] += 1
        tally[who[c], PRODUCTION] += yields[c]
        tally[who[c], STRENGTH] += how_strong[c]


@uncounted
def living(tally: Any) -> int:
    """How many players own a square. Not `np.count_nonzero`, which takes longer to compile than this file."""
    players = 0
    for player in range(1, PLAYERS):
        players += tally[player, SQUARES] > 0
    return players
