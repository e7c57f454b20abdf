"""The rollout: simulates the game from here on, every player as we believe it plays, and each turn by the rules.

A rollout is a guess about players that may play differently. Bot and engine share no code; a test compares their turns.
"""

from typing import NamedTuple

import numpy as np

from .. import kernels
from ..board.board import MEMORY, NEUTRAL, SEATS, STILL, STRENGTH_CAP
from ..board.compiled import Bytes, Grids, Ints, Longs, Records, compiled

# What a tally counts.
SQUARES, PRODUCTION, STRENGTH = range(3)

# A piece is 32 * strength + 1. In a sum of pieces, whole units are strength; a rest shows that a piece is there.
UNIT, THERE = 32, 1

# No piece is stronger.
STRONGEST = STRENGTH_CAP * UNIT + THERE

# The place of the sum of all players' pieces: neutral squares send none.
ALL = NEUTRAL


class Table(NamedTuple):
    """Memory for one rollout at a time on boards of one size."""

    grids: Grids  # the frame that the rollout has reached
    moves: Bytes  # (H, W) what one player answers
    all_moves: Bytes  # (H, W) what everybody does
    pieces: Ints  # (N, SEATS) for `step`; nothing in it lasts from one turn to the next
    memories: Longs  # (SEATS, MEMORY)


def grids(height: int, width: int) -> Grids:
    """Return memory for a board."""
    return Grids(*(np.zeros((height, width), np.uint8) for _ in range(3)))


def table(height: int, width: int) -> Table:
    """Return a table for boards of this size."""
    moves, all_moves = (np.zeros((height, width), np.uint8) for _ in range(2))
    pieces, memories = np.zeros((height * width, SEATS), np.int32), np.zeros((SEATS, MEMORY), np.int64)
    return Table(grids(height, width), moves, all_moves, pieces, memories)


@compiled
def copy(source: Grids, target: Grids) -> None:
    """Copy a board.

    Not `target.owner[:] = source.owner`: for that numba compiles the message of an error too.
    """
    owner, strength, production = source.owner.reshape(-1), source.strength.reshape(-1), source.production.reshape(-1)
    who, how_strong, yields = target.owner.reshape(-1), target.strength.reshape(-1), target.production.reshape(-1)
    for c in range(owner.size):
        who[c], how_strong[c], yields[c] = owner[c], strength[c], production[c]


@compiled
def reset_table(start: Grids, table: Table) -> None:
    """Copy a board to the table, for players that remember nothing."""
    copy(start, table.grids)
    table.memories[:] = 0


@compiled
def play_turn(turn: int, living: int, parameters: Records, scratch: kernels.Scratch, table: Table) -> None:
    """Play one turn on the table; `living` are the players that own a square, see kernels.board.owner_bits."""
    for player in range(1, SEATS):
        if living >> player & 1:
            memory = table.memories[player]
            kernels.decide(table.grids, player, turn, memory, parameters[player], scratch, table.moves)
            collect_moves(player, table)
    step(table.grids, table.all_moves, table.pieces)


@compiled
def collect_moves(player: int, table: Table) -> None:
    """Copy the player's moves to those that everybody makes."""
    owner, moves, all_moves = table.grids.owner.reshape(-1), table.moves.reshape(-1), table.all_moves.reshape(-1)
    for c in range(owner.size):
        if owner[c] == player:
            all_moves[c] = moves[c]


@compiled
def count(grids: Grids, tally: Longs) -> None:
    """Count what each player has, into `tally` (SEATS, 3)."""
    tally[:] = 0
    who, how_strong, yields = grids.owner.reshape(-1), grids.strength.reshape(-1), grids.production.reshape(-1)
    for c in range(who.size):
        tally[who[c], SQUARES] += 1
        tally[who[c], PRODUCTION] += yields[c]
        tally[who[c], STRENGTH] += how_strong[c]


@compiled
def step(grids: Grids, moves: Bytes, pieces: Ints) -> None:
    """Play one turn: owner and strength become the next frame. Moves of neutral squares mean nothing."""
    owner, strength = grids.owner, grids.strength
    height, width = owner.shape
    _move(grids, moves, pieces)
    for y in range(height):
        for x in range(width):
            if pieces[y * width + x, ALL] == 0:  # no piece is or arrives here
                continue
            garrison = int(strength[y, x]) if owner[y, x] == NEUTRAL else 0
            owner[y, x], strength[y, x] = _fight(garrison, _around(y, x, height, width), pieces)


@compiled
def _move(grids: Grids, moves: Bytes, pieces: Ints) -> None:
    """Put every player's pieces where they go. A square that sends its strength away keeps a piece of strength 0."""
    height, width = moves.shape
    pieces[:] = 0
    for y in range(height):
        for x in range(width):
            player, way = int(grids.owner[y, x]), int(moves[y, x])
            if player == NEUTRAL:
                continue
            around, force = _around(y, x, height, width), int(grids.strength[y, x])
            if way == STILL:
                force += int(grids.production[y, x])
            pieces[around[STILL], player] |= THERE
            pieces[around[way], player] = (pieces[around[way], player] + UNIT * force) | THERE
    for c in range(height * width):
        for player in range(1, SEATS):
            pieces[c, player] = min(pieces[c, player], STRONGEST)
            pieces[c, ALL] += pieces[c, player]


@compiled
def _fight(garrison: int, around: tuple[int, ...], pieces: Ints) -> tuple[int, int]:
    """Return who holds a square in the next frame, and with what strength. At most one piece survives there.

    A piece that anything touches dies when the damage reaches its strength.
    """
    c = around[STILL]
    for player in range(1, SEATS):
        if pieces[c, player] == 0:
            continue
        blow = 0
        for n in around:
            blow += pieces[n, ALL] - pieces[n, player]
        left = pieces[c, player] // UNIT - blow // UNIT - garrison
        if left > 0 or (blow == 0 and garrison == 0):
            return player, left
    return NEUTRAL, max(garrison - pieces[c, ALL] // UNIT, 0)


@compiled
def _around(y: int, x: int, height: int, width: int) -> tuple[int, int, int, int, int]:
    """Return a square and its neighbours, by direction."""
    north, south = y - 1 if y > 0 else height - 1, y + 1 if y + 1 < height else 0
    west, east = x - 1 if x > 0 else width - 1, x + 1 if x + 1 < width else 0
    return y * width + x, north * width + x, y * width + east, south * width + x, y * width + west
