"""Assignment by loss: who loses most without its best target takes it first; then moves, in the same order.

The first stack of a mining target has to be strong enough alone before LONGEST_WAY; others join as long as it falls
sooner with them. `due` is the turn on which those that joined are strong enough together.
"""

from typing import Any

import numpy as np

from . import targets
from .targets import AmortizerDesk, Floats, compiled, down_weight


@compiled
def assign(me: int, count: int, stay: Floats, weight: Floats, parameters: Any, desk: AmortizerDesk) -> int:
    """Give every stack a target, or none; return how many stacks there are. `desk.rank` has them in their order."""
    stacks = int(_gather_stacks(me, desk))
    loss = desk.loss
    for i in range(stacks):
        loss[i] = loss_of(desk.rank[i], count, stay, weight, parameters, desk)
    for i in range(stacks):
        while True:
            best = i
            for j in range(i + 1, stacks):
                if loss[j] > loss[best]:
                    best = j
            c = desk.rank[best]
            now = loss_of(c, count, stay, weight, parameters, desk)
            if now >= loss[best] - 1e-9:
                break
            loss[best] = now  # what it wanted was taken, or is worth less now: perhaps another stack loses more
        desk.rank[i], desk.rank[best] = c, desk.rank[i]
        loss[i], loss[best] = loss[best], loss[i]
        if desk.goal[c] >= 0:
            _take(c, stay, desk)
    return stacks


@compiled
def _gather_stacks(me: int, desk: AmortizerDesk) -> int:
    stacks = 0
    for c in range(desk.owner.size):
        desk.goal[c], desk.value[c] = -1, 0.0
        if desk.owner[c] == me and desk.strength[c] > 0:
            desk.rank[stacks] = c
            stacks += 1
    return stacks


@compiled
def loss_of(c: int, count: int, stay: Floats, weight: Floats, parameters: Any, desk: AmortizerDesk) -> float:
    """Return the loss of the stack on `c` without its best target, which becomes its goal."""
    best, second, goal = 0.0, 0.0, -1
    for number in range(count):
        if limit_of(c, number, weight, desk) <= second:
            continue
        value = worth_of(c, number, stay, weight, parameters, desk)
        if value > best:
            best, second, goal = value, best, number
        else:
            second = max(second, value)
    desk.goal[c], desk.value[c] = goal, best
    return best - second if parameters.by_loss else float(desk.strength[c])


@compiled
def limit_of(c: int, number: int, weight: Floats, desk: AmortizerDesk) -> float:
    """Return an upper bound of `worth_of`, found at a glance: a target that it rules out is passed over."""
    distance = int(desk.away[number, c])
    if distance == targets.FAR or distance == 0:
        return 0.0
    if desk.kind[number] == targets.ATTACKING:
        return np.inf
    return float(weight[distance] * desk.strength[c] * desk.worth[desk.target[number]])


@compiled
def worth_of(c: int, number: int, stay: Floats, weight: Floats, parameters: Any, desk: AmortizerDesk) -> float:
    """Return the amortised value of a target for the stack on `c`; 0 where it is out of reach or closed."""
    distance = int(desk.away[number, c])
    if distance == targets.FAR or distance == 0:
        return 0.0
    target, strength = desk.target[number], desk.strength[c]
    if desk.kind[number] == targets.ATTACKING:
        return float(attack_value(target, distance, strength, weight, parameters, desk))
    turn = capture(c, number, stay, desk)
    if turn >= desk.due[number]:
        return 0.0
    rate = strength * desk.worth[target] * weight[min(turn, targets.LONGEST_WAY)]
    return float(rate * down_weight(strength, target, parameters.dominance, desk))


@compiled
def capture(c: int, number: int, stay: Floats, desk: AmortizerDesk) -> int:
    """Return the first turn on which a target can be taken if the stack joins it; FAR for none before it is due."""
    distance, needed = int(desk.away[number, c]), desk.strength[desk.target[number]]
    for turn in range(arrival(c, distance, stay, desk), min(targets.LONGEST_WAY, desk.due[number])):
        force = desk.gathered[number, turn] + desk.strength[c] + desk.production[c] * (turn - distance)
        if force > needed or force >= targets.CAP:
            return turn
    return targets.FAR


@compiled
def attack_value(
    target: int, distance: int, strength: int, weight: Floats, parameters: Any, desk: AmortizerDesk
) -> float:
    """Return the amortised value of an attack from a square: of every enemy its chance, its worth and its time.

    A stack captures a square with the probability that its blow is enough.
    """
    total = 0.0
    for k in range(5):
        n = target if k == 4 else desk.near[target, k]
        here = desk.expected[n]
        worth = here + (parameters.land * desk.production[n] if desk.foes[n] == 0 else 0.0)
        if worth == 0.0:
            continue
        turns = distance
        if here > strength:
            worth *= strength / here
            turns = min(distance + int(here / max(strength, 1)), targets.LONGEST_WAY)
        total += worth * weight[turns]
    return float(parameters.aggression * total)


