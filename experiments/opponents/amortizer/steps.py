"""Steps: from targets to moves, in the order of loss."""

from typing import Any

from experiments.opponents.compiled import UNCOUNTED, compiler

from .assignment import arrival
from .desk import (
    ATTACK,
    ATTACKING,
    CAP,
    CAPPED,
    CAPTURE,
    DRIFT,
    FAR,
    GATHER,
    NONE,
    TRAVEL,
    WAIT,
    AmortizerDesk,
    Floats,
)

uncounted = compiler(__file__, **UNCOUNTED)


@uncounted
def plan(me: int, stacks: int, stay: Floats, knobs: Any, desk: AmortizerDesk) -> None:
    """Choose a move and a reason for every stack, as if no enemy were near."""
    desk.move[:], desk.reason[:] = 0, NONE
    for i in range(stacks):
        c = desk.rank[i]
        if desk.goal[c] < 0:
            _drift(c, knobs.stay, desk)
        elif desk.kind[desk.goal[c]] == ATTACKING:
            _attack(c, me, knobs.war_stay, desk)
        else:
            _mine(c, me, stay, desk)
    keep_below_cap(me, stacks, desk)


@uncounted
def _go(c: int, reason: int, direction: int, desk: AmortizerDesk) -> None:
    desk.move[c] = direction
    desk.reason[c] = reason if direction else GATHER


@uncounted
def _mine(c: int, me: int, stay: Floats, desk: AmortizerDesk) -> None:
    """Leave when the walk takes just as long as the target is due; the others are on their way then, too."""
    number = desk.goal[c]
    distance, due = int(desk.away[number, c]), desk.due[number]
    first = arrival(c, distance, stay, desk)
    if first > distance:
        desk.reason[c] = GATHER
    elif due == FAR or due > distance:
        desk.reason[c] = WAIT
    else:
        _go(c, CAPTURE if distance == 1 else TRAVEL, towards(c, number, me, desk), desk)


@uncounted
def _attack(c: int, me: int, war_stay: float, desk: AmortizerDesk) -> None:
    if desk.strength[c] < min(war_stay * desk.production[c], float(CAP)):
        desk.reason[c] = GATHER
    else:
        _go(c, ATTACK, towards(c, desk.goal[c], me, desk), desk)


@uncounted
def _drift(c: int, stay: float, desk: AmortizerDesk) -> None:
    if desk.strength[c] < min(stay * desk.production[c], float(CAP)):
        desk.reason[c] = GATHER
    else:
        _go(c, DRIFT, _onward(c, desk), desk)


@uncounted
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


@uncounted
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


@uncounted
def keep_below_cap(me: int, stacks: int, desk: AmortizerDesk) -> None:
    """Let the last in order stay where merged strength would be lost to the cap."""
    for _ in range(4):
        desk.arrived[:] = 0
        for i in range(stacks):
            c = desk.rank[i]
            if desk.move[c] == 0:
                desk.arrived[c] += min(desk.strength[c] + desk.production[c], CAP)
            else:
                desk.arrived[desk.near[c, desk.move[c] - 1]] += desk.strength[c]
        changed = False
        for j in range(stacks):
            c = desk.rank[stacks - 1 - j]
            if desk.move[c] == 0:
                continue
            n = desk.near[c, desk.move[c] - 1]
            lost = min(desk.arrived[n] - CAP, desk.strength[c])
            if lost <= 0 or desk.owner[n] != me:
                continue
            stays = desk.arrived[c] + desk.strength[c] + desk.production[c] - CAP
            if stays < lost:
                desk.arrived[n] -= desk.strength[c]
                desk.arrived[c] += desk.strength[c] + desk.production[c]
                desk.move[c], desk.reason[c], changed = 0, CAPPED, True
        if not changed:
            break
