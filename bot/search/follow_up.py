"""The blow after the search's own: what each side could strike on the next turn, on the boards that the samples leave.

A piece that comes beside several of the other side hurts each of them by all that it has. So where two of ours stand
around one square that an enemy piece can reach, that piece hurts both in full and costs one. The combat search sees
this turn's combat alone. Here single changes are tried on what it chose, and the next blows count as well
(search_answer), ours less theirs: of each piece the best one, while all others stand still.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..board.board import EAST, NORTH, OPTIONS, SOUTH, WEST
from ..board.compiled import Ints, Record, Records, compiled
from . import combat, opponent_moves
from .combat_zone import SAMPLES, WATCHED, CombatZone

# In place of a strength: no piece of this side survives on the square.
NO_PIECE_LEFT = -1

# How often all changes are tried, unless nothing changes any more.
SWEEPS = 2

# Squares in one piece of work.
PIECE = 32

# Steps from a square within which another option of it changes what is left.
CHANGED = 2

# Steps within which it changes a blow.
CONCERNED = 4


class NextBlows(NamedTuple):
    """What both sides could strike on the next turn; N = H * W."""

    ours: npt.NDArray[np.int32]  # (N, SAMPLES) strength of ours after this turn
    theirs: npt.NDArray[np.int32]  # (N, SAMPLES) of the enemy's
    blows: npt.NDArray[np.int32]  # (N,) of the pieces on a square, ours less theirs, summed over the samples
    near: npt.NDArray[np.int32]  # (41,) the squares that a change concerns
    before: npt.NDArray[np.int32]  # (41,) their blows before it


def next_blows(height: int, width: int) -> NextBlows:
    """Return memory for boards of this size; one for each thread."""
    area, near = height * width, 2 * CONCERNED * (CONCERNED + 1) + 1
    return NextBlows(
        np.zeros((area, SAMPLES), np.int32), np.zeros((area, SAMPLES), np.int32), np.zeros(area, np.int32),
        np.zeros(near, np.int32), np.zeros(near, np.int32),
    )  # fmt: skip


@compiled
def _within(steps: int, c: int, squares: Records, found: Ints) -> int:
    """List the squares at most so many steps from `c`, row by row; return how many. On small boards some repeat."""
    row, size = c, 0
    for _ in range(steps):
        row = squares[row].around[NORTH]
    for y in range(-steps, steps + 1):
        n, side = row, steps - abs(y)
        for _ in range(side):
            n = squares[n].around[WEST]
        for _ in range(2 * side + 1):
            found[size] = n
            size += 1
            n = squares[n].around[EAST]
        row = squares[row].around[SOUTH]
    return size


@compiled
def _note_survivors(c: int, front: CombatZone, ours: Ints, theirs: Ints) -> None:
    """Write what this turn leaves on square `c` in every sample."""
    squares, strike, foe = front.squares, front.strike, front.foe
    is_watched, is_ours = squares[c].near <= WATCHED, squares[c].near < WATCHED and squares[c].stands > 0
    for sample in range(SAMPLES):
        ours[c, sample] = theirs[c, sample] = NO_PIECE_LEFT
        if is_watched:
            theirs[c, sample] = opponent_moves.strength_left(sample, c, squares, foe)
        if is_ours and squares[c].force > strike[c, sample]:
            ours[c, sample] = squares[c].force - max(strike[c, sample], 0)


@compiled
def _blow(sample: int, c: int, squares: Records, ours: Ints, theirs: Ints) -> int:
    """Return what the best next move of the piece on `c` takes from the other side, less what it costs; at least 0."""
    force, best = ours[c, sample], 0
    for k in range(OPTIONS):
        t = squares[c].around[k]
        if squares[t].owner == 0 and squares[t].strength > 0:
            continue
        dealt = taken = 0
        for j in range(OPTIONS):
            n = squares[t].around[j]
            if theirs[n, sample] == NO_PIECE_LEFT:
                continue
            taken += theirs[n, sample]
            dealt += min(force, theirs[n, sample])
            if force >= theirs[n, sample]:
                dealt += squares[n].worth
        best = max(best, dealt - min(force, taken))
    return best


@compiled
def _blows(c: int, squares: Records, ours: Ints, theirs: Ints) -> int:
    """Return the blows of the pieces on `c`, ours less theirs, summed over the samples."""
    result = 0
    if squares[c].near <= WATCHED and _can_meet(c, squares):
        for sample in range(SAMPLES):
            if ours[c, sample] > 0:
                result += _blow(sample, c, squares, ours, theirs)
            if theirs[c, sample] > 0:
                result -= _blow(sample, c, squares, theirs, ours)
    return result


@compiled
def _can_meet(c: int, squares: Records) -> bool:
    """Return whether a piece on `c` could come beside one of the other side in any sample; if not, no blow counts."""
    stands, foes = squares[c].stands > 0, squares[c].foes > 0
    for k in range(OPTIONS):
        t = squares[c].around[k]
        if squares[t].owner == 0 and squares[t].strength > 0:
            continue
        for j in range(OPTIONS):
            n = squares[t].around[j]
            if (stands and squares[n].foes > 0) or (foes and squares[n].stands > 0):
                return True
    return False


@compiled
def evaluate(end: int, front: CombatZone, next_blows: NextBlows) -> int:
    """Write what this turn leaves, and the blows that it leaves; return their sum."""
    squares, zone = front.squares, front.zone
    for i in range(end):
        _note_survivors(zone[i], front, next_blows.ours, next_blows.theirs)
    result = 0
    for i in range(end):
        c = zone[i]
        next_blows.blows[c] = _blows(c, squares, next_blows.ours, next_blows.theirs)
        result += next_blows.blows[c]
    return result


@compiled
def update(c: int, front: CombatZone, next_blows: NextBlows) -> int:
    """Bring the blows up to date after the option of `c` has changed; return by how much their sum rose."""
    for i in range(_within(CHANGED, c, front.squares, next_blows.near)):
        _note_survivors(next_blows.near[i], front, next_blows.ours, next_blows.theirs)
    result = 0
    for i in range(_within(CONCERNED, c, front.squares, next_blows.near)):
        n = next_blows.near[i]
        next_blows.before[i] = next_blows.blows[n]
        next_blows.blows[n] = _blows(n, front.squares, next_blows.ours, next_blows.theirs)
        result += next_blows.blows[n] - next_blows.before[i]
    return result


@compiled
def _undo(c: int, front: CombatZone, next_blows: NextBlows) -> None:
    """Undo what `update` did last, after `c` has its old option again."""
    for i in range(_within(CHANGED, c, front.squares, next_blows.near)):
        _note_survivors(next_blows.near[i], front, next_blows.ours, next_blows.theirs)
    size = _within(CONCERNED, c, front.squares, next_blows.near)
    for i in range(size - 1, -1, -1):  # backwards: what a square had stands where it is listed first
        next_blows.blows[next_blows.near[i]] = next_blows.before[i]


@compiled
def reconsider(
    place: int, unchanged: int, size: int, parameters: Record, front: CombatZone, next_blows: NextBlows
) -> tuple[int, int, float]:
    """Change what gains when the next blows count as well, on some of the free squares, SWEEPS times all.

    Args:
        place: of the first in the list of all sweeps
        unchanged: squares before it that kept their options; as soon as all do, no other change can gain

    Returns:
        both for the next piece of work, and by how much the score and the weighed blows rose, summed over the samples.
        After the last piece the place is the end of the list.
    """
    last, gain = SWEEPS * size, 0.0
    for _ in range(min(PIECE, last - place)):
        unchanged += 1
        for option in range(OPTIONS):
            more = change(front.free[place % size], option, parameters, front, next_blows)
            if more > 0:
                gain += more
                unchanged = 0
        place += 1
        if unchanged == size:
            place = last
            break
    return place, unchanged, gain


@compiled
def change(c: int, option: int, parameters: Record, front: CombatZone, next_blows: NextBlows) -> float:
    """Change one option if that gains, and costs no more than the piece this turn; return how much, 0 if it stays."""
    squares, strike, foe, undo = front.squares, front.strike, front.foe, front.undo
    old = squares[c].option
    if option == old:
        return 0.0
    least = -float(SAMPLES * squares[c].strength)
    gain: float = combat.attempt(c, option, least, parameters, squares, strike, foe, undo)
    if squares[c].option == old:
        return 0.0
    gain += parameters.search_answer * update(c, front, next_blows)
    if gain > combat.LEAST_GAIN:
        return gain
    combat.attempt(c, old, combat.WHATEVER_IT_COSTS, parameters, squares, strike, foe, undo)
    _undo(c, front, next_blows)
    return 0.0
