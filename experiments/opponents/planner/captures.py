"""One turn of a planned opening: exact captures, and a flow of the other strength to the border that pays most.

For every target our squares are collected outward. After each of them we know the first turn at which they are
strong enough together, and what that costs: the production of the target until then, the production forgone by
those who walk, and what the cap swallows. The cheapest collection is booked; its squares wait exactly as long as they
can. What no capture needs walks down labels: the logarithm of a border's price, and `step` for every step to it.

Squares are numbered row by row, N = H * W; directions are the protocol's: Still, North, East, South, West.
"""

from math import inf, log
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bot.board.board import STILL, STRENGTH_CAP, torus
from experiments.opponents.compiled import COUNTED, compiler

compiled = compiler(__file__)
counted = compiler(__file__, **COUNTED)

NOTHING, CAPTURES, GATHERS, FLOWS, WAITS, FIGHTS = range(6)  # in the order of OPPONENT.reasons

WAYS = 5
UNDECIDED = -1
NEVER = np.inf
BARREN = 0.25  # production that a square without any is counted with: such squares are taken last, not never
DEPTH = 25  # how often prices are lowered by the cheaper land behind them
SLACK = 1.0  # a square helps with a capture whose pull is at most so many labels weaker than the strongest on it

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]


class PlannerDesk(NamedTuple):
    """Memory for one decision at a time on boards of one size."""

    around: Ints  # (N, WAYS) the square itself and its four neighbours
    owner: Ints  # (N,)
    strength: Ints  # (N,)
    production: Ints  # (N,)
    own: Floats  # (N,) price of a square by itself
    price: Floats  # (N,) of a neutral square with what lies behind it
    rank: Floats  # (N,) place in the opening plan; NEVER outside it
    move: Ints  # (N,) direction of a square of ours, or UNDECIDED
    arriving: Ints  # (N,) strength of ours that stands there after moving, uncapped
    label: Floats  # (N,) how far the best border is, in the flow's measure
    steps: Ints  # (N,) passable steps from the enemies
    queue: Ints  # (N,) squares in the order in which a search met them
    ring: Ints  # (N,) steps from the target of a capture; 0: not met
    toward: Ints  # (N,) direction towards that target
    order: Floats  # (N,) what squares are sorted by
    why: Ints  # (N,) the reason of a square of ours
    target: Ints  # (N,) the square that it helps to capture; -1: none


def desk(height: int, width: int) -> PlannerDesk:
    """Return a desk for boards of this size; one for each thread."""
    arrays: dict[str, Any] = {
        name: np.zeros(height * width, np.float64 if kind is Floats else np.int32)
        for name, kind in PlannerDesk.__annotations__.items()
    }
    arrays["around"] = np.array(torus(height, width).around, np.int32)
    arrays["rank"][:] = NEVER
    return PlannerDesk(**arrays)


@compiled
def load(owner: Any, strength: Any, production: Any, desk: PlannerDesk) -> None:
    """Copy the board, and forget the last turn's moves."""
    o, s, p = owner.reshape(-1), strength.reshape(-1), production.reshape(-1)
    for c in range(desk.owner.size):
        desk.owner[c], desk.strength[c], desk.production[c] = o[c], s[c], p[c]
        desk.move[c], desk.arriving[c], desk.why[c], desk.target[c] = UNDECIDED, 0, NOTHING, -1


@compiled
def order_to(c: int, way: int, why: int, desk: PlannerDesk) -> None:
    """Give square `c` of ours its move, and book its strength where it will stand."""
    desk.move[c], desk.why[c] = way, why
    desk.arriving[desk.around[c, way]] += desk.strength[c]
    if way == STILL:
        desk.arriving[c] += desk.production[c]


@compiled
def back(way: int) -> int:
    """Return the opposite direction."""
    return (way + 1) % 4 + 1


@compiled
def fits(c: int, way: int, desk: PlannerDesk) -> bool:
    """Return whether the strength of square `c` can go there without loss at the cap."""
    return desk.arriving[desk.around[c, way]] + desk.strength[c] <= STRENGTH_CAP


@compiled
def is_border(c: int, me: int, desk: PlannerDesk) -> bool:
    """Return whether a neutral square touches us."""
    touching = 0
    for way in range(1, WAYS):
        touching += desk.owner[desk.around[c, way]] == me
    return desk.owner[c] == 0 and touching > 0


@compiled
def decide(
    owner: Any, strength: Any, production: Any, me: int, hold: float, behind: float, parameters: Any, desk: PlannerDesk
) -> None:
    """Choose a move for every square of player `me`, into `desk.move`.

    Args:
        hold: turns of production that a square gathers before it flows
        behind: share of a price that comes from the cheapest square behind
    """
    load(owner, strength, production, desk)
    induce(behind, desk)
    pull(me, parameters.step, desk)
    capture_all(me, parameters, desk)
    walk(me, hold, desk)


