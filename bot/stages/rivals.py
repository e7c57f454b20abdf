"""The moves of an enemy that searches as we do: our combat search from its seat, against our greedy moves."""

from typing import Any

from .. import kernels
from ..ground.compiled import compiled, uncounted
from . import combat, fronts, replies

INFORMED = fronts.SAMPLES // 2
"""Samples in which the rival knows our greedy moves; in the others we move at random, as we may surprise it too."""


@compiled
def improve(
    owner: Any,
    strength: Any,
    production: Any,
    player: int,
    me: int,
    ours: Any,
    knobs: kernels.Knobs,
    scratch: kernels.Scratch,
    front: fronts.Front,
    rival: fronts.Front,
    plan: Any,
) -> None:
    """Search better moves for `player`, from those in `plan` (H, W), and leave them there.

    ours      our greedy moves
    front     ours: what the enemy does beyond it does not concern us and stays as planned
    scratch   with the enemy's field
    rival     the enemy's front
    """
    squares, zone, free = rival.squares, rival.zone, rival.free
    fronts.load(owner, strength, production, knobs, squares)
    size = _near(fronts.find(player, knobs, squares, zone, free), front.squares, free)
    if size == 0:
        return
    edge = fronts.surround(size, squares, zone, free)
    combat.prefer(plan, size, scratch.cells, knobs, squares, free)
    fronts.measure(player, squares, scratch.order)
    for k in range(fronts.SAMPLES):
        replies.guess(k, player, edge, squares, zone, rival.reply, rival.dice)
        if k < INFORMED:
            replies.copy_reply(k, me, edge, ours, squares, zone, rival.reply)
    replies.lay_out(player, fronts.SAMPLES, edge, rival)
    combat.stand(player, plan, edge, squares, zone)
    combat.score(edge, knobs, rival)
    combat.improve(size, size * knobs.rival_search, knobs, rival)
    combat.write(size, squares, free, plan)


@uncounted
def _near(size: int, squares: Any, free: Any) -> int:
    """Keep of the squares in `free` those that can matter on our front this turn; how many."""
    kept = 0
    for i in range(size):
        if squares[free[i]].near <= 4:
            free[kept] = free[i]
            kept += 1
    return kept
