"""Move resolution: the moves that maximise the sum of all scores without collisions, as one assignment.

In Halite III two ships must not meet. Here stacks may meet, up to 255; and two of them must not stand beside one
square from which a single enemy strikes both. So every square has slots: the first takes any stack that fits, the
second takes those that fit twice, the third those that fit three times. Scipy's assignment fills the slots; what
still collides loses its weakest newcomer's direction, and the rest is matched again.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from experiments.opponents.compiled import compiler
from experiments.opponents.school import never

kernel = compiler(__file__)

CAP = 255
SLOTS = 3
FORBIDDEN = -1e9


class Report(NamedTuple):
    """What the resolution of one turn did."""

    movers: int  # stacks that took part
    rounds: int  # matchings it took
    melts: npt.NDArray[np.bool_]  # (N,) stacks that wait for a stronger one


def resolve(
    land: Any, net: Any, danger: Any, settings: Any, out_of_time: Callable[[], bool] = never
) -> tuple[Any, Report]:
    """Return the direction of every square, (N,) int64, and how it came about.

    net      (N, 5) the score of every direction of our stacks
    danger   (N,) enemy strength that may strike from a square, see enemies.dangerous
    """
    size = len(net)
    moves, barred, melts = np.zeros(size, np.int64), np.zeros((size, 5), np.bool_), np.zeros(size, np.bool_)
    movers = np.flatnonzero((land.owner == land.me) & (land.strength > 0) & (net[:, 1:].max(axis=1) > net[:, 0]))
    if settings.meld:
        melt(land, net, movers, melts)
        movers = movers[~melts[movers]]
    feared = danger if settings.spread else np.zeros_like(danger)
    rounds = 0
    while len(movers) and rounds < settings.rounds and not out_of_time():
        rounds += 1
        moves[movers] = (_matched if settings.slots else _best)(land, net, barred, movers)
        if bar_collisions(land, net, feared, movers, moves, barred) == 0:
            break
    moves[movers[barred[movers, moves[movers]]]] = 0  # what collided in the last round stays
    return moves, Report(len(movers), rounds, melts)


def _best(land: Any, net: Any, barred: Any, movers: Any) -> Any:
    """Return every stack's best direction, as if alone."""
    return np.where(barred[movers], FORBIDDEN, net[movers]).argmax(axis=1)


def _matched(land: Any, net: Any, barred: Any, movers: Any) -> Any:
    """Return the directions of the movers that maximise the sum of their scores, given the slots of the squares."""
    slot_of = np.full(land.owner.size, -1)
    goals = np.unique(land.near[movers, 1:])
    slot_of[goals] = np.arange(len(goals)) * SLOTS
    weights = np.full((len(movers), len(movers) + len(goals) * SLOTS), FORBIDDEN)
    direction = np.zeros(weights.shape, np.int8)
    fill(land, net, barred, movers, slot_of, weights, direction)
    from scipy.optimize import linear_sum_assignment  # here, because it loads slowly

    rows, columns = linear_sum_assignment(weights, maximize=True)
    return direction[rows, columns]


@kernel
def fill(land: Any, net: Any, barred: Any, movers: Any, slot_of: Any, weights: Any, direction: Any) -> None:
    """Write what a mover is worth in every slot, and its direction; the first columns are for staying, always open."""
    room = np.full(land.owner.size, CAP, np.int64)
    for c in range(land.owner.size):
        if land.owner[c] == land.me:
            room[c] = max(0, CAP - land.strength[c] - land.production[c])
    for i in range(movers.size):
        room[movers[i]] = CAP
    for i in range(movers.size):
        c = movers[i]
        weights[i, i] = net[c, 0]
        for d in range(1, 5):
            n = land.near[c, d]
            for k in range(SLOTS):
                fits = land.strength[c] * (k + 1) <= room[n]
                if fits and not barred[c, d] and net[c, d] > net[c, 0]:
                    weights[i, movers.size + slot_of[n] + k] = net[c, d]
                    direction[i, movers.size + slot_of[n] + k] = d


@kernel
def bar_collisions(land: Any, net: Any, danger: Any, movers: Any, moves: Any, barred: Any) -> int:
    """Bar the weakest newcomer of every collision; return how many were barred.

    A collision is a square of ours where strength beyond the cap would meet; or a newcomer that a strike may hit
    together with a stronger stack of ours, where it was not so exposed before.
    """
    size = land.owner.size
    load, stands = np.zeros(size, np.int64), np.zeros(size, np.bool_)
    for c in range(size):
        if land.owner[c] == land.me and land.strength[c] > 0:
            grown = land.strength[c] + (land.production[c] if moves[c] == 0 else 0)
            load[land.near[c, moves[c]]] += min(grown, CAP)
            stands[c] = moves[c] == 0
    weakest = np.full(size, -1, np.int64)
    count = 0
    for i in range(movers.size):
        c = movers[i]
        if moves[c] == 0:
            continue
        t = land.near[c, moves[c]]
        if weakest[t] < 0 or gain(c, net, moves) < gain(weakest[t], net, moves):
            weakest[t] = c
        if not stands[t] and shared_blast(c, t, land, danger, load) > shared_blast(c, c, land, danger, load):
            count += bar(c, moves, barred)
    for t in range(size):
        if weakest[t] >= 0 and load[t] > CAP and land.owner[t] == land.me:
            count += bar(weakest[t], moves, barred)
    return count


@kernel
def shared_blast(c: int, t: int, land: Any, danger: Any, load: Any) -> float:
    """Return the enemy strength that may strike stack c on square t and a stronger one of ours; of equals the first."""
    blast = 0.0
    for k in range(5):
        e = land.near[t, k]
        if danger[e] > 0 and has_stronger(c, t, e, land, load):
            blast += danger[e]
    return blast


@kernel
def has_stronger(c: int, t: int, e: int, land: Any, load: Any) -> bool:
    """Return whether a stronger one of ours will stand on or beside a square, apart from stack c on square t."""
    for d in range(5):
        other = land.near[e, d]
        if other in (t, c) or load[other] == 0:
            continue
        if load[other] > load[t] or (load[other] == load[t] and other < t):
            return True
    return False


@kernel
def gain(c: int, net: Any, moves: Any) -> Any:
    """Return the score of moving beyond that of staying."""
    return net[c, moves[c]] - net[c, 0]


@kernel
def bar(c: int, moves: Any, barred: Any) -> int:
    """Take this stack's direction away; return 1, or 0 when it was taken away before."""
    if barred[c, moves[c]]:
        return 0
    barred[c, moves[c]] = True
    return 1


@kernel
def melt(land: Any, net: Any, movers: Any, melts: Any) -> None:
    """Write which movers wait, (N,): those that a stronger one comes to, while both fit on one square."""
    strongest_first = movers[np.argsort(-land.strength[movers], kind="mergesort")]
    coming = np.zeros(land.owner.size, np.int64)
    for i in range(movers.size):
        c = strongest_first[i]
        if coming[c] > 0 and coming[c] + land.strength[c] + land.production[c] <= CAP:
            melts[c] = True
        else:
            coming[land.near[c, np.argmax(net[c])]] += land.strength[c]