@compiled
def induce(behind: float, desk: PlannerDesk) -> None:
    """Compute the prices of all neutral squares: a cheap square behind lowers the price of the one that leads to it."""
    for c in range(desk.owner.size):
        desk.own[c] = desk.price[c] = desk.strength[c] / max(float(desk.production[c]), BARREN)
    for _ in range(DEPTH):
        changed = False
        for c in range(desk.owner.size):
            if desk.owner[c] == 0:
                best = desk.price[c]
                for way in range(1, WAYS):
                    n = desk.around[c, way]
                    if desk.owner[n] == 0:
                        best = min(best, desk.price[n])
                mixed = (1 - behind) * desk.own[c] + behind * best
                if mixed < desk.price[c]:
                    desk.price[c], changed = mixed, True
        if not changed:
            break


@compiled
def pull(me: int, step: float, desk: PlannerDesk) -> None:
    """Compute the labels of our squares, from all neutral squares beside them."""
    size = desk.owner.size
    for c in range(size):
        desk.label[c] = 10 * log(1 + desk.price[c]) if is_border(c, me, desk) else inf
    changed = True
    while changed:
        changed = False
        for i in range(2 * size):  # forward, then backward
            c = i if i < size else 2 * size - 1 - i
            if desk.owner[c] == me:
                for way in range(1, WAYS):
                    label = desk.label[desk.around[c, way]] + step
                    if label < desk.label[c] - 1e-9:
                        desk.label[c], changed = label, True


@counted
def capture_all(me: int, parameters: Any, desk: PlannerDesk) -> None:
    """Schedule the captures of all border squares: those of the opening plan in its order, the others by price."""
    size = 0
    targets = np.empty(desk.owner.size, np.int32)
    for c in range(desk.owner.size):
        if desk.strength[c] > 0 and is_border(c, me, desk):
            desk.order[size] = desk.rank[c] if desk.rank[c] < NEVER else len(desk.owner) + desk.price[c]
            targets[size] = c
            size += 1
    for i in np.argsort(desk.order[:size], kind="mergesort"):
        capture(targets[i], me, parameters, desk)


@compiled
def capture(target: int, me: int, parameters: Any, desk: PlannerDesk) -> None:
    """Book the squares that take `target` at the least cost, if there are any."""
    size = _collect(target, me, parameters, desk)
    garrison, yields = desk.strength[target] + 1, desk.production[target]
    best, count, when = inf, 0, 0
    base = gain = forgone = 0  # together they have base + gain * t when they strike at turn t
    for i in range(size):
        c = desk.queue[i]
        steps, grows = desk.ring[c], desk.production[c]
        base, gain, forgone = base + desk.strength[c] - grows * steps, gain + grows, forgone + grows * steps
        turn = _first_turn(garrison, base, gain, steps)
        cost = turn * yields + forgone + max(0, base + gain * turn - STRENGTH_CAP)
        if turn <= parameters.patience and cost < best:
            best, count, when = cost, i + 1, turn
    for i in range(size):
        c = desk.queue[i]
        if i < count:
            desk.target[c] = target
            leaves = desk.ring[c] == when
            order_to(c, desk.toward[c] if leaves else STILL, CAPTURES if leaves else GATHERS, desk)
        desk.ring[c] = 0


@compiled
def _first_turn(garrison: int, base: int, gain: int, least: int) -> int:
    """Return the first turn, not before `least`, at which base + gain * turn reaches the garrison."""
    missing = garrison - base - gain * least
    if missing <= 0:
        return least
    if gain == 0:
        return 1 << 20
    return least + (missing + gain - 1) // gain


@compiled
def _collect(target: int, me: int, parameters: Any, desk: PlannerDesk) -> int:
    """Write our squares that have no order and nothing much better to do into `queue`, outward; return how many."""
    strongest = -inf if desk.rank[target] < NEVER else desk.label[target]
    size, at, c, ring = 0, 0, target, 1
    while ring <= parameters.rings:
        for way in range(1, WAYS):
            n = desk.around[c, way]
            is_free = desk.owner[n] == me and desk.ring[n] == 0 and desk.move[n] == UNDECIDED
            if is_free and desk.label[n] >= strongest + parameters.step * ring - SLACK:
                desk.ring[n], desk.queue[size], desk.toward[n] = ring, n, back(way)
                size += 1
        if at == size:
            break
        c = desk.queue[at]
        ring = desk.ring[c] + 1
        at += 1
    return size


@counted
def walk(me: int, hold: float, desk: PlannerDesk) -> None:
    """Move our squares that have no order towards their border, those nearest to it first."""
    ours = np.flatnonzero(desk.owner == me)
    for i in np.argsort(desk.label[ours], kind="mergesort"):
        c = ours[i]
        if desk.move[c] != UNDECIDED:
            continue
        way = _downhill(c, desk)
        waits = desk.strength[c] == 0 or desk.strength[c] < hold * desk.production[c] or not fits(c, way, desk)
        if way == STILL or waits:
            order_to(c, STILL, WAITS, desk)
        else:
            order_to(c, way, FLOWS, desk)


@compiled
def _downhill(c: int, desk: PlannerDesk) -> int:
    """Return the direction to the neighbour with the least label; neutral strength is left to the captures."""
    best, least = STILL, desk.label[c]
    for way in range(1, WAYS):
        n = desk.around[c, way]
        if desk.label[n] < least and (desk.owner[n] != 0 or desk.strength[n] == 0):
            best, least = way, desk.label[n]
    return best
