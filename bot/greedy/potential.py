"""The potential field: a Dijkstra search whose labels are exponentially weighted prices.

Every square that is not ours starts with what it would cost to take; the search lets that price
flow through the land behind it, each new square weighing `alpha` and all before it 1 - alpha.
Through our own land the price stays, but for route_cost, and the distance grows. Lower is better:
squares flow downhill.
The idea is erdman's (post-mortem of his Halite I bot, 2017).
"""

from dataclasses import dataclass
from math import inf

import numpy as np
import numpy.typing as npt
from sortedcontainers import SortedList

from ..board.board import Board, Mask
from ..parameters.presets import Parameters
from . import tie_break

Price = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Field:
    """What the search found, square by square (flat lists, see Board)."""

    value: list[float]  # turns to repay; of our own squares, that of the border they lead to, and the route's cost
    distance: list[int]  # steps through our own land to that border
    potential: list[float]  # value + step * distance²: what squares compare


def price(strength: npt.NDArray[np.int64], production: npt.NDArray[np.int64]) -> Price:
    """Return the turns a captured square needs to repay its own capture, (H, W); inf where it produces nothing."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(production == 0, inf, strength / production)


def initial(board: Board, wall: Mask, parameters: Parameters) -> Price:
    """Return the potential that each square not ours starts with: (H, W) float64, ours meaningless.

    Empty squares cost nothing and invite combat by enemy_ROI for every enemy beside them. v12 prices enemy squares like
    neutral ones; later generations fight only through empty squares.
    """
    start = price(board.strength_array, board.production_array)
    start = np.where(wall, parameters.wall_factor * start, start)
    if not parameters.traits.prices_enemies:
        start = np.where(board.enemy, inf, start)
    return np.where(board.empty, parameters.enemy_ROI * board.enemy_neighbours, start)


def entry_cost(board: Board, wall: Mask, parameters: Parameters) -> Price:
    """Return what each square adds to a price that flows into it: (H, W) float64; inf where none may.

    A square of ours adds route_cost for every point of its production, because a square that is walked over produces
    nothing that turn: of two equally long ways the one over poor land is taken. v12 multiplied alpha by the finished
    price, its successors divide last: the rounding differs. No path leads through a wall, but its own price flows out.
    """
    strength, production = board.strength_array, board.production_array
    if parameters.traits.rounds_late:
        share = parameters.alpha * price(strength, production)
    else:
        with np.errstate(divide="ignore", invalid="ignore"):
            share = (parameters.alpha * strength) / production
    barred = wall if parameters.traits.prices_enemies else wall | board.enemy
    walked = parameters.route_cost * production
    return np.where(board.ours, walked, np.where((production == 0) | barred, inf, share))


def decay(distance: int, step: float) -> float:
    """Return what `distance` own steps add to the value of a border. The kernels compile this function as well."""
    return step * (distance * distance)


def spread(board: Board, wall: Mask, parameters: Parameters, step: float) -> Field:
    """Return the field of this turn.

    The first label that leaves the queue is a square's own, also where a later one would be better for the land behind
    it. A price that leaves our land on the other side keeps its distance but is queued without it ("leak-through"): a
    very good target across our land makes both borders good. Where we own everything, all squares stay at inf.

    Args:
        wall: (H, W) squares the pact forbids us to open
        step: the degradation step in force; v12 changes it on crowded boards
    """
    area = board.height * board.width
    start: list[float] = initial(board, wall, parameters).ravel().tolist()
    tolls: list[float] = entry_cost(board, wall, parameters).ravel().tolist()
    ours: list[bool] = board.ours.ravel().tolist()
    draws: list[int] = tie_break.queue_draws(tie_break.base(parameters, board.turn), area).tolist()
    neighbours, rank = board.torus.neighbours, board.torus.rank
    inherit = 1 - parameters.alpha

    value, distance = [inf] * area, [0] * area
    waiting = [None if ours[c] else (start[c], draws[c], start[c], 0, rank[c], c) for c in range(area)]
    final = [False] * area
    queue = SortedList(label for label in waiting if label is not None)
    while queue:
        _, _, v, d, _, c = queue.pop(0)
        if final[c]:
            continue
        final[c], value[c], distance[c] = True, v, d
        farther = decay(d + 1, step)
        for n in neighbours[c]:
            if final[n]:
                continue
            if ours[n]:
                walked = v + tolls[n]
                label = (walked + farther, draws[n], walked, d + 1, rank[n], n)
            else:
                through = inherit * v + tolls[n]
                label = (through, draws[n], through, d, rank[n], n)
            best = waiting[n]
            if best is None or label < best:  # a worse label would leave the queue after this one and change nothing
                waiting[n] = label
                queue.add(label)
    potential = [v + decay(d, step) for v, d in zip(value, distance, strict=True)]
    return Field(value, distance, potential)


def downhill(board: Board, field: Field) -> dict[int, int]:
    """Return where each of our squares looks: its neighbour of lowest potential, the first in N, E, S, W order."""
    potential, neighbours = field.potential, board.torus.neighbours
    ours = np.flatnonzero(board.ours).tolist()
    return {c: min(neighbours[c], key=potential.__getitem__) for c in ours}
