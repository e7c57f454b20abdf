"""Fronts: the stacks near the enemy, parted so that those whose moves can touch are searched as one agent."""

from typing import Any

from bot.ground.board import OPTIONS
from bot.ground.view import NORTH
from experiments.opponents.compiled import UNCOUNTED, compiler

from .desk import NO_FRONT

uncounted = compiler(__file__, **UNCOUNTED)


@uncounted
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


@uncounted
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


@uncounted
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
