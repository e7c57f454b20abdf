"""The moves of an enemy that searches as we do: our combat search from its seat, against our greedy moves."""

from typing import NamedTuple

from .. import kernels
from ..board.arrays import Bytes, Grids
from ..board.compiled import compiled
from . import combat, fronts, replies
from .answers import Outlook
from .beliefs import Beliefs
from .fronts import Front


class Search(NamedTuple):
    """What one player's combat search works in; the beliefs last from turn to turn."""

    scratch: kernels.Scratch
    front: Front  # ours
    rival: Front  # of the enemy that searches as we do
    beliefs: Beliefs
    outlook: Outlook


# Samples in which the rival knows our greedy moves; in the others we move at random, as we may surprise it too.
INFORMED = fronts.SAMPLES // 2


@compiled
def improve(
    grids: Grids, player: int, me: int, ours: Bytes, parameters: kernels.Values, search: Search, plan: Bytes
) -> None:
    """Search better moves for `player`, from those in `plan` (H, W), and leave them there.

    ours      our greedy moves
    search    its scratch has the enemy's field; what the enemy does beyond our front does not concern us and stays as
              planned
    """
    rival = search.rival
    squares, zone, free = rival.squares, rival.zone, rival.free
    fronts.load(grids, parameters, squares)
    size, found = 0, fronts.find(player, parameters, squares, zone, free)
    for i in range(found):  # those that can matter on our front this turn
        if search.front.squares[free[i]].near <= 4:
            free[size] = free[i]
            size += 1
    if size == 0:
        return
    edge = fronts.surround(size, squares, zone, free)
    combat.prefer(plan, size, search.scratch.cells, parameters, squares, free)
    fronts.measure(player, squares, search.scratch.order)
    for k in range(fronts.SAMPLES):
        replies.guess(k, player, edge, squares, zone, rival.reply, rival.dice)
        if k < INFORMED:
            replies.copy_reply(k, me, edge, ours, squares, zone, rival.reply)
    replies.lay_out(player, fronts.SAMPLES, edge, rival)
    combat.stand(player, plan, edge, squares, zone)
    combat.score(edge, parameters, rival)
    combat.improve(size, size * parameters.rival_search, parameters, rival)
    combat.write(size, squares, free, plan)
