"""The board of a turn as arrays, and targets: what they are worth, how far our stacks are, what enemies may do there.

The dominance map has the chance that no enemy stack comes by within two turns, if all of them walk at random. One map
counts every enemy stack, the others only those of a class of strength and stronger ones. Squares are numbered row by
row; N = H * W.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bot.board.board import torus
from experiments.opponents.compiled import COUNTED, compiler, kernel_type

from . import Amortizing

FAR = 255  # a distance beyond `reach`
CAP = 255
MINING, ATTACKING = 1, 2  # kinds of targets
NONE, CAPTURE, TRAVEL, WAIT, GATHER, DRIFT, ATTACK, EXCHANGE, CAPPED = range(9)  # in the order of OPPONENT.reasons

CLASSES = 8  # classes of strength for the dominance maps, 32 points each
LONGEST_WAY = 40  # the longest stay and the longest way of the tables
MOST_TARGETS = 512
BARREN = 500.0  # turns that land without production is priced at, so that it is taken last
CHEAP = 0.05  # share of what land returns that is not repaid within the horizon: in peace all land counts a little
LEAST = 8  # strength that a price counts with at least, so that empty land is not worth everything
NEVER = 1e6  # turns that a target needs where there is none
CONTACT = 2  # steps to an enemy within which an empty square is an attack target
STRONGER = 3.0  # weight of the map of stronger enemies, relative to the map of all of them
EACH = 0.2  # chance of each of the five options of an enemy stack

# Chances that a stack which stays or walks in one of four directions, all alike, stands there on one of two turns.
HERE, BESIDE, TWO_AWAY = 0.36, 0.24, 0.04  # own square, neighbour, two straight on or each way to a corner

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

KernelSettings = kernel_type(Amortizing, __name__)
compiled = compiler(__file__)
counted = compiler(__file__, **COUNTED)


class AmortizerDesk(NamedTuple):
    """Arrays of one board."""

    near: Ints  # (N, 4) north, east, south, west of a square
    owner: Ints  # (N,) of the frame
    strength: Ints
    production: Ints
    expected: Floats  # (N,) enemy strength on the next turn
    safe: Floats  # (CLASSES, N) chance that no enemy of this class or stronger comes by; class 0 is all of them
    price: Floats  # (N,) turns until a neutral square and the land behind it are repaid
    worth: Floats  # (N,) what a point of strength returns there
    turns: Floats  # (N,) that the best target needs: to be repaid, and to be walked to from a square of ours
    foes: Ints  # (N,) steps to the nearest enemy square, FAR beyond 4
    target: Ints  # (N,) the targets, as squares
    away: npt.NDArray[np.uint8]  # (N, N or fewer) [number of the target, square] own steps
    kind: Ints  # (N,) MINING or ATTACKING, of each target
    due: Ints  # (N,) turns until each target can be taken by the stacks that are assigned to it
    gathered: Ints  # (targets, LONGEST_WAY) strength that the stacks assigned to a target have there by each turn
    goal: Ints  # (N,) number of the target of a stack, -1 for none
    rank: Ints  # (N,) the stacks in the order in which they were assigned
    value: Floats  # (N,) amortised value of its target
    reason: Ints  # (N,)
    move: Ints  # (N,) direction
    arrived: Ints  # (N,) our strength that will stand on a square
    loss: Floats  # (N,) of the stacks in `rank`: what each loses without its best target


def desk(height: int, width: int) -> AmortizerDesk:
    """Return a desk for the beginning of a game."""
    area, most = height * width, min(height * width, MOST_TARGETS)
    arrays: dict[str, Any] = {
        name: np.zeros(area, np.float64 if kind is Floats else np.int64)
        for name, kind in AmortizerDesk.__annotations__.items()
    }
    return AmortizerDesk(**arrays)._replace(
        near=np.array(torus(height, width).around, np.int64)[:, 1:].copy(), safe=np.ones((CLASSES, area)),
        away=np.zeros((most, area), np.uint8), gathered=np.zeros((most, LONGEST_WAY), np.int64),
    )  # fmt: skip


def tables(settings: Amortizing) -> tuple[Floats, Floats]:
    """Return, by distance up to LONGEST_WAY, the best stay, and a target's value a turn: 1 for a stack beside it.

    A turn of gathering is worth less than the one before, by `decay`; so t turns of staying and d turns of walking
    bring (1 - decay^t) / (d + t) a turn. The production of the square is a factor in front of it and does not change
    which t is best, as the halite of a square in the original. So one table by distance answers it for every stack.
    """
    distance = np.maximum(np.arange(LONGEST_WAY + 1)[:, None], 1)
    stay = np.arange(1, LONGEST_WAY + 1)[None, :]
    rate = (1 - settings.decay**stay) / (distance + stay)
    best = stay[0, rate.argmax(axis=1)].astype(np.float64)
    if not settings.best_stay:
        best[:] = settings.stay
        rate = 1 / (distance + np.broadcast_to(settings.stay, stay.shape))
    weight = rate.max(axis=1)
    return best, weight / weight[1]


@compiled
def measure_dominance(me: int, desk: AmortizerDesk) -> None:
    """Compute the dominance maps of all classes, and the enemy strength that is expected on every square."""
    desk.safe[:], desk.expected[:] = 1.0, 0.0
    for c in range(desk.owner.size):
        player, strength = desk.owner[c], desk.strength[c]
        if player == 0 or player == me or strength == 0:
            continue
        desk.expected[c] += EACH * min(strength + desk.production[c], 255)
        for k in range(4):
            desk.expected[desk.near[c, k]] += EACH * strength
        for rank in range(strength // 32 + 1):
            safe = desk.safe[rank]
            safe[c] *= 1 - HERE
            for k in range(4):
                n = desk.near[c, k]
                safe[n] *= 1 - BESIDE
                for turn in (0, 1, 3):  # straight on, and around both corners
                    safe[desk.near[n, (k + turn) % 4]] *= 1 - TWO_AWAY


@compiled
def down_weight(strength: int, square: int, dominance: float, desk: AmortizerDesk) -> float:
    """Return the factor on the value of a target for a stack of this strength."""
    stronger = desk.safe[min(strength // 32, CLASSES - 1), square]
    mixed = (desk.safe[0, square] + STRONGER * stronger) / (1 + STRONGER)
    return float(1 - dominance * (1 - mixed))


@compiled
def survey(me: int, left: int, parameters: Any, desk: AmortizerDesk) -> int:
    """Find targets, their worth, and the ways to them; return how many. `left` is turns."""
    _measure_foes(me, desk)
    _price(parameters.cluster, desk)
    at_war = _is_at_war(me, desk)
    horizon = min(parameters.horizon, float(left))
    for c in range(desk.owner.size):
        share = horizon / desk.price[c]
        desk.worth[c] = max(share - 1, 0.0 if at_war else CHEAP * share) if desk.owner[c] == 0 else 0.0
    count = int(_list(me, parameters, desk))
    for number in range(count):
        _walk(number, me, parameters.reach, desk)
    _look_far(me, count, parameters, desk)
    return count


@compiled
def _measure_foes(me: int, desk: AmortizerDesk) -> None:
    """Count the steps that an enemy has to every square, up to 4."""
    for c in range(desk.owner.size):
        desk.foes[c] = FAR if desk.owner[c] in (0, me) else 0
    for step in range(4):
        for c in range(desk.owner.size):
            if desk.foes[c] == step:
                for k in range(4):
                    n = desk.near[c, k]
                    if desk.owner[n] != 0 or desk.strength[n] == 0:  # no way leads through land to be captured
                        desk.foes[n] = min(desk.foes[n], step + 1)


@compiled
def _is_at_war(me: int, desk: AmortizerDesk) -> bool:
    """Return whether an enemy is within CONTACT steps of our land."""
    near = 0
    for c in range(desk.owner.size):
        near += desk.owner[c] == me and desk.foes[c] <= CONTACT
    return bool(near > 0)


@counted
def _price(cluster: float, desk: AmortizerDesk) -> None:
    """Compute the turns until a neutral square is repaid, mixed with the cheapest land behind it."""
    area, price = desk.owner.size, desk.price
    for c in range(area):
        price[c] = max(desk.strength[c], LEAST) / desk.production[c] if desk.production[c] > 0 else BARREN
    own = price.copy()
    changed = True
    while changed:
        changed = False
        for i in range(2 * area):
            c = i if i < area else 2 * area - 1 - i
            if desk.owner[c] != 0:
                continue
            behind = price[c]
            for k in range(4):
                n = desk.near[c, k]
                if desk.owner[n] == 0:
                    behind = min(behind, price[n])
            mixed = (1 - cluster) * own[c] + cluster * behind
            if mixed < price[c] - 1e-9:
                price[c], changed = mixed, True


@compiled
def _list(me: int, parameters: Any, desk: AmortizerDesk) -> int:
    """List all squares beside our land that are not ours, as mining and attack targets; return how many."""
    count = 0
    for c in range(desk.owner.size):
        if desk.owner[c] == me or count == desk.away.shape[0]:
            continue
        is_border = False
        for k in range(4):
            is_border |= desk.owner[desk.near[c, k]] == me
        if not is_border:
            continue
        is_open = desk.owner[c] != 0 or desk.strength[c] == 0
        is_attack = is_open and desk.foes[c] <= CONTACT
        desk.target[count], desk.kind[count] = c, ATTACKING if is_attack else MINING
        desk.due[count] = FAR
        desk.gathered[count] = 0
        if is_attack:
            desk.worth[c] = parameters.aggression
        count += 1
    return count


@compiled
def _walk(number: int, me: int, reach: int, desk: AmortizerDesk) -> None:
    """Count own steps to a target, by breadth-first search through our land; FAR beyond `reach`."""
    away, queue = desk.away[number], desk.rank  # rank is written later
    away[:] = FAR
    target = desk.target[number]
    away[target], queue[0], head, tail = 0, target, 0, 1
    while head < tail:
        c = queue[head]
        head += 1
        if away[c] == reach:
            return
        for k in range(4):
            n = desk.near[c, k]
            if desk.owner[n] == me and away[n] == FAR:
                away[n], queue[tail] = away[c] + 1, n
                tail += 1


@compiled
def _look_far(me: int, count: int, parameters: Any, desk: AmortizerDesk) -> None:
    """Compute the turns to walk to a square's best target and be repaid, longer where an enemy may come by."""
    area, turns = desk.owner.size, desk.turns
    turns[:] = NEVER
    for number in range(count):
        c = desk.target[number]
        if desk.kind[number] == MINING:
            turns[c] = desk.price[c] / desk.safe[0, c]
        else:
            turns[c] = parameters.horizon / max(parameters.aggression, 0.01)
    changed = True
    while changed:
        changed = False
        for i in range(2 * area):
            c = i if i < area else 2 * area - 1 - i
            if desk.owner[c] != me:
                continue
            for k in range(4):
                needed = turns[desk.near[c, k]] + parameters.pace
                if needed < turns[c] - 1e-9:
                    turns[c], changed = needed, True
