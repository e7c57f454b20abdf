"""The joint moves of our squares near the enemy, searched against sampled replies.

The search starts from the greedy moves. It changes the option of one square, or of two close to each other, and keeps
a change that raises the score: the mean over the samples of what survives this turn's combat, ours minus theirs, and
what an option counts besides (`set_bonuses`). The combat is exact. What the samples leave fixed is worked out
beforehand (bot.search.combat_zone, bot.search.opponent_moves); a changed option touches at most ten squares.
"""

from typing import Any

import numpy as np

from ..board.board import OPTIONS, STILL, STRENGTH_CAP
from ..board.compiled import Bytes, Dice, Ints, Record, Records, compiled
from .combat_zone import SAMPLES, CombatZone
from .opponent_moves import chance, draw

# What gains less is the rounding of a sum.
LEAST_GAIN = 1e-9

# As the least gain of a change: it is made in any case, unless the option is forbidden.
WHATEVER_IT_COSTS = -np.inf


@compiled
def place_pieces(me: int, moves: Bytes, end: int, squares: Records, zone: Ints) -> None:
    """Put our pieces where the greedy moves lead, and score every square that they can touch."""
    flat = moves.reshape(-1)
    for c in range(squares.size):
        squares[c].heap = squares[c].stands = 0
    for c in range(squares.size):
        if squares[c].owner != me:
            continue
        option = flat[c]
        squares[c].option = squares[c].greedy = option
        squares[c].stands += 1
        if option == STILL:
            squares[c].heap += squares[c].strength + squares[c].production
        else:
            target = squares[c].around[option]
            squares[target].heap += squares[c].strength
            squares[target].stands += 1
    for c in range(squares.size):
        squares[c].force = min(STRENGTH_CAP, squares[c].heap)
    for i in range(end):
        c = zone[i]
        squares[c].blow = squares[c].touch = 0
        for k in range(OPTIONS):
            squares[c].blow += squares[squares[c].around[k]].force
            squares[c].touch += squares[squares[c].around[k]].stands


@compiled
def set_bonuses(moves: Bytes, size: int, cells: Records, parameters: Record, squares: Records, free: Ints) -> None:
    """Set the bonus of each option besides the combat: for the greedy one, and for going downhill.

    Args:
        moves: the greedy ones
        cells: with the field that they follow; the next decision overwrites it
    """
    flat = moves.reshape(-1)
    for i in range(size):
        c = free[i]
        for k in range(OPTIONS):
            n = squares[c].around[k]
            bonus = 0.0
            fall = cells[c].potential - cells[n].potential
            if fall == fall:  # not the difference of two infinities
                bonus = parameters.search_slope * squares[c].strength * min(1.0, max(-1.0, fall))
            if k == flat[c]:
                bonus += parameters.search_keep * squares[c].strength
            elif squares[n].owner == 0 and squares[n].strength > 0:
                bonus = -np.inf
            squares[c].bonus[k] = bonus * SAMPLES


@compiled
def score_ours(c: int, squares: Records, strike: Ints) -> int:
    """Return what of ours survives on square `c`, summed over the samples."""
    if squares[c].stands == 0:
        return 0
    force, worth = squares[c].force, squares[c].worth
    score = 0
    for k in range(SAMPLES):
        blow = strike[c, k]
        if force > blow:
            score += force - max(blow, 0) + worth
    return score


@compiled
def score_theirs(c: int, squares: Records, foe: Ints) -> int:
    """Return what of the enemy's survives on square `c`, summed over the samples."""
    if squares[c].touch == 0:
        return squares[c].alone
    blow, worth = squares[c].blow, squares[c].worth
    score = 0
    for k in range(SAMPLES):
        left = foe[c, k] - blow
        if left > 0:
            score += left + worth
    return score


@compiled
def score(end: int, parameters: Record, front: CombatZone) -> float:
    """Return the score of the moves as they stand, without bonuses; bring every square's own score up to date.

    A search needs it before its first change.
    """
    squares, zone = front.squares, front.zone
    result = 0.0
    for i in range(end):
        c = zone[i]
        if squares[c].near > 2:
            break
        squares[c].ours = score_ours(c, squares, front.strike)
        squares[c].theirs = score_theirs(c, squares, front.foe)
        for k in range(OPTIONS):
            squares[c].vain[k] = 0
        result += squares[c].ours - parameters.search_grudge * squares[c].theirs
    return result


@compiled
def _add_pieces(c: int, heap: int, stands: int, squares: Records) -> None:
    """Add this much strength and this many pieces of ours to square `c`."""
    squares[c].heap += heap
    force = min(STRENGTH_CAP, squares[c].heap)
    more = force - squares[c].force
    squares[c].force = force
    squares[c].stands += stands
    for k in range(OPTIONS):
        n = squares[c].around[k]
        squares[n].blow += more
        squares[n].touch += stands


