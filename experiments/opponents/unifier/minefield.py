"""What follows this turn: the minefield of the next plies with the cheapest way through it, and the next strikes.

Strength spreads turn by turn over passable squares, on both sides: with some chance it comes nearer. What is to be
expected on a square and the four beside it is the danger there; our own strength that reaches the same place answers
it. The rest is a mine. A stack that steps on one loses no more than it has.

Retaliation is the best strike that an enemy has on the turn after ours, less the best that we then have (the riposte).
A strike of a stack on a square deals its strength to everyone beside it, and costs what all of them deal together. It
is made where it gains; what several strikes destroy counts once.
"""

from typing import Any

import numpy as np

from bot.board.board import NORTH, OPTIONS, STILL
from bot.search.combat_zone import SAMPLES, UNREACHED

from .fronts import PLIES, compiled, counted, is_passable

AROUND = 2  # steps from a front's stacks to the squares that this turn's combat can change
NONE = -1


@compiled
def fill(me: int, parameters: Any, squares: Any, desk: Any) -> None:
    """Write the mines of every ply: the danger that our own strength does not answer."""
    _distances(me, squares, desk)
    _spread(me, True, parameters.boldness, squares, desk.away, desk.ours)
    _spread(me, False, parameters.boldness, squares, squares["ours_away"], desk.theirs)
    for k in range(PLIES + 1):
        for c in range(squares.size):
            danger = support = 0.0
            for option in range(OPTIONS):
                n = squares[c].around[option]
                danger += desk.theirs[k, n]
                support += desk.ours[k, n]
            desk.danger[k, c] = danger
            desk.mine[k, c] = max(0.0, danger - support)


@compiled
def _distances(me: int, squares: Any, desk: Any) -> None:
    """Write the passable steps from the enemies to every square into `away`."""
    end = at = 0
    for c in range(squares.size):
        desk.away[c] = UNREACHED
        if squares[c].owner != 0 and squares[c].owner != me:
            desk.away[c], desk.queue[end] = 0, c
            end += 1
    while at < end:
        c = desk.queue[at]
        at += 1
        for k in range(NORTH, OPTIONS):
            n = squares[c].around[k]
            if desk.away[n] == UNREACHED and is_passable(n, squares):
                desk.away[n], desk.queue[end] = desk.away[c] + 1, n
                end += 1


@compiled
def _spread(me: int, of_ours: bool, boldness: float, squares: Any, away: Any, flow: Any) -> None:
    """Write one side's strength to be expected on every square after each ply into `flow` (PLIES + 1, N)."""
    flow[:] = 0
    for c in range(squares.size):
        if squares[c].owner != 0 and (squares[c].owner == me) == of_ours:
            flow[0, c] = squares[c].strength
    for k in range(PLIES):
        for c in range(squares.size):
            if flow[k, c] > 0:
                _flow_on(k, c, boldness, squares, away, flow)


@compiled
def _flow_on(k: int, c: int, boldness: float, squares: Any, away: Any, flow: Any) -> None:
    """Divide the share that moves among the neighbours that lead no farther from the other side."""
    ways = 0
    for option in range(NORTH, OPTIONS):
        n = squares[c].around[option]
        ways += is_passable(n, squares) and away[n] <= away[c]
    moving = boldness * flow[k, c] if ways else 0.0
    flow[k + 1, c] += flow[k, c] - moving
    for option in range(NORTH, OPTIONS):
        n = squares[c].around[option]
        if is_passable(n, squares) and away[n] <= away[c]:
            flow[k + 1, n] += moving / ways


@compiled
def mine_damage(c: int, strength: int, k: int, mine: Any) -> float:
    """Return the strength that a stack of this strength loses to the mines of ply `k` on a square."""
    return float(min(mine[k, c], strength))


@counted
def evaluate_options(c: int, height: int, width: int, discount: float, squares: Any, desk: Any) -> None:
    """Write the stack's future damage after each option, on the cheapest way, into `future[c]`.

    Ply 1 is this turn, which the strike counts exactly. From ply 2 on the stack pays for mines, and the production
    of every square that it leaves; both discounted. On the whole way it loses no more than it has: a mine is
    triggered once.
    """
    window, strength = desk.window, squares[c].strength
    y, x = c // width, c % width
    for down in range(-PLIES, PLIES + 1):
        for right in range(-PLIES, PLIES + 1):
            window[down + PLIES, right + PLIES] = (y + down) % height * width + (x + right) % width
    later, now = desk.later, desk.now
    later[:] = 0
    for k in range(PLIES, 1, -1):
        _look_back(k, strength, discount, squares, desk)
        later[:] = now
    desk.future[c, STILL] = later[PLIES, PLIES]
    desk.future[c, 1], desk.future[c, 2] = later[PLIES - 1, PLIES], later[PLIES, PLIES + 1]
    desk.future[c, 3], desk.future[c, 4] = later[PLIES + 1, PLIES], later[PLIES, PLIES - 1]
    for option in range(OPTIONS):
        desk.future[c, option] = min(desk.future[c, option], strength)


@compiled
def _look_back(k: int, strength: int, discount: float, squares: Any, desk: Any) -> None:
    """Write the cheapest way on from every place where the stack can be after ply `k` - 1 into `now`, from `later`."""
    worth = discount ** (k - 1)
    window, now, later = desk.window, desk.now, desk.later
    for i in range(PLIES - k + 1, PLIES + k):
        room = k - 1 - abs(i - PLIES)
        for j in range(PLIES - room, PLIES + room + 1):
            a = window[i, j]
            best = later[i, j] + worth * mine_damage(a, strength, k, desk.mine)
            left = worth * squares[a].production
            for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
                n = window[i + down, j + right]
                if is_passable(n, squares):
                    cost = left + later[i + down, j + right] + worth * mine_damage(n, strength, k, desk.mine)
                    best = min(best, cost)
            now[i, j] = best


@compiled
def set_bonuses(size: int, may_capture: bool, height: int, width: int, parameters: Any, front: Any, desk: Any) -> None:
    """Write into `bonus` what each option of the stacks on `free` costs after this turn's combat; -inf forbids it."""
    squares, free = front.squares, front.free
    for i in range(size):
        c = free[i]
        evaluate_options(c, height, width, parameters.discount, squares, desk)
        for option in range(OPTIONS):
            n = squares[c].around[option]
            squares[c].bonus[option] = -parameters.manoeuvre * desk.future[c, option] * SAMPLES
            is_open = is_passable(n, squares) or (may_capture and squares[n].strength < squares[c].strength)
            if option != squares[c].greedy and not is_open:
                squares[c].bonus[option] = -np.inf


@compiled
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


@compiled
def retaliation(end: int, riposte: float, front: Any, desk: Any) -> float:
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


@compiled
def _left_of_ours(sample: int, c: int, squares: Any, strike: Any) -> int:
    if squares[c].stands == 0 or squares[c].near > AROUND or squares[c].near == UNREACHED:
        return 0
    return int(max(squares[c].force - max(strike[c, sample], 0), 0))


@compiled
def _left_of_theirs(sample: int, c: int, squares: Any, foe: Any) -> int:
    if squares[c].foes == 0 or squares[c].near > AROUND:
        return 0
    return int(max(foe[c, sample] - squares[c].blow, 0))


@compiled
def strikes(end: int, strikers: Any, victims: Any, squares: Any, desk: Any) -> int:
    """Return what one side gains when each of its stacks on `queue` makes its best strike, all in one turn.

    Several strikes on one stack destroy it once: its owner loses no more than stands there.

    Args:
        strikers, victims: (N,) strength of the two sides
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


@compiled
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
