"""Steps: from targets to moves. Stacks in danger and full ones first, then in the order of loss."""

from experiments.opponents.compiled import UNCOUNTED, compiler

from .assignment import arrival
from .desk import (
    ATTACK,
    ATTACKING,
    CAP,
    CAPTURE,
    DRIFT,
    FAR,
    GATHER,
    MELD,
    NONE,
    RELEASE,
    SWAP,
    TRAVEL,
    WAIT,
    AmortizerDesk,
    Floats,
    KernelKnobs,
)

uncounted = compiler(__file__, **UNCOUNTED)

FULL = 255


@uncounted
def plan(me: int, stacks: int, stay: Floats, knobs: KernelKnobs, desk: AmortizerDesk) -> None:
    """Choose a move and a reason for every stack, as if no enemy were near."""
    desk.move[:], desk.reason[:] = 0, NONE
    for i in range(stacks):
        c = desk.rank[i]
        if not (knobs.meld and _may_meld(c, knobs, desk)):
            _act(c, me, stay, knobs, desk)
    if knobs.meld:
        _meld(me, stacks, stay, knobs, desk)
    if knobs.swap:
        _swap(me, stay, knobs, desk)
    if knobs.cap_guard:
        keep_below_cap(me, stacks, desk)


@uncounted
def _may_meld(c: int, knobs: KernelKnobs, desk: AmortizerDesk) -> bool:
    """Return whether no turn is fixed for a stack: it is on its way to the front, or to an attack."""
    if desk.strength[c] > knobs.release:
        return False
    goal = desk.goal[c]
    return bool(goal < 0 or (desk.kind[goal] == ATTACKING and desk.away[goal, c] > 1))


@uncounted
def _meld(me: int, stacks: int, stay: Floats, knobs: KernelKnobs, desk: AmortizerDesk) -> None:
    """Let stacks without a fixed turn act, the strongest first; one that others come to waits and goes on with them."""
    desk.arrived[:] = 0
    for i in range(stacks):
        _book(desk.rank[i], desk)
    for strength in range(FULL, 0, -1):
        for i in range(stacks):
            c = desk.rank[i]
            if desk.strength[c] != strength or desk.reason[c] != NONE:
                continue
            if 0 < desk.arrived[c] <= FULL - strength:
                desk.reason[c] = MELD
            else:
                _act(c, me, stay, knobs, desk)
                _book(c, desk)


@uncounted
def _book(c: int, desk: AmortizerDesk) -> None:
    if desk.move[c] > 0:
        desk.arrived[desk.near[c, desk.move[c] - 1]] += desk.strength[c]


@uncounted
def _act(c: int, me: int, stay: Floats, knobs: KernelKnobs, desk: AmortizerDesk) -> None:
    if desk.strength[c] > knobs.release:
        _go(c, RELEASE, _onward(c, me, desk), desk)
    elif desk.goal[c] < 0:
        _drift(c, me, knobs, desk)
    elif desk.kind[desk.goal[c]] == ATTACKING:
        _attack(c, me, knobs, desk)
    else:
        _mine(c, me, stay, knobs, desk)


@uncounted
def _go(c: int, reason: int, direction: int, desk: AmortizerDesk) -> None:
    desk.move[c] = direction
    desk.reason[c] = reason if direction else GATHER


@uncounted
def _mine(c: int, me: int, stay: Floats, knobs: KernelKnobs, desk: AmortizerDesk) -> None:
    """Leave when the walk takes just as long as the target is due; the others are on their way then, too."""
    number = desk.goal[c]
    distance, due = int(desk.away[number, c]), desk.due[number]
    first = arrival(c, distance, stay, knobs, desk)
    if first > distance:
        desk.reason[c] = GATHER
    elif due == FAR or due > distance:
        desk.reason[c] = WAIT
    else:
        _go(c, CAPTURE if distance == 1 else TRAVEL, towards(c, number, me, knobs, desk), desk)


