"""Navigation: every stack has five options with a cost; options are swapped while the sum of all costs falls.

The sum has what each option costs alone, what is lost to the cap where stacks meet, and what one strike of an enemy
would hit beside the strongest stack in its reach.
"""

from typing import Any

import numpy as np

from bot.stages.replies import draw
from experiments.opponents.compiled import compiler

kernel = compiler(__file__)

CAP = 255
NEVER = 1e6  # the cost of an option that does not exist
MOST_TOUCHED = 40


@kernel
def options(position: Any, height: int, width: int, ready: Any, target: Any, urge: float, given_up: float) -> Any:
    """Return (N, 5) the cost of every option alone: its way, and the production that leaving gives up."""
    cost = np.full((target.size, 5), NEVER)
    for c in range(target.size):
        strength, goal = position.strength[c], target[c]
        if position.owner[c] != position.me or strength == 0:
            continue
        cost[c, 0] = 0.0
        if goal < 0 and not ready[c] and position.advice[c] == 0:
            continue
        for d in range(1, 5):
            n = position.near[c, d]
            if n == goal:
                if strength > position.strength[n]:
                    cost[c, d] = -2 * urge * strength
                continue
            is_mine = position.owner[n] == position.me
            is_open = is_mine or (position.owner[n] == 0 and position.strength[n] == 0 and not position.closed[n])
            is_led = goal < 0 and position.advice[c] == d
            if not (is_open or is_led):
                continue
            way = 1.0 if is_led else -1.0
            if goal >= 0:
                steps = _steps(c, goal, height, width)
                if steps == 1:
                    continue
                way = float(steps - _steps(n, goal, height, width)) if is_mine else -1.0
            cost[c, d] = position.production[c] * given_up - strength * urge * way
    return cost


@kernel
def _steps(a: int, b: int, height: int, width: int) -> int:
    """Return steps on the torus."""
    rows, columns = abs(a // width - b // width), abs(a % width - b % width)
    return min(rows, height - rows) + min(columns, width - columns)


@kernel
def settle(
    position: Any, movers: Any, cost: Any, overkill: float, swaps: int, dice: Any, option: Any
) -> tuple[float, int]:
    """Choose an option for every mover; return by how much the swaps lowered the sum, and how many were kept.

    movers     squares of the stacks that choose, in the order in which they take their own best at first
    cost       (N, 5) what every option costs alone
    overkill   weight of what a blow hits besides the strongest
    swaps      swaps tried per mover
    dice       (1,) uint64, the state of the dice
    option     (N,) written: the option of every stack
    """
    size = position.owner.size
    load = np.zeros(size)
    for c in range(size):
        option[c] = 0
        if position.owner[c] == position.me:
            load[c] = min(CAP, position.strength[c] + position.production[c])
    for i in range(movers.size):
        _take(movers[i], _easy(movers[i], position, cost, load), position, option, load)
    saved, kept = 0.0, 0
    squares = np.zeros(MOST_TOUCHED, np.int64)
    for _ in range(swaps * movers.size):
        a = movers[_roll(dice, movers.size)]
        new_a = _roll(dice, 5)
        b = _partner(position.near[a, new_a], a, position, option)
        new_b = _roll(dice, 5) if b >= 0 else 0
        if cost[a, new_a] >= NEVER or (b >= 0 and cost[b, new_b] >= NEVER):
            continue
        old_a, old_b = option[a], option[b] if b >= 0 else 0
        count = _touch(a, old_a, new_a, position, squares, 0)
        if b >= 0:
            count = _touch(b, old_b, new_b, position, squares, count)
        before = _sum(squares, count, position, load, overkill) + cost[a, old_a] + (cost[b, old_b] if b >= 0 else 0.0)
        _take(a, new_a, position, option, load)
        if b >= 0:
            _take(b, new_b, position, option, load)
        after = _sum(squares, count, position, load, overkill) + cost[a, new_a] + (cost[b, new_b] if b >= 0 else 0.0)
        if after < before - 1e-9:
            saved += before - after
            kept += 1
        else:
            _take(a, old_a, position, option, load)
            if b >= 0:
                _take(b, old_b, position, option, load)
    return saved, kept


@kernel
def _roll(dice: Any, sides: int) -> Any:
    """Return a number 0..sides - 1."""
    return np.int64(draw(dice) % np.uint64(sides))


@kernel
def _weight(c: int, option: int, position: Any) -> float:
    """Return the strength that a stack brings: staying it grows."""
    grown = position.production[c] if option == 0 else 0
    return float(min(CAP, position.strength[c] + grown))


@kernel
def _take(c: int, new: int, position: Any, option: Any, load: Any) -> None:
    """Change a stack's option."""
    load[position.near[c, option[c]]] -= _weight(c, option[c], position)
    option[c] = new
    load[position.near[c, new]] += _weight(c, new, position)


@kernel
def _easy(c: int, position: Any, cost: Any, load: Any) -> int:
    """Return its cheapest option, given where the others are now."""
    best, least = 0, cost[c, 0]
    for d in range(1, 5):
        there = load[position.near[c, d]] + position.strength[c]
        price = cost[c, d] + max(0.0, there - CAP)
        if price < least:
            best, least = d, price
    return best


@kernel
def _partner(square: int, a: int, position: Any, option: Any) -> int:
    """Return the stack on the square that a would go to, which may have to make room; -1 for none."""
    if square != a and position.owner[square] == position.me and position.strength[square] > 0:
        return square
    return -1


@kernel
def _touch(c: int, old: int, new: int, position: Any, squares: Any, count: int) -> int:
    """Add the squares whose costs these two options change, each once; return how many there are now."""
    for way in (old, new):
        goal = position.near[c, way]
        for d in range(5):
            e = position.near[goal, d]
            known = False
            for i in range(count):
                known = known or squares[i] == e
            if not known and count < squares.size:
                squares[count] = e
                count += 1
    return count


@kernel
def _sum(squares: Any, count: int, position: Any, load: Any, overkill: float) -> float:
    """Return the cost of the cap and of strikes on these squares."""
    total = 0.0
    for i in range(count):
        e = squares[i]
        if position.owner[e] == position.me:
            total += max(0.0, load[e] - CAP)
        if position.danger[e] > 0 and overkill > 0:
            total += overkill * shared(e, position, load)
    return total


@kernel
def shared(e: int, position: Any, load: Any) -> float:
    """Return our strength that a strike from a square would hit beside the strongest, at most the strike for each."""
    most = everything = 0.0
    for d in range(5):
        here = min(load[position.near[e, d]], float(position.danger[e]))
        everything += here
        most = max(most, here)
    return everything - most
