"""The joint moves of our squares near the enemy, searched against sampled replies.

The search starts from the greedy moves. It changes one square's option at a time and keeps a change that
raises the score: the mean over the samples of what survives this turn's combat, ours minus theirs. The combat is
exact. A sample fixes what every enemy square near the front does, so each piece of theirs has one number,
what it has left before we strike, and each square of ours that could be struck has another, the blow that
lands there. Both stay fixed during the search, and a changed option touches at most ten squares.

Squares are numbered row by row; options are directions: 0 Still, 1..4 North, East, South, West.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .board import OPTIONS
from .compiled import compiled
from .luck import GOLDEN, MIX_1, MIX_2
from .view import NORTH, STILL, STRENGTH_CAP

SAMPLES = 8
"""Replies of the enemy that every change is judged against: eight 32-bit numbers fill one wide register."""

SEATS = 7  # owners 0..6
NOBODY = -(1 << 20)  # what is left of an enemy piece that is not there
UNREACHED = 99

SQUARE = np.dtype(
    [
        ("around", np.int32, (OPTIONS,)),
        ("owner", np.int32),
        ("strength", np.int32),
        ("production", np.int32),
        ("worth", np.int32),  # what holding the square counts besides its strength
        ("option", np.int32),  # of a square of ours
        ("greedy", np.int32),
        ("near", np.int32),  # steps to the nearest square that may change; UNREACHED beyond the front
        ("ours_away", np.int32),  # passable steps from our land
        ("heap", np.int32),  # strength of ours that arrives or stays, uncapped
        ("stands", np.int32),  # pieces of ours there; a square that we own always keeps one
        ("force", np.int32),  # their joint strength
        ("blow", np.int32),  # force on the square and the four beside it
        ("touch", np.int32),  # pieces of ours on it and the four beside it
        ("foes", np.int32),  # samples in which an enemy piece stands there
        ("alone", np.int32),  # their worth there over all samples while nothing of ours touches it
        ("ours", np.int32),  # our worth there over all samples
        ("theirs", np.int32),
        ("total", np.int32),  # enemy force there in the sample that is being laid out
        ("bits", np.int32),  # the enemies that have a piece there in it
        ("bonus", np.float64, (OPTIONS,)),  # of each option of a square that may change; -inf forbids it
    ],
    align=True,
)
"""What the search knows of one square."""


class Front(NamedTuple):
    """Memory for one search on boards of one size; N = H * W."""

    squares: npt.NDArray[np.void]  # (N,) SQUARE
    strike: npt.NDArray[np.int32]  # (N, SAMPLES) the blow on a piece of ours there; -1: nothing touches it
    foe: npt.NDArray[np.int32]  # (N, SAMPLES) what the strongest enemy piece has left before we strike
    strongest: npt.NDArray[np.int8]  # (N, SAMPLES) whose it is
    reply: npt.NDArray[np.int8]  # (SAMPLES, N) the option of every enemy square
    plane: npt.NDArray[np.int32]  # (SEATS, N) force of each enemy in the sample that is being laid out
    zone: npt.NDArray[np.int32]  # (N,) squares by their distance from those that may change
    free: npt.NDArray[np.int32]  # (N,) squares of ours that may change
    undo: npt.NDArray[np.int32]  # (10, 2) a square and what stood in `theirs`
    dice: npt.NDArray[np.uint64]  # (1,) state of the generator


def front(height: int, width: int) -> Front:
    """Memory for boards of this size; one for each thread."""
    area = height * width
    squares = np.zeros(area, SQUARE)
    y, x = np.divmod(np.arange(area), width)
    steps = ((0, 0), (-1, 0), (0, 1), (1, 0), (0, -1))
    for option, (down, right) in enumerate(steps):
        squares["around"][:, option] = (y + down) % height * width + (x + right) % width
    return Front(
        squares, strike=np.zeros((area, SAMPLES), np.int32), foe=np.zeros((area, SAMPLES), np.int32),
        strongest=np.zeros((area, SAMPLES), np.int8), reply=np.zeros((SAMPLES, area), np.int8),
        plane=np.zeros((SEATS, area), np.int32), zone=np.zeros(area, np.int32), free=np.zeros(area, np.int32),
        undo=np.zeros((2 * OPTIONS, 2), np.int32), dice=np.zeros(1, np.uint64),
    )  # fmt: skip


@compiled
def draw(dice: Any) -> Any:
    """The next 64 random bits: splitmix64, see bot.luck."""
    dice[0] += np.uint64(GOLDEN)
    word = dice[0]
    word = (word ^ (word >> np.uint64(30))) * np.uint64(MIX_1)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(MIX_2)
    return word ^ (word >> np.uint64(31))


@compiled
def chance(dice: Any) -> float:
    """A random number in 0..1."""
    return (draw(dice) >> np.uint64(11)) / 9007199254740992.0


@compiled
def load(owner: Any, strength: Any, production: Any, knobs: Any, squares: Any) -> None:
    """Copy the board."""
    o, s, p = owner.ravel(), strength.ravel(), production.ravel()
    for c in range(squares.size):
        squares[c].owner, squares[c].strength, squares[c].production = o[c], s[c], p[c]
        squares[c].worth = int(knobs.search_worth * p[c] + 0.5)
        squares[c].near = squares[c].ours_away = UNREACHED


@compiled
def find(me: int, knobs: Any, squares: Any, zone: Any, free: Any) -> int:
    """Our squares that may change, into `free`; how many. They are within `reach` passable steps of an enemy."""
    end = 0
    for c in range(squares.size):
        if squares[c].owner != 0 and squares[c].owner != me:
            squares[c].near = 0
            zone[end] = c
            end += 1
    end = _flood(end, knobs.search_reach, True, squares, zone)
    size = 0
    for i in range(end):
        c = zone[i]
        squares[c].near = UNREACHED
        if squares[c].owner == me and squares[c].strength > 0:
            free[size] = c
            size += 1
    return size


@compiled
def _flood(end: int, steps: int, only_passable: bool, squares: Any, zone: Any) -> int:
    """Let `near` grow from the first `end` squares of `zone`, which are at 0, by so many steps; the new end."""
    begin = 0
    for step in range(steps):
        last = end
        for i in range(begin, last):
            for k in range(NORTH, OPTIONS):
                n = squares[zone[i]].around[k]
                blocked = only_passable and squares[n].owner == 0 and squares[n].strength > 0
                if squares[n].near == UNREACHED and not blocked:
                    squares[n].near = step + 1
                    zone[end] = n
                    end += 1
        begin = last
    return end


@compiled
def surround(size: int, squares: Any, zone: Any, free: Any) -> int:
    """All squares within five steps of those that may change, nearest first, into `zone`; how many."""
    for i in range(size):
        squares[free[i]].near = 0
        zone[i] = free[i]
    return _flood(size, 5, False, squares, zone)


@compiled
def players(me: int, end: int, squares: Any, zone: Any) -> int:
    """The enemies with a square that can matter this turn, as bits."""
    bits = 0
    for i in range(end):
        if squares[zone[i]].near <= 4:
            bits |= 1 << squares[zone[i]].owner
    return bits & ~(1 << me) & ~1


@compiled
def measure(me: int, squares: Any, queue: Any) -> None:
    """Passable steps from our land to every square, into `ours_away`."""
    end = 0
    for c in range(squares.size):
        if squares[c].owner == me:
            squares[c].ours_away = 0
            queue[end] = c
            end += 1
    at = 0
    while at < end:
        c = queue[at]
        at += 1
        for k in range(NORTH, OPTIONS):
            n = squares[c].around[k]
            if squares[n].ours_away == UNREACHED and (squares[n].owner != 0 or squares[n].strength == 0):
                squares[n].ours_away = squares[c].ours_away + 1
                queue[end] = n
                end += 1


@compiled
def guess(sample: int, me: int, end: int, squares: Any, zone: Any, reply: Any, dice: Any) -> None:
    """Fill one sample with a random reply: each enemy square comes nearer, the more likely the stronger it is."""
    eager, noise = chance(dice), 0.3 + 2.7 * chance(dice)
    for i in range(end):
        c = zone[i]
        if squares[c].owner == 0 or squares[c].owner == me:
            continue
        reply[sample, c] = STILL
        strength = squares[c].strength
        likely = eager + strength / 255.0
        if strength < 3 * squares[c].production:
            likely -= 0.6
        if strength == 0 or chance(dice) >= likely:
            continue
        best = np.inf
        for k in range(NORTH, OPTIONS):
            n = squares[c].around[k]
            way = squares[n].ours_away + noise * chance(dice)
            if squares[n].owner == 0 and squares[n].strength >= strength:
                way += UNREACHED
            if way < best:
                best = way
                reply[sample, c] = k


@compiled
def copy_reply(sample: int, player: int, end: int, moves: Any, squares: Any, zone: Any, reply: Any) -> None:
    """Fill one sample with the moves of one player's squares."""
    flat = moves.ravel()
    for i in range(end):
        c = zone[i]
        if squares[c].owner == player:
            reply[sample, c] = flat[c]


