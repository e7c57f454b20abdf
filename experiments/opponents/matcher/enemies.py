"""Enemy influence and kill score: what a move suffers from the enemies around it, and what it does to them.

Halite deals every piece's full strength to each enemy on its own square and beside it. So a move is judged by who may
come within one step of where it ends. Strength against strength is even; what counts is overkill, theirs and ours.
"""

from typing import Any

import numpy as np

from experiments.opponents.compiled import compiler

kernel = compiler(__file__)

WORST = -1000.0  # the account's bounds of the influence are -1000 and 0


@kernel
def exchange(square: int, force: float, land: Any) -> tuple[float, float]:
    """Return the damage that a stack of this strength can expect to do from this square, and to suffer there."""
    done = suffered = 0.0
    for d in range(5):
        y = land.near[square, d]
        for k in range(5):
            x = land.near[y, k]
            if land.goes[x] == y:
                done += min(force, land.strength[x])
                suffered += land.strength[x]
    return done, min(force, suffered)


def beside(land: Any) -> Any:
    """Return (N,) squares that are an enemy's or have one beside them."""
    enemy = (land.owner != 0) & (land.owner != land.me)
    return enemy[land.near].any(axis=1)


@kernel
def kills(land: Any, weight: float, kill: Any) -> None:
    """Write the kill score of every direction of our stacks, (N, 5): what it destroys beyond what it can lose."""
    for c in range(land.owner.size):
        for d in range(5):
            kill[c, d] = 0.0
            t = land.near[c, d]
            if land.owner[c] == land.me and land.strength[c] > 0:
                force = land.strength[c] + (land.production[c] if d == 0 else 0)
                if land.owner[t] == 0:
                    force -= land.strength[t]
                done, suffered = exchange(t, max(force, 0), land)
                kill[c, d] = weight * max(0.0, done - suffered)


@kernel
def wishes(land: Any, net: Any, wish: Any) -> None:
    """Write the strength on every square, (N,), if every stack did what it scores highest."""
    wish[:] = 0.0
    for c in range(land.owner.size):
        if land.owner[c] == land.me:
            wish[land.near[c, np.argmax(net[c])]] += land.strength[c]


@kernel
def influences(land: Any, weight: float, danger: Any, wish: Any, influence: Any) -> None:
    """Write the enemy influence on every direction of our stacks, (N, 5), WORST to 0.

    A strike is dealt once to everything beside it. So what counts is the strength that may strike a stack together
    with a stronger one of ours, which then wastes nothing. A stack that joins another adds no target.
    """
    for c in range(land.owner.size):
        for d in range(5):
            influence[c, d] = 0.0
            t = land.near[c, d]
            if land.owner[c] != land.me or land.strength[c] == 0 or wish[t] > land.strength[c]:
                continue
            for k in range(5):
                e = land.near[t, k]
                if danger[e] > 0 and is_shared(c, t, e, wish, land):
                    influence[c, d] = max(WORST, influence[c, d] - weight * danger[e])


@kernel
def is_shared(c: int, t: int, e: int, wish: Any, land: Any) -> bool:
    """Return whether a strike from e would hit a stronger stack of ours, besides stack c on square t."""
    for d in range(5):
        other = land.near[e, d]
        if other != t and wish[other] > land.strength[c]:
            return True
    return False


@kernel
def dangerous(land: Any, danger: Any) -> None:
    """Write the enemy strength that may strike from every square, (N,): none from ours, nor from neutral strength."""
    for c in range(land.owner.size):
        danger[c] = 0.0
        if land.owner[c] == land.me or (land.owner[c] == 0 and land.strength[c] > 0):
            continue
        for d in range(5):
            x = land.near[c, d]
            if land.owner[x] != 0 and land.owner[x] != land.me:
                danger[c] += land.strength[x]
