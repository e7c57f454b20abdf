"""Retaliation: the best strike that an enemy has on the next turn, after ours, less the best that we have then.

A strike of a stack on a square deals its strength to everyone beside it, and costs what all of them deal together. It
is made where it gains; what several strikes destroy counts once. Our own next strike is the riposte: with it a joint
move that prepares a strike is found by the same rule as one that invites it.
"""

from typing import Any

from bot.ground.board import OPTIONS
from bot.ground.view import NORTH
from bot.stages.fronts import SAMPLES, UNREACHED
from experiments.opponents.compiled import UNCOUNTED, compiler

from .fronts import is_passable

uncounted = compiler(__file__, **UNCOUNTED)

AROUND = 2  # steps from a front's stacks to the squares that this turn's combat can change
NONE = -1


@uncounted
def surround(stacks: Any, squares: Any, desk: Any) -> int:
    """Write the squares within two steps of a front's stacks into `queue`; return how many."""
    end = 0
    for c in stacks:
        desk.mark[c] = 1
        desk.queue[end] = c
        end += 1
    begin = 0
    for _ in range(AROUND):
        last = end
        for i in range(begin, last):
            for k in range(NORTH, OPTIONS):
                n = squares[desk.queue[i]].around[k]
                if desk.mark[n] == 0:
                    desk.mark[n] = 1
                    desk.queue[end] = n
                    end += 1
        begin = last
    for i in range(end):
        desk.mark[desk.queue[i]] = 0
    return end


@uncounted
def expected(end: int, riposte: float, front: Any, desk: Any) -> float:
    """Return the enemy's gain from striking next turn less `riposte` times ours, summed over the samples."""
    squares = front.squares
    theirs = ours = 0
    for sample in range(SAMPLES):
        for i in range(end):
            c = desk.queue[i]
            desk.left[0, c] = _left_of_ours(sample, c, squares, front.strike)
            desk.left[1, c] = _left_of_theirs(sample, c, squares, front.foe)
        theirs += strikes(end, desk.left[1], desk.left[0], squares, desk)
        ours += strikes(end, desk.left[0], desk.left[1], squares, desk)
    for i in range(end):
        desk.left[0, desk.queue[i]] = desk.left[1, desk.queue[i]] = 0
    return theirs - riposte * ours


@uncounted
def _left_of_ours(sample: int, c: int, squares: Any, strike: Any) -> int:
    if squares[c].stands == 0 or squares[c].near > AROUND or squares[c].near == UNREACHED:
        return 0
    return int(max(squares[c].force - max(strike[c, sample], 0), 0))


@uncounted
def _left_of_theirs(sample: int, c: int, squares: Any, foe: Any) -> int:
    if squares[c].foes == 0 or squares[c].near > AROUND:
        return 0
    return int(max(foe[c, sample] - squares[c].blow, 0))


@uncounted
def strikes(end: int, strikers: Any, victims: Any, squares: Any, desk: Any) -> int:
    """Return what one side gains when each of its stacks on `queue` makes its best strike, all in one turn.

    strikers, victims   (N,) strength of the two sides

    Several strikes on one stack destroy it once: its owner loses no more than stands there.
    """
    gained = 0
    for i in range(end):
        c = desk.queue[i]
        if strikers[c] == 0:
            continue
        option = best_strike(c, strikers[c], victims, squares)
        if option == NONE:
            continue
        taken = 0
        for way in range(OPTIONS):
            struck = squares[squares[c].around[option]].around[way]
            if victims[struck] > 0:
                desk.hit[struck] += strikers[c]
                taken += victims[struck]
        gained -= min(taken, strikers[c])
    for i in range(end):
        c = desk.queue[i]
        if desk.hit[c] > 0:
            gained += min(desk.hit[c], victims[c])
            if desk.hit[c] >= victims[c]:
                gained += squares[c].worth
            desk.hit[c] = 0
    return int(max(gained, 0))


@uncounted
def best_strike(c: int, strength: int, victims: Any, squares: Any) -> int:
    """Return the option by which a stack on square `c` gains most; NONE where every strike costs what it gains."""
    best, most = NONE, 0
    for option in range(OPTIONS):
        n = squares[c].around[option]
        if option >= NORTH and not is_passable(n, squares):
            continue
        dealt = taken = 0
        for way in range(OPTIONS):
            struck = squares[n].around[way]
            victim = victims[struck]
            if victim > 0:
                dealt += min(strength, victim)
                taken += victim
                if strength >= victim:
                    dealt += squares[struck].worth
        if dealt - min(taken, strength) > most:
            best, most = option, dealt - min(taken, strength)
    return best