@compiled
def lay_out(me: int, samples: int, end: int, front: Front) -> None:
    """Turn the first `samples` replies into `strike`, `foe` and `alone`."""
    squares, zone = front.squares, front.zone
    for i in range(end):
        squares[zone[i]].foes = squares[zone[i]].alone = 0
    for sample in range(samples):
        _march(sample, me, end, squares, zone, front.reply, front.plane)
        for i in range(end):
            c = zone[i]
            if squares[c].near > 2:
                break
            _weigh(sample, c, squares, front.plane, front.strike, front.foe, front.strongest)


@compiled
def _march(sample: int, me: int, end: int, squares: Any, zone: Any, reply: Any, plane: Any) -> None:
    """Where every enemy piece of the zone stands after its move in this sample."""
    for i in range(end):
        squares[zone[i]].bits = squares[zone[i]].total = 0
    for i in range(end):
        c = zone[i]
        player = squares[c].owner
        if player == 0 or player == me or squares[c].near > 4:
            continue
        _arrive(c, player, 0, squares, plane)
        k = reply[sample, c]
        strength = squares[c].strength
        if k == STILL:
            _arrive(c, player, strength + squares[c].production, squares, plane)
        else:
            _arrive(squares[c].around[k], player, strength, squares, plane)
    for i in range(end):
        c = zone[i]
        bits = squares[c].bits
        player = 0
        while bits >> player:
            if bits >> player & 1:
                squares[c].total += plane[player, c]
            player += 1


