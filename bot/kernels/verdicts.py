"""What a square does: the verdicts of each generation."""

from typing import Any

import numpy as np

from ..greedy.trees import GREEN, RED
from ..greedy.verdicts import FULL
from ..ground.board import OPPOSITE, OPTIONS, ORDER
from ..ground.view import NORTH, STILL, STRENGTH_CAP
from .compiler import uncounted
from .overkill import _danger_at, _dodge_scores
from .player import Knobs
from .stilling import _calls_for_stilling
from .turn import _lowest, _rank, _scores


@uncounted
def _v26(c: int, turn: Any, knobs: Knobs, cells: Any) -> int:
    """Twin: verdicts.v26."""
    strength, production, booked = cells[c].strength, cells[c].production, cells[c].booked
    _scores(c, NORTH, turn, knobs, cells)
    if turn.mining_remains:
        for k in range(NORTH, OPTIONS):
            if cells[cells[c].around[k]].wall:
                turn.score[k] += knobs.wall_penalty
    best = _lowest(c, NORTH, turn, knobs, cells)
    target, score = cells[c].around[best], turn.score[best]

    if cells[c].light == GREEN:
        return best
    loses = min(STRENGTH_CAP, strength + production) + booked > STRENGTH_CAP
    if not loses and (booked > 0 or cells[c].light == RED):
        return STILL

    if cells[c].near_danger:
        if _must_dodge(c, target, turn, cells):
            _dodge_scores(c, turn, knobs, cells)
            return _lowest(c, STILL, turn, knobs, cells)
    elif knobs.strategic_stilling and not loses and _calls_for_stilling(c, turn, knobs, cells):
        return STILL

    if loses or score > knobs.bad_score:
        staying = min(STRENGTH_CAP, strength + production + booked) + min(STRENGTH_CAP, cells[target].booked)
        going = min(STRENGTH_CAP, booked) + min(STRENGTH_CAP, cells[target].booked + strength)
        return STILL if staying > going else best
    if cells[target].owner != turn.me:
        return best if _captures(c, target, turn, knobs, cells) else STILL
    return best if strength >= turn.hold * production and strength >= turn.hurdle else STILL


@uncounted
def _must_dodge(c: int, target: int, turn: Any, cells: Any) -> bool:
    """Twin: verdicts._must_dodge."""
    if _danger_at(target, cells) > 0:
        return True
    if cells[c].strength >= turn.hold * cells[c].production:
        return False
    for k in range(NORTH, OPTIONS):
        if cells[cells[c].around[k]].danger > 0:
            return True
    return False


@uncounted
def _captures(c: int, target: int, turn: Any, knobs: Knobs, cells: Any) -> bool:
    """Twin: verdicts._capture_v26."""
    strength, production, booked = cells[c].strength, cells[c].production, cells[target].booked
    if strength != STRENGTH_CAP and strength + booked <= cells[target].strength:
        return False
    if strength < knobs.capture_hold * production:
        return False
    return booked == 0 or strength >= turn.hold * production


@uncounted
def _v17(c: int, turn: Any, knobs: Knobs, cells: Any) -> int:
    """Twin: verdicts.v17."""
    strength, production, booked = cells[c].strength, cells[c].production, cells[c].booked
    _scores(c, NORTH, turn, knobs, cells)
    _rank(c, NORTH, turn, knobs, cells)
    best = turn.ranked[0]
    target = cells[c].around[best]
    if turn.score[best] > knobs.bad_score:
        return STILL if booked < cells[target].booked else best
    loses = strength + booked > STRENGTH_CAP
    if not loses and booked > 0:
        return STILL
    if cells[c].near_danger:
        return _dodge_v17(c, best, turn, knobs, cells)
    if loses:
        return _make_room(c, turn, cells)
    if cells[target].owner == turn.me:
        return best if strength >= turn.hold * production and strength >= turn.hurdle else STILL
    if strength + cells[target].booked > STRENGTH_CAP or not _captures(c, target, turn, knobs, cells):
        return STILL
    return best


@uncounted
def _dodge_v17(c: int, best: int, turn: Any, knobs: Knobs, cells: Any) -> int:
    """Twin: verdicts._dodge_v17."""
    if _danger_at(cells[c].around[best], cells) == 0:
        return best
    _scores(c, STILL, turn, knobs, cells)
    _rank(c, STILL, turn, knobs, cells)
    for i in range(OPTIONS):
        if _danger_at(cells[c].around[turn.ranked[i]], cells) == 0:
            return turn.ranked[i]
    return turn.ranked[4]


@uncounted
def _make_room(c: int, turn: Any, cells: Any) -> int:
    """Twin: verdicts._make_room."""
    for i in range(OPTIONS - 1):
        target = cells[c].around[turn.ranked[i]]
        resists = min(cells[target].strength, FULL)
        if cells[target].owner == turn.me or cells[c].strength + cells[target].booked >= resists:
            return turn.ranked[i]
    return turn.ranked[3]


@uncounted
def _v12(c: int, turn: Any, knobs: Knobs, cells: Any) -> int:
    """Twin: verdicts.v12."""
    strength, production, booked = cells[c].strength, cells[c].production, cells[c].booked
    for k in range(NORTH, OPTIONS):
        n = cells[c].around[k]
        turn.score[k] = np.inf if cells[n].booked + strength > STRENGTH_CAP else cells[n].potential
    best = _lowest(c, NORTH, turn, knobs, cells)
    target = cells[c].around[best]
    loses = strength + production + booked > STRENGTH_CAP
    if turn.score[best] == np.inf:
        return _fullest_fit(c, cells) if loses else STILL
    if loses:
        return _swap(c, best, cells)
    for k in range(NORTH, OPTIONS):
        if cells[cells[c].around[k]].option == best:
            return STILL
    if booked > 0:
        return STILL
    if cells[target].owner == turn.me:
        return best if strength >= turn.hold * production else STILL
    return best if strength == STRENGTH_CAP or strength > cells[target].strength else STILL


@uncounted
def _fullest_fit(c: int, cells: Any) -> int:
    """Twin: verdicts._fullest_fit."""
    best, least = NORTH, cells[cells[c].around[NORTH]].booked + cells[c].production
    for i in range(1, OPTIONS):
        pile = cells[cells[c].around[ORDER[i]]].booked
        if pile < least:
            best, least = ORDER[i], pile
    return best


@uncounted
def _swap(c: int, best: int, cells: Any) -> int:
    """Twin: verdicts._swap."""
    origin = STILL
    for k in range(NORTH, OPTIONS):
        n = cells[c].around[k]
        if cells[n].option != OPPOSITE[k] or cells[n].booked > STRENGTH_CAP - cells[c].strength:
            continue
        if origin == STILL or _swaps_before(n, cells[c].around[origin], cells):
            origin = k
    return best if origin == STILL else origin


@uncounted
def _swaps_before(a: int, b: int, cells: Any) -> bool:
    if cells[a].booked != cells[b].booked:
        return cells[a].booked < cells[b].booked
    if cells[a].strength != cells[b].strength:
        return cells[a].strength > cells[b].strength
    return a < b
