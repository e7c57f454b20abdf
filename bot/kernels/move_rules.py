"""What a square does: the move rules of each generation."""

import numpy as np

from ..board.board import NORTH, OPPOSITE, OPTIONS, ORDER, STILL, STRENGTH_CAP
from ..board.compiled import Record, Records, compiled
from ..greedy.move_rules import FULL
from ..greedy.reasons import Reason
from ..greedy.trees import GREEN, RED
from .turn import _calls_for_stilling, _danger_at, _dodge_scores, _lowest, _rank, _scores

CAPTURE, FLOW, GOES, WAITS = int(Reason.CAPTURE), int(Reason.FLOW), int(Reason.GREEN), int(Reason.RED)
MELD, HOLD, HURDLE, WEAK = int(Reason.MELD), int(Reason.HOLD), int(Reason.HURDLE), int(Reason.WEAK)
CAP, SWAP, CHECKERBOARD, DODGE = int(Reason.CAP), int(Reason.SWAP), int(Reason.CHECKERBOARD), int(Reason.DODGE)
STILLING, PACT, LEAST_BAD = int(Reason.STILLING), int(Reason.PACT), int(Reason.LEAST_BAD)


@compiled
def _v26(c: int, turn: Record, parameters: Record, cells: Records) -> int:
    """Twin: move_rules.v26."""
    strength, production, booked = cells[c].strength, cells[c].production, cells[c].booked
    _scores(c, NORTH, turn, parameters, cells)
    if turn.mining_remains:
        for k in range(NORTH, OPTIONS):
            if cells[cells[c].around[k]].wall:
                turn.score[k] += parameters.wall_penalty
    best = _lowest(c, NORTH, turn, parameters, cells)
    target, score = cells[c].around[best], turn.score[best]

    if cells[c].light == GREEN:
        turn.reason = GOES
        return best
    loses = min(STRENGTH_CAP, strength + production) + booked > STRENGTH_CAP
    if not loses and (booked > 0 or cells[c].light == RED):
        turn.reason = MELD if booked > 0 else WAITS
        return STILL

    turn.looked = True
    if cells[c].near_danger:
        if _must_dodge(c, target, turn, cells):
            turn.reason = DODGE
            _dodge_scores(c, turn, parameters, cells)
            return _lowest(c, STILL, turn, parameters, cells)
    elif parameters.strategic_stilling and not loses and _calls_for_stilling(c, turn, parameters, cells):
        turn.reason = STILLING
        return STILL

    if loses or score > parameters.bad_score:
        turn.reason = CAP if loses else PACT if cells[target].wall else LEAST_BAD
        staying = min(STRENGTH_CAP, strength + production + booked) + min(STRENGTH_CAP, cells[target].booked)
        going = min(STRENGTH_CAP, booked) + min(STRENGTH_CAP, cells[target].booked + strength)
        return STILL if staying > going else best
    if cells[target].owner != turn.me:
        return _capture_v26(c, best, turn, parameters, cells)
    return _flow(c, best, turn, cells)


@compiled
def _must_dodge(c: int, target: int, turn: Record, cells: Records) -> bool:
    """Twin: move_rules._must_dodge."""
    if _danger_at(target, cells) > 0:
        return True
    if cells[c].strength >= turn.hold * cells[c].production:
        return False
    for k in range(NORTH, OPTIONS):
        if cells[cells[c].around[k]].danger > 0:
            return True
    return False


@compiled
def _capture_v26(c: int, best: int, turn: Record, parameters: Record, cells: Records) -> int:
    """Twin: move_rules._capture_v26."""
    target = cells[c].around[best]
    strength, production, booked = cells[c].strength, cells[c].production, cells[target].booked
    if strength != STRENGTH_CAP and strength + booked <= cells[target].strength:
        turn.reason = WEAK
        return STILL
    if strength < parameters.capture_hold * production or (booked > 0 and strength < turn.hold * production):
        turn.reason = HOLD
        return STILL
    turn.reason = CAPTURE
    return best


@compiled
def _flow(c: int, best: int, turn: Record, cells: Records) -> int:
    """Twin: move_rules._flow."""
    if cells[c].strength < turn.hold * cells[c].production:
        turn.reason = HOLD
        return STILL
    is_free = cells[c].strength >= turn.hurdle
    turn.reason = FLOW if is_free else HURDLE
    return best if is_free else STILL


