"""The search of one front: joint moves of at most twelve stacks, scored by this turn's exact combat and what follows.

Manoeuvres are in the bonuses (minefield.py), strikes in the exact scores of bot.search.combat over eight replies. A
small front is enumerated; a larger one climbs, is kicked and climbs again. The best joint moves are kept in a pool, and
for each of those the retaliation is counted. The best sum is played.
"""

from typing import Any

import numpy as np

from bot.board.board import OPTIONS
from bot.search.combat import LEAST_GAIN, score_ours, score_theirs, set_option
from bot.search.combat_zone import SAMPLES
from bot.search.opponent_moves import draw

from .fronts import compiled, counted
from .minefield import retaliation, surround

EXHAUSTIVE = 4  # stacks: a front up to this size is enumerated; a larger one climbs
SWEEPS = 20  # a climb ends after this many passes over its front
SAME = 1e-6  # joint moves whose scores differ by less are compared square by square


@compiled
def shift(c: int, option: int, parameters: Any, front: Any) -> float:
    """Give a stack another option; return what it changes, summed over the samples. Shifting it back undoes it."""
    squares, strike, foe = front.squares, front.strike, front.foe
    old = squares[c].option
    if option == old:
        return 0.0
    a, b = squares[c].around[old], squares[c].around[option]
    set_option(c, option, squares)
    ours = theirs = 0
    for n in (a, b):
        now = score_ours(n, squares, strike)
        ours += now - squares[n].ours
        squares[n].ours = now
    for j in range(2 * OPTIONS):
        n = squares[a].around[j] if j < OPTIONS else squares[b].around[j - OPTIONS]
        if squares[n].foes > 0:
            now = score_theirs(n, squares, foe)
            theirs += now - squares[n].theirs
            squares[n].theirs = now
    return float(squares[c].bonus[option] - squares[c].bonus[old] + ours - parameters.search_grudge * theirs)


@compiled
def engage(begin: int, size: int, parameters: Any, front: Any, desk: Any) -> float:
    """Search the front of the `size` stacks from `begin` on in `members`; return by how much its score rose."""
    squares = front.squares
    stacks = desk.members[begin : begin + size]
    desk.pooled[0] = 0
    for i in range(size):
        desk.first[i] = squares[stacks[i]].option
    width = parameters.width if parameters.retaliation > 0 else 1
    offer(0.0, stacks, width, squares, desk)
    if size <= EXHAUSTIVE:
        _enumerate(stacks, width, parameters, front, desk)
    else:
        _climb_and_kick(stacks, width, parameters, front, desk)
    return float(_settle(stacks, parameters, front, desk))


@compiled
def _enumerate(stacks: Any, width: int, parameters: Any, front: Any, desk: Any) -> None:
    """Offer every joint move: count through them like an odometer, one stack's option at a time."""
    squares, gain = front.squares, 0.0
    at = 0
    while at < stacks.size:
        c = stacks[at]
        option = squares[c].option
        turned = False
        for _ in range(OPTIONS):
            option = (option + 1) % OPTIONS
            if squares[c].bonus[option] > -np.inf:
                turned = option == desk.first[at]
                break
        gain += shift(c, option, parameters, front)
        if turned:
            at += 1
        else:
            offer(gain, stacks, width, squares, desk)
            at = 0


@compiled
def _climb_and_kick(stacks: Any, width: int, parameters: Any, front: Any, desk: Any) -> None:
    """Climb to where no single change gains; then throw two stacks off, climb again, and keep the better."""
    squares = front.squares
    gain = _climb(0.0, stacks, width, parameters, front, desk)
    for _ in range(parameters.kicks):
        for i in range(stacks.size):
            desk.kept[i] = squares[stacks[i]].option
        kicked = gain
        for _ in range(2):
            word = draw(front.dice)
            c = stacks[(word >> np.uint64(32)) * np.uint64(stacks.size) >> np.uint64(32)]
            option = int(word & np.uint64(3)) + 1
            option = option if squares[c].option < option else option - 1
            if squares[c].bonus[option] > -np.inf:
                kicked += shift(c, option, parameters, front)
        kicked = _climb(kicked, stacks, width, parameters, front, desk)
        if kicked > gain + LEAST_GAIN:
            gain = kicked
        else:
            for i in range(stacks.size):
                shift(stacks[i], desk.kept[i], parameters, front)


@compiled
def _climb(gain: float, stacks: Any, width: int, parameters: Any, front: Any, desk: Any) -> float:
    """Give one stack after the other its best option until none gains; return the score reached."""
    for _ in range(SWEEPS):
        before = gain
        for c in stacks:
            gain += _best_of_one(c, gain, stacks, width, parameters, front, desk)
        if gain <= before + LEAST_GAIN:
            break
    return gain


@compiled
def _best_of_one(c: int, gain: float, stacks: Any, width: int, parameters: Any, front: Any, desk: Any) -> float:
    """Leave the stack at its best option, the others staying as they are; return what that gained."""
    squares = front.squares
    best_option, best, more = squares[c].option, 0.0, 0.0
    for option in range(OPTIONS):
        if squares[c].bonus[option] == -np.inf or option == squares[c].option:
            continue
        more += shift(c, option, parameters, front)
        offer(gain + more, stacks, width, squares, desk)
        if more > best + LEAST_GAIN:
            best_option, best = option, more
    shift(c, best_option, parameters, front)
    return best


@counted
def offer(gain: float, stacks: Any, width: int, squares: Any, desk: Any) -> None:
    """Put the joint move as it stands into the pool, if it is among the best `width` and not there yet."""
    size = desk.pooled[0]
    place = size
    if size == width:
        place = np.argmin(desk.gains[:width])
        if gain <= desk.gains[place] + LEAST_GAIN:
            return
    for entry in range(size):
        if abs(desk.gains[entry] - gain) < SAME and _is_as_pooled(entry, stacks, squares, desk):
            return
    desk.gains[place] = gain
    for i in range(stacks.size):
        desk.pool[place, i] = squares[stacks[i]].option
    desk.pooled[0] = max(size, place + 1)


@compiled
def _is_as_pooled(entry: int, stacks: Any, squares: Any, desk: Any) -> bool:
    same = 0
    for i in range(stacks.size):
        same += desk.pool[entry, i] == squares[stacks[i]].option
    return bool(same == stacks.size)


@compiled
def _settle(stacks: Any, parameters: Any, front: Any, desk: Any) -> float:
    """Count the retaliation for every joint move of the pool, and leave the stacks at the best."""
    end = surround(stacks, front.squares, desk)
    weight = parameters.retaliation * parameters.discount
    best, best_gain = 0, -np.inf
    for entry in range(desk.pooled[0]):
        _take(entry, stacks, parameters, front, desk)
        gain = desk.gains[entry]
        if parameters.retaliation > 0:
            gain -= weight * retaliation(end, parameters.riposte, front, desk)
        if gain > best_gain + LEAST_GAIN:
            best, best_gain = entry, gain
    _take(best, stacks, parameters, front, desk)
    return float(desk.gains[best] / SAMPLES)


@compiled
def _take(entry: int, stacks: Any, parameters: Any, front: Any, desk: Any) -> None:
    for i in range(stacks.size):
        shift(stacks[i], desk.pool[entry, i], parameters, front)
