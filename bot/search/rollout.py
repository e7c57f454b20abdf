"""The rollout: simulates the game from here on, every player as we believe it plays.

A rollout is a guess about players that may play differently.
"""

from typing import NamedTuple

import numpy as np

from .. import kernels
from ..board.arrays import Bytes, Grids, Ints, Longs, Records
from ..board.board import MEMORY
from ..board.compiled import compiled, uncounted
from ..board.view import SEATS
from . import simulator

# What a tally counts.
SQUARES, PRODUCTION, STRENGTH = range(3)


class Table(NamedTuple):
    """Memory for one rollout at a time on boards of one size."""

    grids: Grids  # the frame that the rollout has reached
    moves: Bytes  # (H, W) what one player answers
    applied: Bytes  # (H, W) what everybody does
    pieces: Ints  # for simulator.step
    memories: Longs  # (SEATS, MEMORY)


def table(height: int, width: int) -> Table:
    """Return a table for boards of this size."""

    def grid() -> Bytes:
        return np.zeros((height, width), np.uint8)

    memories = np.zeros((SEATS, MEMORY), np.int64)
    return Table(Grids(grid(), grid(), grid()), grid(), grid(), simulator.pieces(height, width), memories)


@compiled
def copy(source: Grids, target: Grids) -> None:
    """Copy a board.

    Not `target.owner[:] = source.owner`: for that numba compiles the message of an error too.
    """
    owner, strength, production = source.owner.ravel(), source.strength.ravel(), source.production.ravel()
    who, how_strong, yields = target.owner.ravel(), target.strength.ravel(), target.production.ravel()
    for c in range(owner.size):
        who[c], how_strong[c], yields[c] = owner[c], strength[c], production[c]


@compiled
def begin(start: Grids, table: Table) -> None:
    """Lay a board on the table, for players that remember nothing."""
    copy(start, table.grids)
    for player in range(SEATS):
        for place in range(table.memories.shape[1]):
            table.memories[player, place] = 0


@compiled
def advance(turn: int, living: int, parameters: Records, scratch: kernels.Scratch, table: Table) -> None:
    """Play one turn on the table; `living` are the players that own a square, see `simulator.living`."""
    for player in range(1, SEATS):
        if living >> player & 1:
            memory = table.memories[player]
            kernels.decide(table.grids, player, turn, memory, parameters[player], scratch, table.moves)
            take_over(player, table)
    simulator.step(table.grids, table.applied, table.pieces)


@compiled
def take_over(player: int, table: Table) -> None:
    """Copy the player's moves to those that everybody makes."""
    owner, moves, applied = table.grids.owner.ravel(), table.moves.ravel(), table.applied.ravel()
    for c in range(owner.size):
        if owner[c] == player:
            applied[c] = moves[c]


@compiled
def count(grids: Grids, tally: Longs) -> None:
    """Count what each player has, into `tally` (SEATS, 3)."""
    tally[:] = 0
    who, how_strong, yields = grids.owner.ravel(), grids.strength.ravel(), grids.production.ravel()
    for c in range(who.size):
        tally[who[c], SQUARES] += 1
        tally[who[c], PRODUCTION] += yields[c]
        tally[who[c], STRENGTH] += how_strong[c]


@uncounted
def is_decided(living: int) -> bool:
    """Return whether one player is left, or none, of those that own a square; see `simulator.living`."""
    players = living >> 1
    return players & (players - 1) == 0