@compiled
def set_option(c: int, option: int, squares: Records) -> None:
    """Give square `c` of ours another option; the scores are not brought up to date."""
    strength, production = squares[c].strength, squares[c].production
    old = squares[c].option
    if old == STILL:
        _add_pieces(c, -strength - production, 0, squares)
    else:
        _add_pieces(squares[c].around[old], -strength, -1, squares)
    if option == STILL:
        _add_pieces(c, strength + production, 0, squares)
    else:
        _add_pieces(squares[c].around[option], strength, 1, squares)
    squares[c].option = option


@compiled
def attempt(
    c: int, option: int, least: float, parameters: Record, squares: Records, strike: Ints, foe: Ints, undo: Ints
) -> float:
    """Change one option if that raises the score by more than `least`; return by how much, 0 when it stays."""
    old = squares[c].option
    gain = squares[c].bonus[option] - squares[c].bonus[old]
    if gain == -np.inf:
        return 0.0
    a, b = squares[c].around[old], squares[c].around[option]
    set_option(c, option, squares)
    ours_a, ours_b = score_ours(a, squares, strike), score_ours(b, squares, strike)
    gain += ours_a + ours_b - squares[a].ours - squares[b].ours
    noted = 0
    theirs = 0
    for j in range(2 * OPTIONS):
        n = squares[a].around[j] if j < OPTIONS else squares[b].around[j - OPTIONS]
        if squares[n].foes > 0:
            now = score_theirs(n, squares, foe)
            undo[noted, 0], undo[noted, 1] = n, squares[n].theirs
            theirs += now - squares[n].theirs
            squares[n].theirs = now
            noted += 1
    gain -= parameters.search_grudge * theirs
    if gain > least:
        squares[a].ours, squares[b].ours = ours_a, ours_b
        return gain
    while noted > 0:
        noted -= 1
        squares[undo[noted, 0]].theirs = undo[noted, 1]
    set_option(c, old, squares)
    return 0.0


@compiled
def attempt_alone(
    c: int, option: int, parameters: Record, squares: Records, strike: Ints, foe: Ints, undo: Ints
) -> float:
    """Change one option if that gains; return by how much.

    A change that gained nothing is not scored again before an option has changed: a search draws the same ones again.
    """
    if squares[c].vain[option]:
        return 0.0
    gain = attempt(c, option, LEAST_GAIN, parameters, squares, strike, foe, undo)
    squares[c].vain[option] = gain == 0.0
    return gain


@compiled
def attempt_pair(
    c: int, option: int, parameters: Record, squares: Records, strike: Ints, foe: Ints, undo: Ints, dice: Dice
) -> float:
    """Change one option, and if that alone gains nothing, that of a square close by as well; return what both gain.

    Single changes stop where no square can gain alone, as when one has to step aside before another can strike.
    """
    old, partner = squares[c].option, _partner(c, squares, dice)
    if partner == c or squares[partner].near > 0 or squares[c].bonus[option] == -np.inf:
        return attempt_alone(c, option, parameters, squares, strike, foe, undo)
    first = attempt(c, option, WHATEVER_IT_COSTS, parameters, squares, strike, foe, undo)
    if first > LEAST_GAIN:
        return first
    before = squares[partner].option
    second = attempt(partner, _other(before, draw(dice)), LEAST_GAIN - first, parameters, squares, strike, foe, undo)
    if squares[partner].option != before:
        return first + second
    attempt(c, old, WHATEVER_IT_COSTS, parameters, squares, strike, foe, undo)
    return 0.0


@compiled
def _partner(c: int, squares: Records, dice: Dice) -> int:
    """Choose a random square at most two steps from `c`."""
    word = draw(dice)
    beside = squares[c].around[(word >> np.uint64(32)) * np.uint64(OPTIONS) >> np.uint64(32)]
    return squares[beside].around[(word & np.uint64(0xFFFFFFFF)) * np.uint64(OPTIONS) >> np.uint64(32)]


@compiled
def _other(option: int, word: Any) -> int:
    """Choose one of the four other options, by two random bits."""
    return (option + 1 + (word & np.uint64(3))) % OPTIONS


@compiled
def improve(size: int, tries: int, parameters: Record, front: CombatZone) -> float:
    """Try this many random changes; return by how much the score rose, summed over the samples."""
    squares, free, dice = front.squares, front.free, front.dice
    strike, foe, undo = front.strike, front.foe, front.undo
    gain = 0.0
    for _ in range(tries):
        word = draw(dice)
        c = free[(word >> np.uint64(32)) * np.uint64(size) >> np.uint64(32)]
        option = _other(squares[c].option, word)
        if parameters.search_pairs > 0 and chance(dice) < parameters.search_pairs:
            more = attempt_pair(c, option, parameters, squares, strike, foe, undo, dice)
        else:
            more = attempt_alone(c, option, parameters, squares, strike, foe, undo)
        if more > 0:  # an option has changed, so others may gain now
            for i in range(size):
                for k in range(OPTIONS):
                    squares[free[i]].vain[k] = 0
        gain += more
    return gain


@compiled
def write_moves(size: int, squares: Records, free: Ints, moves: Bytes) -> None:
    """Write the options that the search chose into `moves`."""
    flat = moves.reshape(-1)
    for i in range(size):
        c = free[i]
        flat[c] = squares[c].option
