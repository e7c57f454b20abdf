"""The war graph: who fights whom, which captures would begin a war, and where a front is opened on purpose.

Two players are at war when both can reach one square within four steps over their own and empty squares. A neutral
square is closed to us when taking it would bring us within reach of a player we are not at war with, unless we are
far stronger than everybody whom that concerns.
"""

from typing import Any

import numpy as np

from bot.ground.view import SEATS
from experiments.opponents.compiled import UNCOUNTED, compiler

from .desk import WAYS, PlannerDesk, is_border, spread

compiled = compiler(__file__)
uncounted = compiler(__file__, **UNCOUNTED)

WAR_STEPS = 4
DUEL = 2


@compiled
def survey(me: int, allowed: int, knobs: Any, desk: PlannerDesk) -> int:
    """Fill `reach` and `closed`; return the players at war with us as bits. `allowed`: our front's square, or -1."""
    strength, squares = _powers(desk)
    _flood(desk)
    wars = _wars(desk)
    desk.closed[:] = 0
    alive = np.count_nonzero(squares[1:])
    if knobs.war_graph and (alive > DUEL or knobs.pact_in_duels):
        for c in range(desk.owner.size):
            if c != allowed and desk.owner[c] == 0 and is_border(c, me, desk):
                desk.closed[c] = _is_closed(c, me, wars, strength, knobs.war_ratio, desk)
    return int(wars[me])


@compiled
def _powers(desk: PlannerDesk) -> Any:
    """Return every player's strength and production together, and every player's squares."""
    strength, squares = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    for c in range(desk.owner.size):
        strength[desk.owner[c]] += desk.strength[c] + desk.production[c]
        squares[desk.owner[c]] += 1
    return strength, squares


@compiled
def _flood(desk: PlannerDesk) -> None:
    """Write who gets to every square within four steps over empty squares into `reach`."""
    size = desk.owner.size
    for c in range(size):
        desk.reach[c] = 1 << desk.owner[c] if desk.owner[c] > 0 else 0
    empties = np.empty(size, np.int32)
    count = 0
    for c in range(size):
        if desk.owner[c] == 0 and desk.strength[c] == 0:
            empties[count] = c
            count += 1
    fresh = np.zeros(count, np.int32)
    for _ in range(WAR_STEPS):
        for i in range(count):
            bits = 0
            for way in range(1, WAYS):
                bits |= desk.reach[desk.around[empties[i], way]] if _passes(empties[i], way, desk) else 0
            fresh[i] = bits
        for i in range(count):
            desk.reach[empties[i]] |= fresh[i]


@uncounted
def _passes(c: int, way: int, desk: PlannerDesk) -> bool:
    """Return whether a player may stand on that neighbour: an owned square, or an empty one."""
    n = desk.around[c, way]
    return desk.owner[n] > 0 or desk.strength[n] == 0


@compiled
def _wars(desk: PlannerDesk) -> Any:
    """Return for every player the others that reach one of the squares that it reaches, as bits."""
    wars = np.zeros(SEATS, np.int64)
    for c in range(desk.owner.size):
        if desk.reach[c] & (desk.reach[c] - 1):
            for player in range(1, SEATS):
                if desk.reach[c] >> player & 1:
                    wars[player] |= desk.reach[c]
    for player in range(1, SEATS):
        wars[player] &= ~(1 << player)
    return wars


@uncounted
def _is_closed(c: int, me: int, wars: Any, power: Any, ratio: float, desk: PlannerDesk) -> int:
    """Return 1 when taking square `c` would bring us within reach of a player we do not fight."""
    for player in range(1, SEATS):
        if player == me or wars[me] >> player & 1 or not _would_meet(c, player, desk):
            continue
        against = power[player]
        for other in range(1, SEATS):
            if other != me and (wars[player] | wars[me]) >> other & 1:
                against += power[other]
        if ratio * against >= power[me]:
            return 1
    return 0


@uncounted
def _would_meet(c: int, player: int, desk: PlannerDesk) -> bool:
    """Return whether the player reaches a neighbour of square `c`, or could take it this turn."""
    for way in range(1, WAYS):
        n = desk.around[c, way]
        if desk.reach[n] >> player & 1:
            return True
        if desk.owner[n] == 0:
            for further in range(1, WAYS):
                m = desk.around[n, further]
                if desk.owner[m] == player and desk.strength[m] > desk.strength[n]:
                    return True
    return False


@compiled
def choose_front(me: int, vacant: int, wars: int, knobs: Any, desk: PlannerDesk) -> int:
    """Return the closed square where we open a front against the weakest neighbour; -1: none is to be opened.

    Only with much vacant strength, while we are at peace, and against a player much weaker than we are, or any player
    when our territory is the smallest. Nothing is opened while all are at peace and we are the largest.
    """
    power, squares = _powers(desk)
    if vacant <= knobs.vacant_to_open * squares[me] or wars != 0:
        return -1
    smallest, largest = _is_extreme(me, squares)
    if largest and not _anybody_fights(desk):
        return -1
    best, least = -1, power[me] * (1.0 if smallest else knobs.victim_share)
    for player in range(1, SEATS):
        if player != me and squares[player] > 0 and power[player] < least:
            c = _farthest_wall(me, player, desk)
            if c >= 0:
                best, least = c, power[player]
    return best


@uncounted
def _is_extreme(me: int, squares: Any) -> Any:
    """Return whether our territory is the smallest, and whether it is the largest."""
    smallest = largest = True
    for player in range(1, SEATS):
        if squares[player] > 0 and player != me:
            smallest &= squares[me] <= squares[player]
            largest &= squares[me] >= squares[player]
    return smallest, largest


@compiled
def _anybody_fights(desk: PlannerDesk) -> bool:
    wars = _wars(desk)
    return bool(wars[1:].any())


@compiled
def _farthest_wall(me: int, player: int, desk: PlannerDesk) -> int:
    """Return the closed square to this player that is farthest from third parties, of equals the weakest; or -1."""
    away = _steps_from_others(me, player, desk)
    best = -1
    for c in range(desk.owner.size):
        if not desk.closed[c] or not _would_meet(c, player, desk):
            continue
        if best < 0 or away[c] > away[best] or (away[c] == away[best] and desk.strength[c] < desk.strength[best]):
            best = c
    return best


@compiled
def _steps_from_others(me: int, player: int, desk: PlannerDesk) -> Any:
    """Return (N,) steps to the nearest square of anybody but us and this player."""
    away = np.full(desk.owner.size, desk.owner.size, np.int32)
    size = 0
    for c in range(desk.owner.size):
        if desk.owner[c] > 0 and desk.owner[c] != me and desk.owner[c] != player:
            away[c], desk.queue[size] = 0, c
            size += 1
    spread(away, size, desk)
    return away
