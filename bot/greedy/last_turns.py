"""The last turns: every square near a border takes what land it can and kills what it can.

When the game ends, land counts and strength is worth nothing. So the pact is off, and our squares near the border look
together for the moves that leave us most squares and our enemies fewest. A square that moves leaves its land behind in
our hands, so an attack costs nothing unless an enemy can reach what was left; and one piece hits up to four enemies at
once, so blows are booked and kills shared.

Written once, for lists and for arrays: the plain path runs it as it stands, the kernels compile it.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..ground.board import OPTIONS, ORDER
from ..ground.view import NEUTRAL, NORTH, STILL, STRENGTH_CAP
from .reasons import Reason
from .turn import Turn

CLOCK_EVERY = 8
"""Squares between two looks at the clock: about a millisecond of plain Python."""

SWEEPS = 5
"""Rounds in which every square may change its mind; most turns settle in three."""

LEAST_GAIN = 1e-9
"""A change must gain more than rounding."""


class Books(NamedTuple):
    """One turn as this stage sees it: flat arrays, or lists in the plain path, of one number a square."""

    owner: Any
    strength: Any
    production: Any
    around: Any  # [c][direction] c itself, North, East, South, West
    option: Any  # what our squares do, a direction; written
    force: Any  # the strength that we book to stand there next turn
    pieces: Any  # how many of our pieces come to stand there; 1 where one stays or leaves its land behind
    rival: Any  # the strength of an enemy's piece if it stays and produces
    order: Any  # the squares that may change, strongest first
    mark: Any  # the last look that saw the square
    region: Any  # the squares that a change touches


def books(owner: Any, strength: Any, production: Any, around: Any, option: Any, blank: Callable[[], Any]) -> Books:
    """Return the books of this turn; `blank` makes a sequence of zeros as long as the board."""
    return Books(owner, strength, production, around, option, blank(), blank(), blank(), blank(), blank(), blank())


def open_books(me: int, book: Books) -> int:
    """Book the moves chosen so far; return how many squares may change: ours within two steps of a border."""
    size = 0
    for c in range(len(book.owner)):
        book.force[c] = book.pieces[c] = book.rival[c] = book.mark[c] = 0
    for c in range(len(book.owner)):
        if book.owner[c] == me:
            book.pieces[c] += 1
            _place(c, book.option[c], 1, book)
            if book.strength[c] > 0 and _is_near_border(c, me, book):
                size = _enlist(c, size, book)
        elif book.owner[c] != NEUTRAL:
            book.rival[c] = min(book.strength[c] + book.production[c], STRENGTH_CAP)
    return size


def _place(c: int, option: int, sign: int, book: Books) -> None:
    """Book the square's piece where `option` takes it, or take it off with sign -1."""
    target = book.around[c][option]
    book.force[target] += sign * book.strength[c]
    if option == STILL:
        book.force[target] += sign * book.production[c]
    else:
        book.pieces[target] += sign


def _is_near_border(c: int, me: int, book: Books) -> bool:
    for k in range(NORTH, OPTIONS):
        n = book.around[c][k]
        for j in range(NORTH, OPTIONS):
            if book.owner[book.around[n][j]] != me:
                return True
    return False


def _enlist(c: int, size: int, book: Books) -> int:
    """Put the square into the order, behind all that are not weaker; return the new size."""
    at = size
    while at > 0 and book.strength[book.order[at - 1]] < book.strength[c]:
        book.order[at] = book.order[at - 1]
        at -= 1
    book.order[at] = c
    return size + 1


def sweep(me: int, first: int, end: int, kill: float, part: float, keep: float, book: Books) -> int:
    """Let the squares of these places in the order change their minds; return how many did.

    kill   what a killed enemy square counts, in squares of ours
    part   what a blow counts that needs others to capture or to kill, in proportion to its share of the strength needed
    keep   what a point of strength left counts: nothing on the last turn
    """
    changed = 0
    for i in range(first, end):
        c = book.order[i]
        before = book.option[c]
        best, most = before, LEAST_GAIN
        for option in ORDER:
            if option != before:
                gain = _gain(c, option, me, kill, part, keep, i, book)
                if gain > most:
                    best, most = option, gain
        if best != before:
            _change(c, best, book)
            changed += 1
    return changed


