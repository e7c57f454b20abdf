"""Enemy influence and kill score: what a move suffers from the enemies around it, and what it does to them.

Halite deals every piece's full strength to each enemy on its own square and beside it. So a move is judged by who may
come within one step of where it ends: it suffers at most its own strength, and does so much to each of them.
"""

from typing import Any

import numpy as np

from experiments.arena.compiling import kernel

WORST = -1000.0
"""The account's bounds of the influence are -1000 and 0."""

BACK = (0, 3, 4, 1, 2)
"""The direction in which a neighbour in direction d comes to us."""


@kernel()
def exchange(square: int, force: float, land: Any) -> tuple[float, float]:
    """What a stack of so much strength on this square expects to do to enemies, and to suffer from them."""
    done = suffered = 0.0
    for d in range(5):
        y = land.near[square, d]
        for k in range(5):
            x = land.near[y, k]
            chance = land.habit[x, BACK[k]]
            if chance > 0:
                done += chance * min(force, land.strength[x])
                suffered += chance * land.strength[x]
    return done, min(force, suffered)


@kernel()
def forces(land: Any, reach: int, ours: Any, theirs: Any) -> None:
    """Write the strength of ours and of enemies within `reach` steps of every square beside which an enemy may come."""
    size = land.owner.size
    seen = np.full(size, -1, np.int64)
    around, steps = np.zeros(2 * reach * (reach + 1) + 1, np.int64), np.zeros(2 * reach * (reach + 1) + 1, np.int64)
    for c in range(size):
        ours[c] = theirs[c] = 0.0
        around[0], steps[0], seen[c] = c, 0, c
        at, end = 0, 1
        while at < end:
            here, step = around[at], steps[at]
            at += 1
            if land.owner[here] == land.me:
                ours[c] += land.strength[here]
            elif land.owner[here] != 0:
                theirs[c] += land.strength[here]
            if step < reach:
                for d in range(1, 5):
                    n = land.near[here, d]
                    if seen[n] != c:
                        seen[n], around[end], steps[end] = c, n, step + 1
                        end += 1


@kernel()
def judge(land: Any, ours: Any, theirs: Any, bold: float, influence: Any, kill: Any) -> None:
    """Write the influence and the kill score of every direction of our stacks, (N, 5) each.

    bold   from this multiple of their strength nearby we ignore enemies, as the account does
    """
    for c in range(land.owner.size):
        for d in range(5):
            influence[c, d] = kill[c, d] = 0.0
        if land.owner[c] != land.me or land.strength[c] == 0:
            continue
        for d in range(5):
            t = land.near[c, d]
            if theirs[t] == 0:
                continue
            force = land.strength[c] + (land.production[c] if d == 0 else 0)
            if land.owner[t] == 0:
                force -= land.strength[t]
            kill[c, d], suffered = exchange(t, max(force, 0), land)
            if ours[t] < bold * theirs[t]:
                influence[c, d] = max(WORST, -suffered)


@kernel()
def dangerous(land: Any, danger: Any) -> None:
    """Write which empty squares are dangerous, (N,): an enemy may stand there next turn and strike all beside it.

    The number is the strength that is expected there; 0 elsewhere.
    """
    for c in range(land.owner.size):
        danger[c] = 0.0
        if land.owner[c] == land.me or (land.owner[c] == 0 and land.strength[c] > 0):
            continue
        for k in range(5):
            x = land.near[c, k]
            danger[c] += land.habit[x, BACK[k]] * land.strength[x]