@compiled
def _arrive(c: int, player: int, strength: int, squares: Any, plane: Any) -> None:
    if squares[c].bits >> player & 1 == 0:
        squares[c].bits |= 1 << player
        plane[player, c] = 0
    plane[player, c] = min(STRENGTH_CAP, plane[player, c] + strength)


@compiled
def _weigh(sample: int, c: int, squares: Any, plane: Any, strike: Any, foe: Any, strongest: Any) -> None:
    """What lands on square `c` in this sample, and what the enemy piece there has left before we strike.

    Of several enemy pieces on one square only the strongest can survive: it alone hurts every other one enough.
    """
    garrison = squares[c].strength if squares[c].owner == 0 else 0
    blow = bits = 0
    for k in range(OPTIONS):
        n = squares[c].around[k]
        blow += squares[n].total
        bits |= squares[n].bits
    strike[c, sample] = -1 if bits == 0 and garrison == 0 else blow + garrison
    foe[c, sample] = NOBODY
    if squares[c].bits == 0:
        return
    player = _strongest(c, squares[c].bits, plane)
    for k in range(OPTIONS):
        n = squares[c].around[k]
        if squares[n].bits >> player & 1:
            blow -= plane[player, n]
    left = plane[player, c] - blow - garrison
    foe[c, sample] = left
    strongest[c, sample] = player
    squares[c].foes += 1
    if left > 0 or (bits == 1 << player and garrison == 0):
        squares[c].alone += left + squares[c].worth
    elif left == 0:  # touched by others and hurt by exactly as much as it has, or by nothing while it has nothing
        foe[c, sample] = NOBODY


@compiled
def _strongest(c: int, bits: int, plane: Any) -> int:
    """The player among `bits` with the largest force on square `c`."""
    best = -1
    player = 0
    while bits >> player:
        if bits >> player & 1 and (best < 0 or plane[player, c] > plane[best, c]):
            best = player
        player += 1
    return best


