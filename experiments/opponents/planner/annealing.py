"""Combat by annealing: the joint moves of our squares near the enemy against random replies.

The scoring is the exact combat of one turn, bot.stages.combat. A change that lowers the score is kept with a
probability that falls as the annealing cools. A stack that goes towards the enemy counts a little more, one that
retreats less.
"""

from typing import Any

import numpy as np

from bot.ground.arrays import Grids
from bot.ground.board import OPTIONS
from bot.stages import combat, fronts, replies
from experiments.opponents.compiled import UNCOUNTED, compiler

from .desk import WAYS, PlannerDesk

compiled = compiler(__file__)
uncounted = compiler(__file__, **UNCOUNTED)

COOLING = 0.999  # factor of the temperature at every trial
FAR = 1 << 20


@compiled
def fight(
    owner: Any, strength: Any, production: Any, me: int, seed: Any, knobs: Any, desk: PlannerDesk, front: fronts.Front,
    moves: Any,
) -> None:  # fmt: skip
    """Improve the moves of our squares near the enemy."""
    squares, zone, free = front.squares, front.zone, front.free
    fronts.load(Grids(owner, strength, production), knobs, squares)
    size = fronts.find(me, knobs, squares, zone, free)
    if size == 0:
        return
    end = fronts.surround(size, squares, zone, free)
    front.dice[0] = seed
    fronts.measure(me, squares, desk.queue)
    for sample in range(fronts.SAMPLES):
        replies.guess(sample, me, end, squares, zone, front.reply, front.dice)
    replies.lay_out(me, fronts.SAMPLES, end, front)
    combat.stand(me, moves, end, squares, zone)
    _measure(me, desk)
    _prefer(size, knobs.forward, desk, squares, free)
    combat.score(end, knobs, front)
    _anneal(size, size * knobs.trials, knobs, front)
    combat.write(size, squares, free, moves)


@uncounted
def _measure(me: int, desk: PlannerDesk) -> None:
    """Write the passable steps from the enemies to every square into `steps`."""
    size = at = 0
    for c in range(desk.owner.size):
        desk.steps[c] = FAR
        if desk.owner[c] > 0 and desk.owner[c] != me:
            desk.steps[c], desk.queue[size] = 0, c
            size += 1
    while at < size:
        c = desk.queue[at]
        at += 1
        for way in range(1, WAYS):
            n = desk.around[c, way]
            if desk.steps[n] == FAR and (desk.owner[n] > 0 or desk.strength[n] == 0):
                desk.steps[n], desk.queue[size] = desk.steps[c] + 1, n
                size += 1


@uncounted
def _prefer(size: int, forward: float, desk: PlannerDesk, squares: Any, free: Any) -> None:
    """Score steps forward and backward. Neutral strength is attacked only where the field says so."""
    for i in range(size):
        c = free[i]
        for option in range(OPTIONS):
            n = squares[c].around[option]
            onward = desk.steps[c] - desk.steps[n]
            bonus = forward * squares[c].strength * min(1, max(-1, onward))
            if option != squares[c].greedy and desk.owner[n] == 0 and desk.strength[n] > 0:
                bonus = -np.inf
            squares[c].bonus[option] = bonus * fronts.SAMPLES


@uncounted
def _anneal(size: int, tries: int, knobs: Any, front: fronts.Front) -> None:
    squares, free, dice = front.squares, front.free, front.dice
    heat = knobs.temperature * fronts.SAMPLES
    for _ in range(tries):
        word = replies.draw(dice)
        c = free[(word >> np.uint64(32)) * np.uint64(size) >> np.uint64(32)]
        option = (squares[c].option + 1 + (word & np.uint64(3))) % OPTIONS
        least = heat * np.log(max(replies.chance(dice), 1e-12))
        combat.attempt(c, option, least, knobs, squares, front.strike, front.foe, front.undo)
        heat *= COOLING
