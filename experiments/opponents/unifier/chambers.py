"""Chambers: whose the neutral land will be, and what can be reached only through an enemy.

The account's submarine was drawn to a chamber behind the enemy's mines, because that still counted as space. So
neutral land that an enemy reaches first costs the field more than it is, and walled-off land the most there is.
"""

from typing import Any

import numpy as np

from bot.ground.board import OPTIONS
from bot.ground.view import NORTH, STRENGTH_CAP
from experiments.opponents.compiled import UNCOUNTED, compiler

compiled = compiler(__file__)
uncounted = compiler(__file__, **UNCOUNTED)

OURS, THEIRS, WALLED = 1, 0, -1


@compiled
def survey(me: int, squares: Any, desk: Any) -> None:
    """Compute the turns until we and until the enemies can be on every square, and the chambers that follow."""
    produced = np.ones(2)
    for c in range(squares.size):
        if squares[c].owner != 0:
            produced[int(squares[c].owner != me)] += squares[c].production
    for side in range(2):
        _arrive(side, me, produced[side], squares, desk.turns[side])
    for c in range(squares.size):
        desk.chamber[c] = OURS if desk.turns[0, c] <= desk.turns[1, c] else THEIRS
        if desk.turns[0, c] == np.inf:
            desk.chamber[c] = WALLED


@uncounted
def _arrive(side: int, me: int, produced: float, squares: Any, turns: Any) -> None:
    """Count turns: one for a step, and for a neutral square those in which its conqueror produces its strength."""
    for c in range(squares.size):
        is_at_home = squares[c].owner != 0 and (squares[c].owner == me) == (side == 0)
        turns[c] = 0.0 if is_at_home else np.inf
    changed = True
    while changed:
        changed = False
        for c in range(squares.size):
            if squares[c].owner != 0:
                continue
            best = np.inf
            for k in range(NORTH, OPTIONS):
                best = min(best, turns[squares[c].around[k]])
            best += 1 + squares[c].strength / produced
            if best < turns[c]:
                turns[c] = best
                changed = True


@compiled
def reprice(me: int, detour: float, squares: Any, desk: Any, strength: Any) -> None:
    """Raise the strength (H, W) of neutral land in other chambers, as the field shall see it; not beside us."""
    flat = strength.ravel()
    for c in range(squares.size):
        if squares[c].owner != 0 or squares[c].strength == 0 or desk.chamber[c] == OURS:
            continue
        is_beside_us = False
        for k in range(NORTH, OPTIONS):
            is_beside_us = is_beside_us or squares[squares[c].around[k]].owner == me
        if not is_beside_us:
            dear = STRENGTH_CAP if desk.chamber[c] == WALLED else detour * squares[c].strength
            flat[c] = min(dear, STRENGTH_CAP)
