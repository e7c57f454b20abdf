"""The champion's turn as one kernel, as far as its stages are compiled: the combat search and what it believes.

The opening plan, the campaign and the council are not. What they decide comes with the arguments: the knobs that play,
the prices that are bent, and who is at war with us in the memory. Twin: stages.champion.Champion, between them.
"""

from typing import Any

import numpy as np

from bot import kernels
from bot.ground.compiled import compiled
from bot.stages import beliefs, combat, fronts
from bot.stages.champion import finish, prepare


@compiled
def turn(
    owner: Any,
    strength: Any,
    production: Any,
    me: int,
    turn: int,
    memory: Any,
    knobs: kernels.Knobs,
    scratch: kernels.Scratch,
    front: fronts.Front,
    rival: fronts.Front,
    belief: beliefs.Beliefs,
    moves: Any,
) -> int:
    """Choose a move for every square of `me`, with every stage that is on; how many changes were tried."""
    height, width = owner.shape
    left = int(np.sqrt(width * height) * 10) - turn
    if knobs.combat_search == 0 or 0 < left <= knobs.last_turns:
        kernels.decide(owner, strength, production, me, turn, memory, knobs, scratch, moves)
        return 0
    size, end, present = prepare(
        owner, strength, production, me, turn, memory, knobs, scratch, front, rival, belief, moves
    )
    tried: int = size * knobs.combat_search
    if size > 0:
        combat.improve(size, tried, knobs, front)
        finish(me, size, end, present, front, belief, moves)
    return tried
