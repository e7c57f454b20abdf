"""The forecast: plays the game on from here, every player as we believe it plays.

The rules as the bot knows them are written here a second time, because bot and engine share no code; a test compares
both. A forecast is a guess about players that may play differently: it is good enough to compare plans, not more.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import kernels
from .compiled import compiled, uncounted
from .view import NEUTRAL, STILL, STRENGTH_CAP

PLAYERS = 7
"""Owners of a square: neutral and six players."""

SQUARES, PRODUCTION, STRENGTH = range(3)
"""What a tally counts."""


class Table(NamedTuple):
    """Memory for one forecast at a time on boards of one size; N = H * W."""

    owner: npt.NDArray[np.uint8]  # (H, W) the frame that the forecast has reached
    strength: npt.NDArray[np.uint8]  # (H, W)
    moves: npt.NDArray[np.uint8]  # (H, W) what one player answers
    applied: npt.NDArray[np.uint8]  # (H, W) what everybody does
    present: npt.NDArray[np.int64]  # (N,) bit p is set where player p has a piece after moving
    force: npt.NDArray[np.int64]  # (PLAYERS, N) how strong it is
    memories: npt.NDArray[np.int64]  # (PLAYERS, kernels.MEMORY)


def table(height: int, width: int) -> Table:
    """A table for boards of this size."""
    area = height * width

    def grid() -> npt.NDArray[np.uint8]:
        return np.zeros((height, width), np.uint8)

    def numbers() -> npt.NDArray[np.int64]:
        return np.zeros(area, np.int64)

    return Table(
        grid(), grid(), grid(), grid(), numbers(), np.zeros((PLAYERS, area), np.int64),
        np.zeros((PLAYERS, kernels.MEMORY), np.int64),
    )  # fmt: skip


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
        step(owner, strength, production, desk.applied, desk.present, desk.force)
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


@uncounted
def step(owner: Any, strength: Any, production: Any, moves: Any, present: Any, force: Any) -> None:
    """Play one turn: owner and strength (H, W) become the next frame. Moves of neutral squares mean nothing."""
    _move(owner, strength, production, moves, present, force)
    height, width = owner.shape
    for y in range(height):
        for x in range(width):
            if present[y * width + x]:
                _settle(y, x, owner, strength, present, force)


@uncounted
def _move(owner: Any, strength: Any, production: Any, moves: Any, present: Any, force: Any) -> None:
    """Where everybody's pieces stand after moving, and how strong they are."""
    height, width = owner.shape
    for y in range(height):
        for x in range(width):
            c, player = y * width + x, owner[y, x]
            present[c] = 0 if player == NEUTRAL else 1 << player
            if player != NEUTRAL:
                grown = min(int(strength[y, x]) + int(production[y, x]), STRENGTH_CAP)
                force[player, c] = grown if moves[y, x] == STILL else 0
    for y in range(height):
        for x in range(width):
            player, move = owner[y, x], moves[y, x]
            if player == NEUTRAL or move == STILL:
                continue
            down, right = (move == 3) - (move == 1), (move == 2) - (move == 4)
            c = (y + down) % height * width + (x + right) % width
            if not present[c] >> player & 1:
                present[c] |= 1 << player
                force[player, c] = 0
            force[player, c] = min(force[player, c] + int(strength[y, x]), STRENGTH_CAP)


@uncounted
def _settle(y: int, x: int, owner: Any, strength: Any, present: Any, force: Any) -> None:
    """Who owns the square after combat. A piece that anything touched dies when the damage reaches its strength."""
    height, width = owner.shape
    c = y * width + x
    above, below = (y - 1) % height * width + x, (y + 1) % height * width + x
    left, right = y * width + (x - 1) % width, y * width + (x + 1) % width
    around = present[c] | present[above] | present[below] | present[left] | present[right]
    garrison = int(strength[y, x]) if owner[y, x] == NEUTRAL else 0
    attack, heir, rest = 0, NEUTRAL, 0
    for player in range(1, PLAYERS):
        if not present[c] >> player & 1:
            continue
        attack += force[player, c]
        damage = garrison
        if around != 1 << player:
            for other in range(1, PLAYERS):
                if other != player and around >> other & 1:
                    for n in (c, above, below, left, right):
                        if present[n] >> other & 1:
                            damage += force[other, n]
        is_touched = garrison > 0 or around != 1 << player
        if not is_touched or force[player, c] > damage:
            heir, rest = player, force[player, c] - damage
    if heir == NEUTRAL:
        rest = max(garrison - attack, 0)
    owner[y, x], strength[y, x] = heir, rest
