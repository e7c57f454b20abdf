"""Move resolution: the moves that maximise the sum of all scores without collisions, as one assignment.

In Halite III two ships must not meet. Here stacks may meet, up to 255; and two of them must not stand beside one
square from which a single enemy strikes both. So every square has slots: the first takes any stack that fits, the
second takes those that fit twice, the third those that fit thrice. Scipy's Hungarian method fills the slots; what
still collides loses its weakest newcomer's direction, and the rest is matched again.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.optimize import linear_sum_assignment

from experiments.opponents.compiled import compiler

kernel = compiler(__file__)

CAP = 255
SLOTS = 3
FORBIDDEN = -1e9


class Report(NamedTuple):
    """What the resolution of one turn did."""

    movers: int  # stacks that took part
    rounds: int  # matchings it took
    barred: npt.NDArray[np.bool_]  # (N, 5) directions that were taken away because of a collision
    crowded: npt.NDArray[np.bool_]  # (N,) squares where a newcomer was refused


def resolve(land: Any, net: Any, danger: Any, least: float, rounds: int, slots: bool, meld: bool) -> tuple[Any, Report]:
    """The direction of every square, (N,) int64, and how it came about.

    net      (N, 5) the score of every direction of our stacks
    danger   (N,) enemy strength expected on empty squares, see enemies.dangerous
    least    a square is dangerous from this strength on
    rounds   matchings at most; what collides after the last stays where it is
    slots    whether to match at all; else every stack takes its best direction and the collisions are sorted out alone
    """
    size = net.shape[0]
    movers = np.flatnonzero((land.owner == land.me) & (land.strength > 0) & (net[:, 1:].max(axis=1) > net[:, 0]))
    if meld:
        movers = melt(land, net, movers)
    moves, barred = np.zeros(size, np.int64), np.zeros((size, 5), np.bool_)
    crowded = np.zeros(size, np.bool_)
    done = 0
    while len(movers) and done < rounds:
        done += 1
        moves[movers] = _matched(land, net, barred, movers) if slots else _best(net, barred, movers)
        if not bar_collisions(land, net, danger, least, movers, moves, barred, crowded):
            break
    moves[movers[barred[movers, moves[movers]]]] = 0  # collided in the last round
    return moves, Report(len(movers), done, barred, crowded)


def _best(net: Any, barred: Any, movers: Any) -> Any:
    return np.where(barred[movers], FORBIDDEN, net[movers]).argmax(axis=1)


def _matched(land: Any, net: Any, barred: Any, movers: Any) -> Any:
    """The directions of the movers that maximise the sum of their scores, given the slots of the squares."""
    slot_of = np.full(land.owner.size, -1)
    goals = np.unique(land.near[movers, 1:])
    slot_of[goals] = np.arange(len(goals)) * SLOTS
    weights = np.full((len(movers), len(movers) + len(goals) * SLOTS), FORBIDDEN)
    direction = np.zeros(weights.shape, np.int8)
    fill(land, net, barred, movers, slot_of, weights, direction)
    rows, columns = linear_sum_assignment(weights, maximize=True)
    return direction[rows, columns]


@kernel
def fill(land: Any, net: Any, barred: Any, movers: Any, slot_of: Any, weights: Any, direction: Any) -> None:
    """Write what every mover is worth in every slot, and the direction that leads there.

    The first len(movers) columns are their own squares, each for its own stack only, so that staying is always open.
    """
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
def bar_collisions(land: Any, net: Any, danger: Any, least: float, movers: Any, moves: Any, barred: Any, crowded: Any) -> int:
    """Bar the weakest newcomer of every collision; returns how many were barred.

    A collision is a square of ours where strength beyond the cap would meet, or a dangerous square with a newcomer on
    or beside it where a stronger stack is also.
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
        if not stands[t] and shared_blast(c, t, land, danger, load) > shared_blast(c, c, land, danger, load) + least:
            count += bar(c, moves, barred)
            crowded[t] = True
    for t in range(size):
        if weakest[t] >= 0 and load[t] > CAP and land.owner[t] == land.me:
            count += bar(weakest[t], moves, barred)
            crowded[t] = True
    return count


@kernel
def shared_blast(c: int, t: int, land: Any, danger: Any, load: Any) -> float:
    """Enemy strength that may strike stack c on square t together with a stronger one of ours; of equals the first."""
    blast = 0.0
    for k in range(5):
        e = land.near[t, k]
        if danger[e] > 0 and has_stronger(c, t, e, land, load):
            blast += danger[e]
    return blast


@kernel
def has_stronger(c: int, t: int, e: int, land: Any, load: Any) -> bool:
    """Whether a stronger one of ours will stand on a square or beside it, besides what stack c makes of square t."""
    for d in range(5):
        other = land.near[e, d]
        if other == t or other == c or load[other] == 0:
            continue
        if load[other] > load[t] or (load[other] == load[t] and other < t):
            return True
    return False


@kernel
def gain(c: int, net: Any, moves: Any) -> float:
    """What moving is worth more than staying."""
    return net[c, moves[c]] - net[c, 0]


@kernel
def bar(c: int, moves: Any, barred: Any) -> int:
    """Take this stack's direction away; 1, or 0 when it was taken away before."""
    if barred[c, moves[c]]:
        return 0
    barred[c, moves[c]] = True
    return 1



@kernel
def melt(land: Any, net: Any, movers: Any) -> Any:
    """The movers without those that a stronger stack comes to: they wait, and go on as one."""
    strongest_first = movers[np.argsort(-land.strength[movers], kind="mergesort")]
    coming, waits = np.zeros(land.owner.size, np.int64), np.zeros(land.owner.size, np.bool_)
    for i in range(movers.size):
        c = strongest_first[i]
        if coming[c] > 0 and coming[c] + land.strength[c] + land.production[c] <= CAP:
            waits[c] = True
            continue
        coming[land.near[c, np.argmax(net[c])]] += land.strength[c]
    return movers[~waits[movers]]
