"""The minefield: where enemy strength may strike in the next plies, and the cheapest way through it.

Strength spreads turn by turn over passable squares, on both sides: with some chance it comes nearer. What is to be
expected on a square and the four beside it is the danger there; our own strength that reaches the same place answers
it. The rest is a mine. A stack that steps on one loses no more than it has.
"""

from typing import Any

import numpy as np

from bot.ground.board import OPTIONS
from bot.ground.view import NORTH, STILL
from bot.stages.fronts import SAMPLES, UNREACHED
from experiments.opponents.compiled import UNCOUNTED, compiler

from .fronts import PLIES, is_passable

compiled = compiler(__file__)
uncounted = compiler(__file__, **UNCOUNTED)


@uncounted
def lay(me: int, knobs: Any, squares: Any, desk: Any) -> None:
    """Spread both sides' strength, and lay the mines of every ply."""
    _distances(me, squares, desk)
    _spread(me, True, knobs.boldness, squares, desk.away, desk.ours)
    _spread(me, False, knobs.boldness, squares, squares["ours_away"], desk.theirs)
    for k in range(PLIES + 1):
        for c in range(squares.size):
            danger = support = 0.0
            for option in range(OPTIONS):
                n = squares[c].around[option]
                danger += desk.theirs[k, n]
                support += desk.ours[k, n]
            desk.danger[k, c] = danger
            desk.mine[k, c] = max(0.0, danger - support)


@uncounted
def _distances(me: int, squares: Any, desk: Any) -> None:
    """Write the passable steps from the enemies to every square into `away`."""
    end = at = 0
    for c in range(squares.size):
        desk.away[c] = UNREACHED
        if squares[c].owner != 0 and squares[c].owner != me:
            desk.away[c], desk.queue[end] = 0, c
            end += 1
    while at < end:
        c = desk.queue[at]
        at += 1
        for k in range(NORTH, OPTIONS):
            n = squares[c].around[k]
            if desk.away[n] == UNREACHED and is_passable(n, squares):
                desk.away[n], desk.queue[end] = desk.away[c] + 1, n
                end += 1


@uncounted
def _spread(me: int, of_ours: bool, boldness: float, squares: Any, away: Any, flow: Any) -> None:
    """Write one side's strength to be expected on every square after each ply into `flow` (PLIES + 1, N)."""
    flow[:] = 0
    for c in range(squares.size):
        if squares[c].owner != 0 and (squares[c].owner == me) == of_ours:
            flow[0, c] = squares[c].strength
    for k in range(PLIES):
        for c in range(squares.size):
            if flow[k, c] > 0:
                _flow_on(k, c, boldness, squares, away, flow)


@uncounted
def _flow_on(k: int, c: int, boldness: float, squares: Any, away: Any, flow: Any) -> None:
    """Divide the share that moves among the neighbours that lead no farther from the other side."""
    ways = 0
    for option in range(NORTH, OPTIONS):
        n = squares[c].around[option]
        ways += is_passable(n, squares) and away[n] <= away[c]
    moving = boldness * flow[k, c] if ways else 0.0
    flow[k + 1, c] += flow[k, c] - moving
    for option in range(NORTH, OPTIONS):
        n = squares[c].around[option]
        if is_passable(n, squares) and away[n] <= away[c]:
            flow[k + 1, n] += moving / ways


@uncounted
def toll(c: int, strength: int, k: int, mine: Any) -> float:
    """Return the strength that a stack of this strength loses to the mines of ply `k` on a square."""
    return float(min(mine[k, c], strength))


@compiled
def foresee(c: int, height: int, width: int, discount: float, squares: Any, desk: Any) -> None:
    """Write the stack's future damage after each option, on the cheapest way, into `future[c]`.

    Ply 1 is this turn, which the strike counts exactly. From ply 2 on the stack pays its toll, and the production
    of every square that it leaves; both discounted. On the whole way it loses no more than it has: a mine is
    triggered once.
    """
    window, strength = desk.window, squares[c].strength
    y, x = c // width, c % width
    for down in range(-PLIES, PLIES + 1):
        for right in range(-PLIES, PLIES + 1):
            window[down + PLIES, right + PLIES] = (y + down) % height * width + (x + right) % width
    later, now = desk.later, desk.now
    later[:] = 0
    for k in range(PLIES, 1, -1):
        _look_back(k, strength, discount, squares, desk)
        later[:] = now
    desk.future[c, STILL] = later[PLIES, PLIES]
    desk.future[c, 1], desk.future[c, 2] = later[PLIES - 1, PLIES], later[PLIES, PLIES + 1]
    desk.future[c, 3], desk.future[c, 4] = later[PLIES + 1, PLIES], later[PLIES, PLIES - 1]
    for option in range(OPTIONS):
        desk.future[c, option] = min(desk.future[c, option], strength)


@uncounted
def _look_back(k: int, strength: int, discount: float, squares: Any, desk: Any) -> None:
    """Write the cheapest way on from every place where the stack can be after ply `k` - 1 into `now`, from `later`."""
    worth = discount ** (k - 1)
    window, now, later = desk.window, desk.now, desk.later
    for i in range(PLIES - k + 1, PLIES + k):
        room = k - 1 - abs(i - PLIES)
        for j in range(PLIES - room, PLIES + room + 1):
            a = window[i, j]
            best = later[i, j] + worth * toll(a, strength, k, desk.mine)
            left = worth * squares[a].production
            for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
                n = window[i + down, j + right]
                if is_passable(n, squares):
                    cost = left + later[i + down, j + right] + worth * toll(n, strength, k, desk.mine)
                    best = min(best, cost)
            now[i, j] = best


@uncounted
def prefer(size: int, may_capture: bool, height: int, width: int, knobs: Any, front: Any, desk: Any) -> None:
    """Write into `bonus` what each option of the stacks on `free` costs after this turn's combat; -inf forbids it."""
    squares, free = front.squares, front.free
    for i in range(size):
        c = free[i]
        foresee(c, height, width, knobs.discount, squares, desk)
        for option in range(OPTIONS):
            n = squares[c].around[option]
            squares[c].bonus[option] = -knobs.manoeuvre * desk.future[c, option] * SAMPLES
            is_open = is_passable(n, squares) or (may_capture and squares[n].strength < squares[c].strength)
            if option != squares[c].greedy and not is_open:
                squares[c].bonus[option] = -np.inf
