"""Navigation: every stack has five options with a cost; options are swapped while the sum of all costs falls.

The sum has what each option costs alone, and what is lost to the cap where stacks meet.
"""

from typing import Any

import numpy as np

from bot.search.opponent_moves import draw
from experiments.opponents.compiled import COUNTED, compiler

compiled = compiler(__file__)
counted = compiler(__file__, **COUNTED)

CAP = 255
NEVER = 1e6  # the cost of an option that does not exist


@counted
def options(land: Any, height: int, width: int, ready: Any, target: Any, urge: float, given_up: float) -> Any:
    """Return (N, 5) the cost of every option alone: its way, and the production that leaving gives up."""
    cost = np.full((target.size, 5), NEVER)
    for c in range(target.size):
        strength, goal = land.strength[c], target[c]
        if land.owner[c] != land.me or strength == 0:
            continue
        cost[c, 0] = 0.0
        if goal < 0 and not ready[c] and land.advice[c] == 0:
            continue
        for d in range(1, 5):
            n = land.near[c, d]
            if n == goal:
                if strength > land.strength[n]:
                    cost[c, d] = -2 * urge * strength
                continue
            is_mine = land.owner[n] == land.me
            is_open = is_mine or (land.owner[n] == 0 and land.strength[n] == 0 and not land.closed[n])
            is_led = goal < 0 and land.advice[c] == d
            if not (is_open or is_led):
                continue
            way = 1.0 if is_led else -1.0
            if goal >= 0:
                steps = _steps(c, goal, height, width)
                if steps == 1:
                    continue
                way = float(steps - _steps(n, goal, height, width)) if is_mine else -1.0
            cost[c, d] = land.production[c] * given_up - strength * urge * way
    return cost


@compiled
def _steps(a: int, b: int, height: int, width: int) -> int:
    """Return steps on the torus."""
    rows, columns = abs(a // width - b // width), abs(a % width - b % width)
    return min(rows, height - rows) + min(columns, width - columns)


@counted
def settle(land: Any, movers: Any, cost: Any, swaps: int, dice: Any, option: Any) -> tuple[float, int]:
    """Choose an option for every mover; return by how much the swaps lowered the sum, and how many were kept.

    Args:
        movers: squares of the stacks that choose, in the order in which they take their own best at first
        cost: (N, 5) what every option costs alone
        swaps: swaps tried per mover
        dice: (1,) uint64, the state of the dice
        option: (N,) written: the option of every stack
    """
    size = land.owner.size
    load = np.zeros(size)
    for c in range(size):
        option[c] = 0
        if land.owner[c] == land.me:
            load[c] = min(CAP, land.strength[c] + land.production[c])
    for i in range(movers.size):
        _take(movers[i], _easy(movers[i], land, cost, load), land, option, load)
    saved, kept = 0.0, 0
    squares = np.zeros(4, np.int64)  # that two stacks leave and enter
    for _ in range(swaps * movers.size):
        a = movers[_roll(dice, movers.size)]
        new_a = _roll(dice, 5)
        b = _partner(land.near[a, new_a], a, land)
        new_b = _roll(dice, 5) if b >= 0 else 0
        if cost[a, new_a] >= NEVER or (b >= 0 and cost[b, new_b] >= NEVER):
            continue
        old_a, old_b = option[a], option[b] if b >= 0 else 0
        count = _touch(a, old_a, new_a, land, squares, 0)
        if b >= 0:
            count = _touch(b, old_b, new_b, land, squares, count)
        before = _sum(squares, count, land, load) + cost[a, old_a] + (cost[b, old_b] if b >= 0 else 0.0)
        _take(a, new_a, land, option, load)
        if b >= 0:
            _take(b, new_b, land, option, load)
        after = _sum(squares, count, land, load) + cost[a, new_a] + (cost[b, new_b] if b >= 0 else 0.0)
        if after < before - 1e-9:
            saved += before - after
            kept += 1
        else:
            _take(a, old_a, land, option, load)
            if b >= 0:
                _take(b, old_b, land, option, load)
    return saved, kept


@compiled
def _roll(dice: Any, sides: int) -> Any:
    """Return a number 0..sides - 1."""
    return np.int64(draw(dice) % np.uint64(sides))


@compiled
def _weight(c: int, option: int, land: Any) -> float:
    """Return the strength that a stack brings: staying it grows."""
    grown = land.production[c] if option == 0 else 0
    return float(min(CAP, land.strength[c] + grown))


@compiled
def _take(c: int, new: int, land: Any, option: Any, load: Any) -> None:
    """Change a stack's option."""
    load[land.near[c, option[c]]] -= _weight(c, option[c], land)
    option[c] = new
    load[land.near[c, new]] += _weight(c, new, land)


@compiled
def _easy(c: int, land: Any, cost: Any, load: Any) -> int:
    """Return its cheapest option, given where the others are now."""
    best, least = 0, cost[c, 0]
    for d in range(1, 5):
        there = load[land.near[c, d]] + land.strength[c]
        price = cost[c, d] + max(0.0, there - CAP)
        if price < least:
            best, least = d, price
    return best


@compiled
def _partner(square: int, a: int, land: Any) -> int:
    """Return the stack on the square that a would go to, which may have to make room; -1 for none."""
    if square != a and land.owner[square] == land.me and land.strength[square] > 0:
        return square
    return -1


@compiled
def _touch(c: int, old: int, new: int, land: Any, squares: Any, count: int) -> int:
    """Add the squares whose loads these two options change, each once; return how many there are now."""
    for way in (old, new):
        goal = land.near[c, way]
        known = False
        for i in range(count):
            known = known or squares[i] == goal
        if not known:
            squares[count] = goal
            count += 1
    return count


@compiled
def _sum(squares: Any, count: int, land: Any, load: Any) -> float:
    """Return what is lost to the cap on these squares."""
    total = 0.0
    for i in range(count):
        if land.owner[squares[i]] == land.me:
            total += max(0.0, load[squares[i]] - CAP)
    return total
