"""The champion's turn as one kernel, as far as its stages are compiled: the combat search and what it believes.

The opening plan, the campaign and the council are not. What they decide comes with the arguments: the knobs that play,
the prices that are bent, and who is at war with us in the memory. Twin: stages.champion.Champion, between them.
"""

import numpy as np

from bot import kernels
from bot.ground.arrays import Bytes, Grids, Longs
from bot.ground.compiled import compiled
from bot.stages import combat
from bot.stages.champion import finish, prepare
from bot.stages.search import Search


@compiled
def turn(grids: Grids, me: int, turn: int, memory: Longs, knobs: kernels.Knobs, search: Search, moves: Bytes) -> int:
    """Choose a move for every square of `me`, with every stage that is on; how many changes were tried."""
    height, width = moves.shape
    left = int(np.sqrt(width * height) * 10) - turn
    if knobs.combat_search == 0 or 0 < left <= knobs.last_turns:
        kernels.decide(grids, me, turn, memory, knobs, search.scratch, moves)
        return 0
    size, end, present = prepare(grids, me, turn, memory, knobs, search, moves)
    tried: int = size * knobs.combat_search
    if size > 0:
        combat.improve(size, tried, knobs, search.front)
        finish(me, size, end, present, search.front, search.beliefs, moves)
    return tried
