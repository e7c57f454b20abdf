"""The desk of a search, and its fronts: the stacks near the enemy, parted so that those that can touch act as one."""

from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bot.board.board import NORTH, OPTIONS
from experiments.opponents.compiled import COUNTED, compiler

compiled = compiler(__file__)
counted = compiler(__file__, **COUNTED)

PLIES = 5  # how far ahead damage is counted: this turn's move and four more
WINDOW = 2 * PLIES + 1
MOST_STACKS, MOST_POOLED = 12, 64
NO_FRONT = -1

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class UnifierDesk(NamedTuple):
    """The memory that one player works in on boards of one size; N = H * W."""

    away: Ints  # (N,) passable steps from the enemies
    ours: Floats  # (PLIES + 1, N) strength of ours to be expected after each ply
    theirs: Floats  # (PLIES + 1, N)
    danger: Floats  # (PLIES + 1, N) theirs there and on the four squares beside it
    mine: Floats  # (PLIES + 1, N) danger that ours does not answer
    future: Floats  # (N, OPTIONS) future damage of a stack after each option
    window: Ints  # (WINDOW, WINDOW) the squares around a stack
    later: Floats  # (WINDOW, WINDOW)
    now: Floats  # (WINDOW, WINDOW)
    front: Ints  # (N,) the front of a stack; NO_FRONT
    members: Ints  # (N,) the stacks, front by front
    begins: Ints  # (N + 1,) where each front begins in `members`, and where the last one ends
    first: Ints  # (MOST_STACKS,) options before the search
    kept: Ints  # (MOST_STACKS,) options before a kick
    pool: Ints  # (MOST_POOLED, MOST_STACKS) the best joint moves
    gains: Floats  # (MOST_POOLED,) what each gains, summed over the samples
    pooled: Ints  # (1,) how many there are
    left: Ints  # (2, N) strength of ours and of theirs after this turn's combat
    hit: Ints  # (N,) strength that strikes a square on the turn after
    mark: Ints  # (N,)
    queue: Ints  # (N,)


def desk(height: int, width: int) -> UnifierDesk:
    """Return memory for boards of this size."""
    area, floats, ints = height * width, np.zeros, partial(np.zeros, dtype=np.int64)
    return UnifierDesk(
        away=ints(area), ours=floats((PLIES + 1, area)), theirs=floats((PLIES + 1, area)),
        danger=floats((PLIES + 1, area)), mine=floats((PLIES + 1, area)), future=floats((area, OPTIONS)),
        window=ints((WINDOW, WINDOW)), later=floats((WINDOW, WINDOW)), now=floats((WINDOW, WINDOW)),
        front=np.full(area, NO_FRONT), members=ints(area), begins=ints(area + 1),
        first=ints(MOST_STACKS), kept=ints(MOST_STACKS), pool=ints((MOST_POOLED, MOST_STACKS)),
        gains=floats(MOST_POOLED), pooled=ints(1), left=ints((2, area)), hit=ints(area), mark=ints(area),
        queue=ints(area),
    )  # fmt: skip


@compiled
def is_passable(c: int, squares: Any) -> bool:
    """Return whether no neutral strength stands on the square."""
    return bool(squares[c].owner != 0 or squares[c].strength == 0)


@compiled
def part(size: int, most: int, squares: Any, free: Any, desk: Any) -> int:
    """Part the first `size` squares of `free` into fronts of at most `most` stacks; return how many fronts."""
    desk.front[:] = NO_FRONT
    placed = fronts = 0
    while placed < size:
        desk.begins[fronts] = placed
        placed = _grow(_seed(size, squares, free, desk), fronts, placed, most, squares, free, size, desk)
        fronts += 1
    desk.begins[fronts] = placed
    return fronts


@compiled
def _seed(size: int, squares: Any, free: Any, desk: Any) -> int:
    """Return the strongest of those nearest to the enemy that are in no front: `free` begins with the nearest."""
    best = -1
    for i in range(size):
        c = free[i]
        if desk.front[c] != NO_FRONT:
            continue
        is_as_near = best >= 0 and desk.away[c] == desk.away[best]
        if best < 0 or (is_as_near and squares[c].strength > squares[best].strength):
            best = c
    return best


@compiled
def _grow(seed: int, front: int, placed: int, most: int, squares: Any, free: Any, size: int, desk: Any) -> int:
    """Write a front into `members` from `placed` on; return where it ends. `mark` says which squares are stacks."""
    for i in range(size):
        desk.mark[free[i]] = 1
    desk.members[placed], desk.front[seed] = seed, front
    at, end = placed, placed + 1
    while at < end and end - placed < most:
        for step in range(OPTIONS):
            middle = squares[desk.members[at]].around[step]
            for k in range(NORTH, OPTIONS):
                n = squares[middle].around[k]
                if desk.mark[n] and desk.front[n] == NO_FRONT and end - placed < most:
                    desk.members[end], desk.front[n] = n, front
                    end += 1
        at += 1
    for i in range(size):
        desk.mark[free[i]] = 0
    return end
