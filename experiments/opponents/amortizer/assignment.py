"""Assignment by loss: who loses most without its best target takes it first.

The first stack of a mining target has to be strong enough alone before LONGEST_WAY; others join as long as it falls
sooner with them. `due` is the turn on which those that joined are strong enough together.
"""

from typing import Any

import numpy as np

from experiments.opponents.compiled import UNCOUNTED, compiler

from .desk import ATTACKING, CAP, FAR, LONGEST_WAY, AmortizerDesk, Floats
from .targets import down_weight

uncounted = compiler(__file__, **UNCOUNTED)


@uncounted
def assign(me: int, count: int, stay: Floats, weight: Floats, knobs: Any, desk: AmortizerDesk) -> int:
    """Give every stack a target, or none; return how many stacks there are. `desk.rank` has them in their order."""
    stacks = int(_gather_stacks(me, desk))
    loss = desk.loss
    for i in range(stacks):
        loss[i] = loss_of(desk.rank[i], count, stay, weight, knobs, desk)
    for i in range(stacks):
        while True:
            best = i
            for j in range(i + 1, stacks):
                if loss[j] > loss[best]:
                    best = j
            c = desk.rank[best]
            now = loss_of(c, count, stay, weight, knobs, desk)
            if now >= loss[best] - 1e-9:
                break
            loss[best] = now  # what it wanted was taken, or is worth less now: perhaps another stack loses more
        desk.rank[i], desk.rank[best] = c, desk.rank[i]
        loss[i], loss[best] = loss[best], loss[i]
        if desk.goal[c] >= 0:
            _take(c, stay, desk)
    return stacks


@uncounted
def _gather_stacks(me: int, desk: AmortizerDesk) -> int:
    stacks = 0
    for c in range(desk.owner.size):
        desk.goal[c], desk.value[c] = -1, 0.0
        if desk.owner[c] == me and desk.strength[c] > 0:
            desk.rank[stacks] = c
            stacks += 1
    return stacks


@uncounted
def loss_of(c: int, count: int, stay: Floats, weight: Floats, knobs: Any, desk: AmortizerDesk) -> float:
    """Return the loss of the stack on `c` without its best target, which becomes its goal."""
    best, second, goal = 0.0, 0.0, -1
    for number in range(count):
        if limit_of(c, number, weight, desk) <= second:
            continue
        value = worth_of(c, number, stay, weight, knobs, desk)
        if value > best:
            best, second, goal = value, best, number
        else:
            second = max(second, value)
    desk.goal[c], desk.value[c] = goal, best
    return best - second if knobs.by_loss else float(desk.strength[c])


@uncounted
def limit_of(c: int, number: int, weight: Floats, desk: AmortizerDesk) -> float:
    """Return an upper bound of `worth_of`, found at a glance: a target that it rules out is passed over."""
    distance = int(desk.away[number, c])
    if distance == FAR or distance == 0:
        return 0.0
    if desk.kind[number] == ATTACKING:
        return np.inf
    return float(weight[distance] * desk.strength[c] * desk.worth[desk.target[number]])


@uncounted
def worth_of(c: int, number: int, stay: Floats, weight: Floats, knobs: Any, desk: AmortizerDesk) -> float:
    """Return the amortised value of a target for the stack on `c`; 0 where it is out of reach or closed."""
    distance = int(desk.away[number, c])
    if distance == FAR or distance == 0:
        return 0.0
    target, strength = desk.target[number], desk.strength[c]
    if desk.kind[number] == ATTACKING:
        return float(attack_value(target, distance, strength, weight, knobs, desk))
    turn = capture(c, number, stay, desk)
    if turn >= desk.due[number]:
        return 0.0
    rate = strength * desk.worth[target] * weight[min(turn, LONGEST_WAY)]
    return float(rate * down_weight(strength, target, knobs.dominance, desk))


@uncounted
def capture(c: int, number: int, stay: Floats, desk: AmortizerDesk) -> int:
    """Return the first turn on which a target can be taken if the stack joins it; FAR for none before it is due."""
    distance, needed = int(desk.away[number, c]), desk.strength[desk.target[number]]
    for turn in range(arrival(c, distance, stay, desk), min(LONGEST_WAY, desk.due[number])):
        force = desk.gathered[number, turn] + desk.strength[c] + desk.production[c] * (turn - distance)
        if force > needed or force >= CAP:
            return turn
    return FAR


@uncounted
def attack_value(target: int, distance: int, strength: int, weight: Floats, knobs: Any, desk: AmortizerDesk) -> float:
    """Return the amortised value of an attack from a square: of every enemy its chance, its worth and its time.

    A stack captures a square with the probability that its blow is enough.
    """
    total = 0.0
    for k in range(5):
        n = target if k == 4 else desk.near[target, k]
        here = desk.expected[n]
        worth = here + (knobs.land * desk.production[n] if desk.foes[n] == 0 else 0.0)
        if worth == 0.0:
            continue
        turns = distance
        if here > strength:
            worth *= strength / here
            turns = min(distance + int(here / max(strength, 1)), LONGEST_WAY)
        total += worth * weight[turns]
    return float(knobs.aggression * total)


@uncounted
def arrival(c: int, distance: int, stay: Floats, desk: AmortizerDesk) -> int:
    """Return the first turn on which the stack can stand on a target so far away, its stay before it included."""
    short = min(stay[distance] * desk.production[c], float(CAP)) - desk.strength[c]
    if short <= 0:
        return distance
    if desk.production[c] == 0:
        return FAR
    return distance + int((short + desk.production[c] - 1) // desk.production[c])


@uncounted
def _take(c: int, stay: Floats, desk: AmortizerDesk) -> None:
    """Let the stack join its goal; nobody joins an attack."""
    number = desk.goal[c]
    if desk.kind[number] == ATTACKING:
        return
    desk.due[number] = capture(c, number, stay, desk)
    distance = int(desk.away[number, c])
    for turn in range(arrival(c, distance, stay, desk), LONGEST_WAY):
        desk.gathered[number, turn] += desk.strength[c] + desk.production[c] * (turn - distance)
