"""How a square weighs its options; fights: squares in danger and what they weigh, and strategic stilling."""

from ..board.board import NORTH, OPTIONS, ORDER, STILL, STRENGTH_CAP
from ..board.compiled import Places, Record, Records, compiled
from ..greedy.tie_break import DRAWS
from .squares import NEAR
from .tie_break import _draw, _number


@compiled
def _threat(c: int, me: int, parameters: Record, cells: Records) -> int:
    """Twin: turn.Threats, for one square."""
    if cells[c].owner == me:
        return 0
    if not parameters.fears_enemies if cells[c].owner != 0 else cells[c].strength != 0:
        return 0
    blast = 0
    for k in range(OPTIONS):
        n = cells[c].around[k]
        if cells[n].owner != 0 and cells[n].owner != me:
            blast += cells[n].strength
    return min(STRENGTH_CAP, blast)


@compiled
def _scores(c: int, first: int, turn: Record, parameters: Record, cells: Records) -> None:
    """Twin: turn.Turn.scores. The first option is STILL, or NORTH where staying is not weighed."""
    room = STRENGTH_CAP - cells[c].strength
    for k in range(first, OPTIONS):
        n = cells[c].around[k]
        turn.score[k] = cells[n].potential
        if cells[n].booked > room:
            turn.score[k] += parameters.loss_penalty * (cells[n].booked - room)


@compiled
def _option_is_before(c: int, a: int, b: int, turn: Record, parameters: Record, cells: Records) -> bool:
    """Return whether option `a` beats option `b`, which was weighed before it."""
    if turn.score[a] != turn.score[b]:
        return turn.score[a] < turn.score[b]
    if not parameters.ties_seeded:
        return False
    first, second = c * DRAWS + _number(a), c * DRAWS + _number(b)
    return _draw(turn.base, first) < _draw(turn.base, second)


@compiled
def _lowest(c: int, first: int, turn: Record, parameters: Record, cells: Records) -> int:
    """Twin: turn.Turn.lowest."""
    best = NORTH
    for i in range(1, OPTIONS - first):
        if _option_is_before(c, ORDER[i], best, turn, parameters, cells):
            best = ORDER[i]
    return best


@compiled
def _rank(c: int, first: int, turn: Record, parameters: Record, cells: Records) -> None:
    """Sort all options into `ranked`, best first. Twin: turn.Turn.rank."""
    for i in range(OPTIONS - first):
        k, at = ORDER[i], i
        while at > 0 and _option_is_before(c, k, turn.ranked[at - 1], turn, parameters, cells):
            turn.ranked[at] = turn.ranked[at - 1]
            at -= 1
        turn.ranked[at] = k


@compiled
def _endanger(target: int, me: int, near: Places, parameters: Record, cells: Records) -> None:
    """Mark what is in danger beside `target`, because something of ours will stand there. Twin: turn.dangerous.

    The twin looks around each square that chooses. Here a square that comes into danger marks those around it, and the
    square that chooses has one mark to look at.
    """
    for k in range(OPTIONS):
        e = cells[target].around[k]
        if cells[e].danger == 0:
            cells[e].danger = _threat(e, me, parameters, cells)
            if cells[e].danger > 0:
                for i in range(NEAR):
                    cells[near[e, i]].near_danger = 1


@compiled
def _danger_at(c: int, cells: Records) -> int:
    """Return the weight of the dangerous squares on and beside `c`."""
    weight = 0
    for k in range(OPTIONS):
        weight += cells[cells[c].around[k]].danger
    return weight


@compiled
def _dodge_scores(c: int, turn: Record, parameters: Record, cells: Records) -> None:
    """Twin: turn.dodge_scores."""
    _scores(c, STILL, turn, parameters, cells)
    for k in range(OPTIONS):
        n = cells[c].around[k]
        if cells[n].booked == 0:
            turn.score[k] += parameters.danger_penalty * _danger_at(n, cells)
        if cells[n].wall:
            turn.score[k] += parameters.wall_penalty
        if cells[n].owner == 0 and cells[c].strength <= cells[n].strength:
            turn.score[k] += parameters.weak_penalty


@compiled
def _calls_for_stilling(c: int, turn: Record, parameters: Record, cells: Records) -> bool:
    """Twin: turn.calls_for_stilling."""
    empties = size = 0
    for k in range(NORTH, OPTIONS):
        n = cells[c].around[k]
        if cells[n].owner != 0 or cells[n].strength != 0:
            continue
        empties += 1
        for j in range(NORTH, OPTIONS):
            e = cells[n].around[j]
            ready = cells[e].strength >= parameters.stilling_ratio * cells[e].production
            if cells[e].owner != 0 and cells[e].owner != turn.me and ready:
                size = _add_once(e, size, turn)
    return empties >= parameters.stilling_empties and size >= parameters.stilling_enemies


@compiled
def _add_once(e: int, size: int, turn: Record) -> int:
    """Append a square to `ready` unless it is there."""
    for i in range(size):
        if turn.ready[i] == e:
            return size
    turn.ready[size] = e
    return size + 1