@compiled
def arrival(c: int, distance: int, stay: Floats, desk: AmortizerDesk) -> int:
    """Return the first turn on which the stack can stand on a target so far away, its stay before it included."""
    short = min(stay[distance] * desk.production[c], float(targets.CAP)) - desk.strength[c]
    if short <= 0:
        return distance
    if desk.production[c] == 0:
        return targets.FAR
    return distance + int((short + desk.production[c] - 1) // desk.production[c])


@compiled
def _take(c: int, stay: Floats, desk: AmortizerDesk) -> None:
    """Let the stack join its goal; nobody joins an attack."""
    number = desk.goal[c]
    if desk.kind[number] == targets.ATTACKING:
        return
    desk.due[number] = capture(c, number, stay, desk)
    distance = int(desk.away[number, c])
    for turn in range(arrival(c, distance, stay, desk), targets.LONGEST_WAY):
        desk.gathered[number, turn] += desk.strength[c] + desk.production[c] * (turn - distance)


@compiled
def plan(me: int, stacks: int, stay: Floats, parameters: Any, desk: AmortizerDesk) -> None:
    """Choose a move and a reason for every stack, as if no enemy were near."""
    desk.move[:], desk.reason[:] = 0, targets.NONE
    for i in range(stacks):
        c = desk.rank[i]
        if desk.goal[c] < 0:
            _drift(c, parameters.stay, desk)
        elif desk.kind[desk.goal[c]] == targets.ATTACKING:
            _attack(c, me, parameters.war_stay, desk)
        else:
            _mine(c, me, stay, desk)
    keep_below_cap(me, stacks, desk)


@compiled
def _go(c: int, reason: int, direction: int, desk: AmortizerDesk) -> None:
    desk.move[c] = direction
    desk.reason[c] = reason if direction else targets.GATHER


@compiled
def _mine(c: int, me: int, stay: Floats, desk: AmortizerDesk) -> None:
    """Leave when the walk takes just as long as the target is due; the others are on their way then, too."""
    number = desk.goal[c]
    distance, due = int(desk.away[number, c]), desk.due[number]
    first = arrival(c, distance, stay, desk)
    if first > distance:
        desk.reason[c] = targets.GATHER
    elif due == targets.FAR or due > distance:
        desk.reason[c] = targets.WAIT
    else:
        _go(c, targets.CAPTURE if distance == 1 else targets.TRAVEL, towards(c, number, me, desk), desk)


@compiled
def _attack(c: int, me: int, war_stay: float, desk: AmortizerDesk) -> None:
    if desk.strength[c] < min(war_stay * desk.production[c], float(targets.CAP)):
        desk.reason[c] = targets.GATHER
    else:
        _go(c, targets.ATTACK, towards(c, desk.goal[c], me, desk), desk)


@compiled
def _drift(c: int, stay: float, desk: AmortizerDesk) -> None:
    if desk.strength[c] < min(stay * desk.production[c], float(targets.CAP)):
        desk.reason[c] = targets.GATHER
    else:
        _go(c, targets.DRIFT, _onward(c, desk), desk)


@compiled
def towards(c: int, number: int, me: int, desk: AmortizerDesk) -> int:
    """Return a direction nearer to a target, over the least production."""
    target, least, direction = desk.target[number], 1 << 20, 0
    for k in range(4):
        n = desk.near[c, k]
        if desk.away[number, n] >= desk.away[number, c] or (n != target and desk.owner[n] != me):
            continue
        if desk.production[n] < least:
            least, direction = desk.production[n], k + 1
    return direction


@compiled
def _onward(c: int, desk: AmortizerDesk) -> int:
    """Return the direction in which the best target needs fewest turns; 0 where none is nearer, or cannot be taken."""
    best, direction = desk.turns[c], 0
    for k in range(4):
        n = desk.near[c, k]
        if desk.owner[n] == 0 and desk.strength[n] >= desk.strength[c]:
            continue
        if desk.turns[n] < best:
            best, direction = desk.turns[n], k + 1
    return direction


@compiled
def keep_below_cap(me: int, stacks: int, desk: AmortizerDesk) -> None:
    """Let the last in order stay where merged strength would be lost to the cap."""
    for _ in range(4):
        desk.arrived[:] = 0
        for i in range(stacks):
            c = desk.rank[i]
            if desk.move[c] == 0:
                desk.arrived[c] += min(desk.strength[c] + desk.production[c], targets.CAP)
            else:
                desk.arrived[desk.near[c, desk.move[c] - 1]] += desk.strength[c]
        changed = False
        for j in range(stacks):
            c = desk.rank[stacks - 1 - j]
            if desk.move[c] == 0:
                continue
            n = desk.near[c, desk.move[c] - 1]
            lost = min(desk.arrived[n] - targets.CAP, desk.strength[c])
            if lost <= 0 or desk.owner[n] != me:
                continue
            stays = desk.arrived[c] + desk.strength[c] + desk.production[c] - targets.CAP
            if stays < lost:
                desk.arrived[n] -= desk.strength[c]
                desk.arrived[c] += desk.strength[c] + desk.production[c]
                desk.move[c], desk.reason[c], changed = 0, targets.CAPPED, True
        if not changed:
            break