@compiled
def _v17(c: int, turn: Record, parameters: Record, cells: Records) -> int:
    """Twin: move_rules.v17."""
    strength, booked = cells[c].strength, cells[c].booked
    _scores(c, NORTH, turn, parameters, cells)
    _rank(c, NORTH, turn, parameters, cells)
    best = turn.ranked[0]
    target = cells[c].around[best]
    if turn.score[best] > parameters.bad_score:
        turn.reason = LEAST_BAD
        return STILL if booked < cells[target].booked else best
    loses = strength + booked > STRENGTH_CAP
    if not loses and booked > 0:
        turn.reason = MELD
        return STILL
    turn.looked = True
    if cells[c].near_danger:
        turn.reason = DODGE
        return _dodge_v17(c, best, turn, parameters, cells)
    if loses:
        turn.reason = CAP
        return _make_room(c, turn, cells)
    if cells[target].owner == turn.me:
        return _flow(c, best, turn, cells)
    if strength + cells[target].booked > STRENGTH_CAP:
        turn.reason = CAP
        return STILL
    return _capture_v26(c, best, turn, parameters, cells)


@compiled
def _dodge_v17(c: int, best: int, turn: Record, parameters: Record, cells: Records) -> int:
    """Twin: move_rules._dodge_v17."""
    _scores(c, STILL, turn, parameters, cells)
    if _danger_at(cells[c].around[best], cells) == 0:
        return best
    _rank(c, STILL, turn, parameters, cells)
    for i in range(OPTIONS):
        if _danger_at(cells[c].around[turn.ranked[i]], cells) == 0:
            return turn.ranked[i]
    return turn.ranked[4]


@compiled
def _make_room(c: int, turn: Record, cells: Records) -> int:
    """Twin: move_rules._make_room."""
    for i in range(OPTIONS - 1):
        target = cells[c].around[turn.ranked[i]]
        resists = min(cells[target].strength, FULL)
        if cells[target].owner == turn.me or cells[c].strength + cells[target].booked >= resists:
            return turn.ranked[i]
    return turn.ranked[3]


@compiled
def _v12(c: int, turn: Record, parameters: Record, cells: Records) -> int:
    """Twin: move_rules.v12."""
    strength, production, booked = cells[c].strength, cells[c].production, cells[c].booked
    for k in range(NORTH, OPTIONS):
        n = cells[c].around[k]
        turn.score[k] = np.inf if cells[n].booked + strength > STRENGTH_CAP else cells[n].potential
    best = _lowest(c, NORTH, turn, parameters, cells)
    target = cells[c].around[best]
    loses = strength + production + booked > STRENGTH_CAP
    if turn.score[best] == np.inf:
        turn.reason = CAP if loses else LEAST_BAD
        return _fullest_fit(c, cells) if loses else STILL
    if loses:
        return _swap(c, best, turn, cells)
    for k in range(NORTH, OPTIONS):
        if cells[cells[c].around[k]].option == best:
            turn.reason = CHECKERBOARD
            return STILL
    if booked > 0:
        turn.reason = MELD
        return STILL
    if cells[target].owner == turn.me:
        return _flow(c, best, turn, cells)
    is_strong = strength == STRENGTH_CAP or strength > cells[target].strength
    turn.reason = CAPTURE if is_strong else WEAK
    return best if is_strong else STILL


@compiled
def _fullest_fit(c: int, cells: Records) -> int:
    """Twin: move_rules._fullest_fit."""
    best, least = NORTH, cells[cells[c].around[NORTH]].booked + cells[c].production
    for i in range(1, OPTIONS):
        pile = cells[cells[c].around[ORDER[i]]].booked
        if pile < least:
            best, least = ORDER[i], pile
    return best


@compiled
def _swap(c: int, best: int, turn: Record, cells: Records) -> int:
    """Twin: move_rules._swap."""
    origin = STILL
    for k in range(NORTH, OPTIONS):
        n = cells[c].around[k]
        if cells[n].option != OPPOSITE[k] or cells[n].booked > STRENGTH_CAP - cells[c].strength:
            continue
        if origin == STILL or _swaps_before(n, cells[c].around[origin], cells):
            origin = k
    turn.reason = CAP if origin == STILL else SWAP
    return best if origin == STILL else origin


@compiled
def _swaps_before(a: int, b: int, cells: Records) -> bool:
    if cells[a].booked != cells[b].booked:
        return cells[a].booked < cells[b].booked
    if cells[a].strength != cells[b].strength:
        return cells[a].strength > cells[b].strength
    return a < b