def _change(c: int, option: int, book: Books) -> None:
    _place(c, book.option[c], -1, book)
    book.option[c] = option
    _place(c, option, 1, book)


def _gain(c: int, option: int, me: int, kill: float, part: float, keep: float, look: int, book: Books) -> float:
    """Return what we gain if the square takes this option instead of the one it has."""
    before = book.option[c]
    size = _mark_region(c, before, option, book)
    gain = 0.0
    for i in range(size):
        gain -= worth(book.region[i], me, kill, part, keep, book)
    _change(c, option, book)
    for i in range(size):
        gain += worth(book.region[i], me, kill, part, keep, book)
    _change(c, before, book)
    return gain


def _mark_region(c: int, before: int, option: int, book: Books) -> int:
    """Collect the squares whose worth may change: those on and around the piece's two targets."""
    size = 0
    for target in (book.around[c][before], book.around[c][option]):
        for k in ORDER:  # the region is summed in this order, and floating-point sums depend on it
            n = book.around[target][k]
            if book.mark[n] == 0:
                book.mark[n] = 1
                book.region[size] = n
                size += 1
    for i in range(size):
        book.mark[book.region[i]] = 0
    return size


def worth(x: int, me: int, kill: float, part: float, keep: float, book: Books) -> float:
    """Return how much square `x` counts after the turn, if our pieces move as booked and the enemies' stay."""
    total = 0.0
    if book.pieces[x] > 0:
        total += _held(x, me, part, keep, book)
    if book.owner[x] != NEUTRAL and book.owner[x] != me:
        total += _struck(x, kill, part, keep, book)
    return total


def _held(x: int, me: int, part: float, keep: float, book: Books) -> float:
    """Return the worth of our piece: 1 and what is left of it if it lives, or a part for wearing a garrison down."""
    against, touched = 0, False
    for k in range(OPTIONS):
        n = book.around[x][k]
        if book.owner[n] != NEUTRAL and book.owner[n] != me:
            touched = True
            against += book.rival[n]
    garrison = book.strength[x] if book.owner[x] == NEUTRAL else 0
    force, against = min(book.force[x], STRENGTH_CAP), against + garrison
    if force > against or (garrison == 0 and not touched):
        return float(1 + keep * (force - against))
    return float(part * force / (against + 1)) if garrison > 0 else 0.0


def _struck(x: int, kill: float, part: float, keep: float, book: Books) -> float:
    """Return the worth of our blows to an enemy square."""
    stroke, touched = 0, False
    for k in range(OPTIONS):
        n = book.around[x][k]
        if book.pieces[n] > 0:
            touched = True
            stroke += min(book.force[n], STRENGTH_CAP)
    if touched and stroke >= book.rival[x]:
        return kill
    return float(part * stroke / (book.rival[x] + 1) + keep * stroke)


def play(me: int, left: int, kill: float, part: float, keep: float, book: Books) -> None:
    """Play the whole stage without a clock: the kernels compile this one."""
    size = open_books(me, book)
    for _ in range(SWEEPS):
        if sweep(me, 0, size, kill, part, keep if left > 1 else 0.0, book) == 0:
            break


def moves(turn: Turn, out_of_time: Callable[[], bool]) -> npt.NDArray[np.uint8]:
    """Play the whole stage in the plain path; return the moves, (H, W), at least as good as the turn's by `worth`.

    When the clock runs out the squares keep what they have chosen so far.
    """
    board, parameters = turn.board, turn.parameters
    before, keep = list(turn.option), parameters.last_keep if board.left > 1 else 0.0
    book = books(
        board.owner, board.strength, board.production, board.torus.around, turn.option, lambda: [0] * len(board.owner)
    )
    size = open_books(board.me, book)
    for _ in range(SWEEPS):
        changed = 0
        for first in range(0, size, CLOCK_EVERY):
            if out_of_time():
                break
            end = min(first + CLOCK_EVERY, size)
            changed += sweep(board.me, first, end, parameters.last_kill, parameters.last_part, keep, book)
        if changed == 0:
            break
    for c, option in enumerate(before):
        if turn.option[c] != option and board.strength[c] > 0:
            turn.reason[c] = int(Reason.LAST_TURNS)
    return turn.moves()