@compiled
def stand(me: int, moves: Any, end: int, squares: Any, zone: Any) -> None:
    """Put our pieces where the greedy moves lead, and score every square that they can touch."""
    flat = moves.ravel()
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
def prefer(moves: Any, size: int, cells: Any, knobs: Any, squares: Any, free: Any) -> None:
    """What an option counts besides the combat: the greedy one, and going downhill.

    moves   the greedy ones
    cells   with the field that they follow; the next decision overwrites it
    """
    flat = moves.ravel()
    for i in range(size):
        c = free[i]
        for k in range(OPTIONS):
            n = squares[c].around[k]
            bonus = 0.0
            fall = cells[c].potential - cells[n].potential
            if fall == fall:  # not the difference of two infinities
                bonus = knobs.search_slope * squares[c].strength * min(1.0, max(-1.0, fall))
            if k == flat[c]:
                bonus += knobs.search_keep * squares[c].strength
            elif squares[n].owner == 0 and squares[n].strength > 0:
                bonus = -np.inf
            squares[c].bonus[k] = bonus * SAMPLES


@compiled
def score_ours(c: int, squares: Any, strike: Any) -> int:
    """What of ours survives on square `c`, summed over the samples."""
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
def score_theirs(c: int, squares: Any, foe: Any) -> int:
    """What of the enemy's survives on square `c`, summed over the samples."""
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
def left_of(sample: int, c: int, squares: Any, foe: Any) -> int:
    """The strength of the enemy piece that survives on square `c` in this sample; -1 when none does."""
    if squares[c].touch == 0:
        return max(foe[c, sample], -1)
    left = foe[c, sample] - squares[c].blow
    return left if left > 0 else -1


@compiled
def score(end: int, knobs: Any, front: Front) -> float:
    """The score of the moves as they stand, besides the bonuses; brings every square's own up to date."""
    squares, zone = front.squares, front.zone
    result = 0.0
    for i in range(end):
        c = zone[i]
        if squares[c].near > 2:
            break
        squares[c].ours = score_ours(c, squares, front.strike)
        squares[c].theirs = score_theirs(c, squares, front.foe)
        result += squares[c].ours - knobs.search_grudge * squares[c].theirs
    return result


@compiled
def _shift(c: int, heap: int, stands: int, squares: Any) -> None:
    """So much more strength and so many more pieces of ours come to square `c`."""
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
def put(c: int, option: int, squares: Any) -> None:
    """Give square `c` of ours another option; the scores are not brought up to date."""
    strength, production = squares[c].strength, squares[c].production
    old = squares[c].option
    if old == STILL:
        _shift(c, -strength - production, 0, squares)
    else:
        _shift(squares[c].around[old], -strength, -1, squares)
    if option == STILL:
        _shift(c, strength + production, 0, squares)
    else:
        _shift(squares[c].around[option], strength, 1, squares)
    squares[c].option = option


@compiled
def attempt(c: int, option: int, knobs: Any, squares: Any, strike: Any, foe: Any, undo: Any) -> float:
    """Change one option if that raises the score; returns by how much, 0 when it stays."""
    old = squares[c].option
    gain = squares[c].bonus[option] - squares[c].bonus[old]
    if gain == -np.inf:
        return 0.0
    a, b = squares[c].around[old], squares[c].around[option]
    put(c, option, squares)
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
    gain -= knobs.search_grudge * theirs
    if gain > 1e-9:
        squares[a].ours, squares[b].ours = ours_a, ours_b
        return gain
    while noted > 0:
        noted -= 1
        squares[undo[noted, 0]].theirs = undo[noted, 1]
    put(c, old, squares)
    return 0.0


@compiled
def improve(size: int, tries: int, knobs: Any, front: Front) -> float:
    """Try so many random changes; returns by how much the score rose, summed over the samples."""
    squares, free, dice, strike, foe, undo = (
        front.squares, front.free, front.dice, front.strike, front.foe, front.undo,
    )  # fmt: skip
    gain = 0.0
    for _ in range(tries):
        word = draw(dice)
        c = free[(word >> np.uint64(32)) * np.uint64(size) >> np.uint64(32)]
        option = (squares[c].option + 1 + (word & np.uint64(3))) % OPTIONS
        gain += attempt(c, option, knobs, squares, strike, foe, undo)
    return gain


@compiled
def write(size: int, squares: Any, free: Any, moves: Any) -> None:
    """Write the options that the search chose into `moves`."""
    flat = moves.ravel()
    for i in range(size):
        c = free[i]
        flat[c] = squares[c].option
