"""The champion's turn: the greedy moves, then the stages that improve them."""

from typing import Any

import numpy as np

from . import combat, kernels
from .compiled import compiled


class Rivals:
    pass


@compiled
def think(owner, strength, production, me, turn, memory, knobs, scratch, moves,
          models, model_memory, plans, weights, settings, front):
    """returns (free size, gain)."""
    squares, zone, free = front.squares, front.zone, front.free
    combat.load(owner, strength, production, settings, squares)
    size = combat.find(me, settings, squares, zone, free)
    if size == 0:
        kernels.decide(owner, strength, production, me, turn, memory, knobs, scratch, moves)
        return 0, 0.0
    end = combat.surround(size, squares, zone, free)
    present = 0
    for i in range(end):
        if squares[zone[i]].near <= 4:
            present |= 1 << squares[zone[i]].owner
    present &= ~(1 << me)
    present &= ~1
    front.dice[0] = settings.luck + np.uint64(turn) * np.uint64(1 << 40)
    modelled = settings.modelled
    if modelled > 0:
        player = 1
        while present >> player:
            if present >> player & 1:
                for m in range(models.size):
                    kernels.decide(owner, strength, production, player, turn, model_memory[m, player], models[m],
                                   scratch, plans[m, player])
            player += 1
    kernels.decide(owner, strength, production, me, turn, memory, knobs, scratch, moves)
    combat.measure(me, squares, scratch.order)
    for k in range(combat.SAMPLES - modelled):
        combat.guess(k, me, end, squares, zone, front.reply, front.dice)
    for k in range(combat.SAMPLES - modelled, combat.SAMPLES):
        player = 1
        while present >> player:
            if present >> player & 1:
                u = combat.chance(front.dice)
                m = 0
                while m < models.size - 1 and u >= weights[player, m]:
                    u -= weights[player, m]
                    m += 1
                combat.copy_reply(k, me, player, end, plans[m, player], squares, zone, front.reply)
            player += 1
    combat.lay_out(me, end, front)
    combat.stand(me, moves, end, squares, zone)
    combat.prefer(size, scratch.cells.potential, settings, squares, free)
    combat.score(end, settings, front)
    gain = combat.improve(size, size * settings.rounds, settings, front)
    combat.write(size, squares, free, moves)
    return size, gain