@uncounted
def _attack(c: int, me: int, knobs: KernelKnobs, desk: AmortizerDesk) -> None:
    if desk.strength[c] < min(knobs.war_stay * desk.production[c], float(knobs.release)):
        desk.reason[c] = GATHER
    else:
        _go(c, ATTACK, towards(c, desk.goal[c], me, knobs, desk), desk)


@uncounted
def _drift(c: int, me: int, knobs: KernelKnobs, desk: AmortizerDesk) -> None:
    if desk.strength[c] < min(knobs.stay * desk.production[c], float(knobs.release)):
        desk.reason[c] = GATHER
    else:
        _go(c, DRIFT, _onward(c, me, desk), desk)


@uncounted
def towards(c: int, number: int, me: int, knobs: KernelKnobs, desk: AmortizerDesk) -> int:
    """Return a direction nearer to a target: on the axis with more left, then over the least production."""
    target, best, direction = desk.target[number], -1e9, 0
    for k in range(4):
        n = desk.near[c, k]
        if desk.away[number, n] >= desk.away[number, c] or (n != target and desk.owner[n] != me):
            continue
        axis = k % 2
        left = abs(desk.where[c, axis] - desk.where[target, axis])
        left = min(left, desk.size[axis] - left)
        score = left * knobs.flexible - desk.production[n]
        if score > best:
            best, direction = score, k + 1
    return direction


@uncounted
def _onward(c: int, me: int, desk: AmortizerDesk) -> int:
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
def _swap(me: int, stay: Floats, knobs: KernelKnobs, desk: AmortizerDesk) -> None:
    """Let two neighbours of one mode that would pass through one another swap targets; if they still do, both stay."""
    for c in range(desk.owner.size):
        if not _meets(c, me, desk):
            continue
        n = desk.near[c, desk.move[c] - 1]
        one, other = desk.goal[c], desk.goal[n]
        if one >= 0 and other >= 0 and desk.kind[one] == desk.kind[other] and _may_swap(c, n, one, other, desk):
            desk.goal[c], desk.goal[n] = other, one
            _act(c, me, stay, knobs, desk)
            _act(n, me, stay, knobs, desk)
            desk.reason[c], desk.reason[n] = SWAP, SWAP
        if _meets(c, me, desk):
            desk.move[c], desk.move[n] = 0, 0
            desk.reason[c], desk.reason[n] = SWAP, SWAP


@uncounted
def _meets(c: int, me: int, desk: AmortizerDesk) -> bool:
    """Return whether a stack and the one on the square before it want to pass through one another."""
    if desk.owner[c] != me or desk.move[c] == 0:
        return False
    n = desk.near[c, desk.move[c] - 1]
    return bool(n != c and desk.owner[n] == me and desk.move[n] > 0 and desk.near[n, desk.move[n] - 1] == c)


@uncounted
def _may_swap(c: int, n: int, one: int, other: int, desk: AmortizerDesk) -> bool:
    """Return whether either stack can reach the target of the other."""
    return bool(0 < desk.away[other, c] < FAR and 0 < desk.away[one, n] < FAR)


@uncounted
def keep_below_cap(me: int, stacks: int, desk: AmortizerDesk) -> None:
    """Let the last in order stay where merged strength would be lost to the cap."""
    for _ in range(4):
        desk.arrived[:] = 0
        for i in range(stacks):
            c = desk.rank[i]
            if desk.move[c] == 0:
                desk.arrived[c] += min(desk.strength[c] + desk.production[c], FULL)
            else:
                desk.arrived[desk.near[c, desk.move[c] - 1]] += desk.strength[c]
        changed = False
        for j in range(stacks):
            c = desk.rank[stacks - 1 - j]
            if desk.move[c] == 0:
                continue
            n = desk.near[c, desk.move[c] - 1]
            lost = min(desk.arrived[n] - FULL, desk.strength[c])
            if lost <= 0 or desk.owner[n] != me:
                continue
            stays = desk.arrived[c] + desk.strength[c] + desk.production[c] - FULL
            if stays < lost:
                desk.arrived[n] -= desk.strength[c]
                desk.arrived[c] += desk.strength[c] + desk.production[c]
                desk.move[c], desk.reason[c], changed = 0, CAP, True
        if not changed:
            break
