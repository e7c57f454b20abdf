"""How a square weighs its options."""

from ..board.arrays import Record, Records
from ..board.board import OPTIONS, ORDER
from ..board.compiled import uncounted
from ..board.view import NORTH, STRENGTH_CAP
from ..greedy import tie_break
from .player import Values, _draw

_number = uncounted(tie_break.number)


@uncounted
def _threat(c: int, me: int, parameters: Values, cells: Records) -> int:
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


@uncounted
def _scores(c: int, first: int, turn: Record, parameters: Values, cells: Records) -> None:
    """Twin: turn.Turn.scores. The first option is STILL, or NORTH where staying is not weighed."""
    room = STRENGTH_CAP - cells[c].strength
    for k in range(first, OPTIONS):
        n = cells[c].around[k]
        turn.score[k] = cells[n].potential
        if cells[n].booked > room:
            turn.score[k] += parameters.loss_penalty * (cells[n].booked - room)


@uncounted
def _option_is_before(c: int, a: int, b: int, turn: Record, parameters: Values, cells: Records) -> bool:
    """Return whether option `a` beats option `b`, which was weighed before it."""
    if turn.score[a] != turn.score[b]:
        return turn.score[a] < turn.score[b]
    if not parameters.ties_seeded:
        return False
    first, second = c * tie_break.DRAWS + _number(a), c * tie_break.DRAWS + _number(b)
    return _draw(turn.base, first) < _draw(turn.base, second)


@uncounted
def _lowest(c: int, first: int, turn: Record, parameters: Values, cells: Records) -> int:
    """Twin: turn.Turn.lowest."""
    best = NORTH
    for i in range(1, OPTIONS - first):
        if _option_is_before(c, ORDER[i], best, turn, parameters, cells):
            best = ORDER[i]
    return best


@uncounted
def _rank(c: int, first: int, turn: Record, parameters: Values, cells: Records) -> None:
    """Sort all options into `ranked`, best first. Twin: turn.Turn.rank."""
    for i in range(OPTIONS - first):
        k, at = ORDER[i], i
        while at > 0 and _option_is_before(c, k, turn.ranked[at - 1], turn, parameters, cells):
            turn.ranked[at] = turn.ranked[at - 1]
            at -= 1
        turn.ranked[at] = k
