"""Assignment by loss: who loses most without its best target takes it first.

The first stack of a mining target has to be strong enough alone before LONGEST_WAY; others join as long as it falls
sooner with them. `due` is the turn on which those that joined are strong enough together.
"""

import numpy as np

from experiments.opponents.compiled import UNCOUNTED, compiler

from .desk import ATTACKING, FAR, LONGEST_WAY, MINING, NOTHING, AmortizerDesk, Floats, KernelKnobs
from .dominance import down_weight

uncounted = compiler(__file__, **UNCOUNTED)


@uncounted
def assign(me: int, count: int, stay: Floats, weight: Floats, knobs: KernelKnobs, desk: AmortizerDesk) -> int:
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
            _take(c, count, stay, weight, knobs, desk)
    return stacks


@uncounted
def _gather_stacks(me: int, desk: AmortizerDesk) -> int:
    stacks = 0
    desk.against[:] = 0
    for c in range(desk.owner.size):
        desk.goal[c], desk.value[c] = -1, 0.0
        if desk.owner[c] == me and desk.strength[c] > 0:
            desk.rank[stacks] = c
            stacks += 1
    return stacks


@uncounted
def loss_of(c: int, count: int, stay: Floats, weight: Floats, knobs: KernelKnobs, desk: AmortizerDesk) -> float:
    """Return the loss of the stack on `c` without its best target, which becomes its goal."""
    best, second, goal = 0.0, 0.0, -1
    for kind in (desk.mode[c], MINING + ATTACKING - desk.mode[c]):
        for number in range(count):
            if desk.kind[number] == kind or desk.mode[c] == NOTHING:
                if limit_of(c, number, weight, desk) <= second:
                    continue
                value = worth_of(c, number, stay, weight, knobs, desk)
                if value > best:
                    best, second, goal = value, best, number
                else:
                    second = max(second, value)
        if goal >= 0:
            break  # a stack without a target in its own mode takes one of the other
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
    target = desk.target[number]
    return float(weight[distance] * desk.strength[c] * desk.worth[target] * desk.crowding[number])


@uncounted
def worth_of(c: int, number: int, stay: Floats, weight: Floats, knobs: KernelKnobs, desk: AmortizerDesk) -> float:
    """Return the amortised value of a target for the stack on `c`; 0 where it is out of reach or closed."""
    distance = int(desk.away[number, c])
    if distance == FAR or distance == 0:
        return 0.0
    target, strength = desk.target[number], desk.strength[c]
    if desk.kind[number] == ATTACKING:
        return float(attack_value(target, distance, strength, weight, knobs, desk))
    turn = capture(c, number, stay, knobs, desk)
    if turn >= desk.due[number]:
        return 0.0
    rate = strength * desk.worth[target] * weight[min(turn, LONGEST_WAY)]
    return float(rate * desk.crowding[number] * down_weight(strength, target, knobs, desk))


@uncounted
def capture(c: int, number: int, stay: Floats, knobs: KernelKnobs, desk: AmortizerDesk) -> int:
    """Return the first turn on which a target can be taken if the stack joins it; FAR for none before it is due."""
    distance, needed = int(desk.away[number, c]), desk.strength[desk.target[number]]
    for turn in range(arrival(c, distance, stay, knobs, desk), min(LONGEST_WAY, desk.due[number])):
        force = desk.gathered[number, turn] + desk.strength[c] + desk.production[c] * (turn - distance)
        if force > needed or force >= 255:
            return turn
    return FAR


@uncounted
def attack_value(
    target: int, distance: int, strength: int, weight: Floats, knobs: KernelKnobs, desk: AmortizerDesk
) -> float:
    """Return the amortised value of an attack from a square: of every enemy its chance, its worth and its time.

    A stack captures a square with the probability that its blow is enough; those that attack the same enemy share it.
    """
    total = 0.0
    for k in range(5):
        n = target if k == 4 else desk.near[target, k]
        here = desk.expected[n]
        worth = here + (knobs.land * desk.production[n] if desk.foes[n] == 0 else 0.0)
        if worth == 0.0:
            continue
        turns = distance
        if knobs.capture and here > strength:
            worth *= strength / here
            turns = min(distance + int(here / max(strength, 1)), LONGEST_WAY)
        shared = 1 + desk.against[n] if knobs.shared_attack else 1
        total += worth * weight[turns] / shared
    return float(knobs.aggression * total)


@uncounted
def arrival(c: int, distance: int, stay: Floats, knobs: KernelKnobs, desk: AmortizerDesk) -> int:
    """Return the first turn on which the stack can stand on a target so far away, its stay before it included."""
    wanted = min(stay[distance] * desk.production[c], float(knobs.release))
    short = wanted - desk.strength[c]
    if short <= 0:
        return distance
    if desk.production[c] == 0:
        return FAR
    return distance + int((short + desk.production[c] - 1) // desk.production[c])


@uncounted
def _take(c: int, count: int, stay: Floats, weight: Floats, knobs: KernelKnobs, desk: AmortizerDesk) -> None:
    """Take the stack's goal: the target gets a member, its neighbours are shared, its next target is discounted."""
    number = desk.goal[c]
    target = desk.target[number]
    if desk.kind[number] == ATTACKING:
        for k in range(5):
            n = target if k == 4 else desk.near[target, k]
            desk.against[n] += desk.foes[n] == 0
        return
    desk.due[number] = capture(c, number, stay, knobs, desk)
    distance = int(desk.away[number, c])
    for turn in range(arrival(c, distance, stay, knobs, desk), LONGEST_WAY):
        desk.gathered[number, turn] += desk.strength[c] + desk.production[c] * (turn - distance)
    if knobs.follow_up < 1:
        after = _next(number, count, weight, desk)
        if after >= 0:
            desk.crowding[after] *= knobs.follow_up


@uncounted
def _next(number: int, count: int, weight: Floats, desk: AmortizerDesk) -> int:
    """Return the target that a stack would mine after this one, by the way straight there; -1 for none."""
    best, after, here = 0.0, -1, desk.target[number]
    for other in range(count):
        if other == number or desk.kind[other] == ATTACKING:
            continue
        there = desk.target[other]
        distance = _steps(here, there, desk)
        value = desk.worth[there] * weight[distance] if distance < LONGEST_WAY else 0.0
        if value > best:
            best, after = value, other
    return after


@uncounted
def _steps(a: int, b: int, desk: AmortizerDesk) -> int:
    """Return steps between two squares on the torus."""
    down = abs(desk.where[a, 0] - desk.where[b, 0])
    right = abs(desk.where[a, 1] - desk.where[b, 1])
    return int(min(down, desk.size[0] - down) + min(right, desk.size[1] - right))
