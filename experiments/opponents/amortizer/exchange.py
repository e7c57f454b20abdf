"""Exchanges: beside an enemy a stack takes the step from which it can be expected to destroy more than it loses.

A blow falls on every enemy square beside it, so a stack between three enemies destroys three times its strength, and two
of ours beside one enemy lose twice to one blow. Who gains by a step is therefore asked with the steps of all others: each
stack in turn, in the order of loss, takes the best one against some futures drawn from the prediction.
"""

from typing import Any

from experiments.opponents.compiled import compiler

from .desk import EXCHANGE, FUTURES, GATHER, RETREAT, Desk, Knobs
from .modes import is_in_danger

compiled = compiler(__file__)

NEAR = 3  # steps to an enemy within which an exchange may come about
ROUNDS = 2  # times that every stack is asked
SLOPE = 0.15  # share of its strength that a stack gives to stand where the land pulls more
NEVER = -1e9


@compiled
def decide(me: int, turn: int, stacks: int, knobs: Knobs, desk: Desk) -> None:
    """Moves for the stacks near an enemy, in the order of loss."""
    _foresee(me, turn, desk)
    desk.arrived[:] = 0
    for i in range(stacks):
        c = desk.rank[i]
        desk.arrived[_place(c, desk.move[c], desk)] += _force(c, desk.move[c], desk)
    for number in range(ROUNDS):
        for i in range(stacks):
            c = desk.rank[i]
            if desk.foes[c] <= NEAR:
                _decide(c, number == 0, me, knobs, desk)


@compiled
def _foresee(me: int, turn: int, desk: Desk) -> None:
    """Futures of the enemy: each of his stacks stays or goes, as a die says that falls by its chances."""
    desk.future[:] = 0
    for c in range(desk.owner.size):
        if desk.foes[c] > 0:
            continue
        for k in range(FUTURES):
            die, option = _die(turn * FUTURES + k, c), 0
            while option < 4 and die >= desk.chance[c, option]:
                die -= desk.chance[c, option]
                option += 1
            n = _place(c, option, desk)
            desk.future[k, n] = min(desk.future[k, n] + _force(c, option, desk), 255)


@compiled
def _die(number: int, c: int) -> float:
    """A number 0..1 for this square and future: the same in every game that comes to this turn."""
    mixed = (number * 7919 + c * 104729 + 12345) & 0x7FFFFFFF
    for _ in range(3):
        mixed = (mixed * 1103515245 + 12345) & 0x7FFFFFFF
        mixed ^= mixed >> 11
    return (mixed & 0xFFFFFF) / 0x1000000


@compiled
def _decide(c: int, is_first: bool, me: int, knobs: Knobs, desk: Desk) -> Any:
    planned, best, option = desk.move[c], NEVER, 0
    desk.arrived[_place(c, planned, desk)] -= _force(c, planned, desk)
    for k in range(5):
        score = _score(c, k, planned, knobs, desk)
        if score > best:
            best, option = score, k
    if is_first and is_in_danger(c, me, knobs, desk) and best <= _score(c, 0, planned, knobs, desk):
        option = _back(c, me, desk)
        desk.reason[c] = RETREAT
    elif option != planned:
        desk.reason[c] = EXCHANGE if option else GATHER
    desk.move[c] = option
    desk.arrived[_place(c, option, desk)] += _force(c, option, desk)


@compiled
def _place(c: int, option: int, desk: Desk) -> int:
    """Where the stack stands after the move."""
    return int(c if option == 0 else desk.near[c, option - 1])


@compiled
def _force(c: int, option: int, desk: Desk) -> int:
    """The strength with which it stands there."""
    return int(min(desk.strength[c] + desk.production[c], 255) if option == 0 else desk.strength[c])


@compiled
def _score(c: int, option: int, planned: int, knobs: Knobs, desk: Desk) -> float:
    """The expected exchange of a move, with what the place itself is worth."""
    n, force = _place(c, option, desk), _force(c, option, desk)
    score = SLOPE * force * (desk.pull[n] - desk.pull[c]) / (desk.pull[c] + 1e-9)
    if desk.owner[n] == 0 and desk.strength[n] > 0:
        if option != planned or desk.strength[n] >= force:
            return NEVER  # only the target that it came for
        force -= desk.strength[n]
    before = desk.arrived[n]
    together = min(before + force, 255)
    score += together - before - force  # lost to the cap
    if option == 0 or option == planned:
        score += desk.production[c]
    total = 0.0
    for k in range(FUTURES):
        total += _exchange(k, n, before, together, knobs, desk)
    return score + total / FUTURES


@compiled
def _exchange(k: int, n: int, before: int, together: int, knobs: Knobs, desk: Desk) -> float:
    """What future `k` destroys of the enemy less what it costs us, because `together` and not `before` stands on `n`."""
    future, coming, gain = desk.future[k], 0, 0.0
    for i in range(5):
        m = n if i == 4 else desk.near[n, i]
        if future[m] == 0:
            continue
        coming += future[m]
        struck = -before + together
        others = 0
        for j in range(5):
            others += desk.arrived[m if j == 4 else desk.near[m, j]]
        gain += min(others + struck, future[m]) - min(others, future[m])
        if others < future[m] <= others + struck:
            gain += knobs.land * desk.production[m]
    lost = min(coming, together) - min(coming, before)
    if coming >= together and coming > 0:
        lost += knobs.land * desk.production[n]
    return float(gain - knobs.caution * lost)


@compiled
def _back(c: int, me: int, desk: Desk) -> int:
    """The direction of a step away from the enemy onto our own land, 0 where there is none."""
    farthest, option = desk.foes[c], 0
    for k in range(4):
        n = desk.near[c, k]
        if desk.owner[n] == me and desk.foes[n] > farthest and desk.arrived[n] + desk.strength[c] <= 255:
            farthest, option = desk.foes[n], k + 1
    return option
