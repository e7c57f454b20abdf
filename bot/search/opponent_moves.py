"""What the enemy may do this turn, a sample for each possibility, and what it means for every square near the front.

A sample fixes what every enemy square does. So each piece of theirs has one number, what it has left before we strike,
and each square of ours that could be struck has another, the blow that lands there. Both stay fixed while we search.
"""

import numpy as np

from ..board.board import NORTH, OPTIONS, SEATS, STILL, STRENGTH_CAP
from ..board.compiled import Bytes, Dice, Ints, Options, Records, compiled
from ..greedy.tie_break import GOLDEN
from ..kernels.tie_break import mix
from .combat_zone import UNREACHED, WATCHED, CombatZone

NO_PIECE = -(1 << 20)  # what is left of an enemy piece that is not there


@compiled
def draw(dice: Dice) -> np.uint64:
    """Draw the next 64 random bits: splitmix64, see bot.greedy.tie_break."""
    dice[0] += np.uint64(GOLDEN)
    return mix(dice[0])


@compiled
def chance(dice: Dice) -> float:
    """Draw a random number in 0..1."""
    return (draw(dice) >> np.uint64(11)) / 9007199254740992.0


@compiled
def draw_reply(sample: int, me: int, end: int, squares: Records, zone: Ints, reply: Options, dice: Dice) -> None:
    """Fill one sample with a random reply: each enemy square may move, rather towards us, the likelier the stronger."""
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
def copy_reply(sample: int, player: int, end: int, moves: Bytes, squares: Records, zone: Ints, reply: Options) -> None:
    """Fill one sample with the moves of one player's squares."""
    flat = moves.reshape(-1)
    for i in range(end):
        c = zone[i]
        if squares[c].owner == player:
            reply[sample, c] = flat[c]


@compiled
def evaluate_replies(me: int, samples: int, end: int, front: CombatZone) -> None:
    """Turn the first `samples` replies into `strike`, `foe` and `alone`."""
    squares, zone = front.squares, front.zone
    for i in range(end):
        squares[zone[i]].foes = squares[zone[i]].alone = 0
    for sample in range(samples):
        _move_enemies(sample, me, end, squares, zone, front.reply, front.plane)
        for i in range(end):
            c = zone[i]
            if squares[c].near > WATCHED:
                break
            _note_blow(sample, c, squares, front.plane, front.strike, front.foe, front.strongest)


@compiled
def _move_enemies(sample: int, me: int, end: int, squares: Records, zone: Ints, reply: Options, plane: Ints) -> None:
    """Move every enemy piece of the zone as in this sample."""
    for i in range(end):
        squares[zone[i]].bits = squares[zone[i]].total = 0
    for i in range(end):
        c = zone[i]
        player = squares[c].owner
        if player == 0 or player == me or squares[c].near > 4:
            continue
        _add_piece(c, player, 0, squares, plane)
        k = reply[sample, c]
        strength = squares[c].strength
        if k == STILL:
            _add_piece(c, player, strength + squares[c].production, squares, plane)
        else:
            _add_piece(squares[c].around[k], player, strength, squares, plane)
    for i in range(end):
        c = zone[i]
        bits = squares[c].bits
        player = 0
        while bits >> player:
            if bits >> player & 1:
                squares[c].total += plane[player, c]
            player += 1


@compiled
def _add_piece(c: int, player: int, strength: int, squares: Records, plane: Ints) -> None:
    if squares[c].bits >> player & 1 == 0:
        squares[c].bits |= 1 << player
        plane[player, c] = 0
    plane[player, c] = min(STRENGTH_CAP, plane[player, c] + strength)


@compiled
def _note_blow(sample: int, c: int, squares: Records, plane: Ints, strike: Ints, foe: Ints, strongest: Options) -> None:
    """Note what lands on square `c` in this sample, and what the enemy piece there has left before we strike.

    Of several enemy pieces on one square only the strongest can survive: it alone hurts every other one enough.
    """
    garrison = squares[c].strength if squares[c].owner == 0 else 0
    blow = bits = 0
    for k in range(OPTIONS):
        n = squares[c].around[k]
        blow += squares[n].total
        bits |= squares[n].bits
    strike[c, sample] = -1 if bits == 0 and garrison == 0 else blow + garrison
    foe[c, sample] = NO_PIECE
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
        foe[c, sample] = NO_PIECE


@compiled
def _strongest(c: int, bits: int, plane: Ints) -> int:
    """Return the player among `bits` with the largest force on square `c`."""
    best = -1
    for player in range(1, SEATS):
        if bits >> player & 1 and (best < 0 or plane[player, c] > plane[best, c]):
            best = player
    return best


@compiled
def strength_left(sample: int, c: int, squares: Records, foe: Ints) -> int:
    """Return the strength of the enemy piece that survives on square `c` in this sample; -1 when none does."""
    if squares[c].touch == 0:
        return max(foe[c, sample], -1)
    left = foe[c, sample] - squares[c].blow
    return left if left > 0 else -1


# Parts of the logarithm of 2, the first so short that its multiples are exact; terms of the power series, for at most
# half of ln 2, the next one being below the last bit; from LOWEST on the result is 0.
LN2_HIGH, LN2_LOW = float.fromhex("0x1.62e42fefa0000p-1"), float.fromhex("0x1.cf79abc9e3b39p-40")
TERMS = 13
LOWEST = -746.0


@compiled
def exponential(x: float) -> float:
    """Return e to the power of x, for x from minus infinity to 0; within two units in the last place.

    By multiplication, addition and division alone, which round alike on every machine: the C library's function and a
    browser's differ in their last bits, and moves depend on these.
    """
    if x < LOWEST:
        return 0.0
    halvings = int(0.5 - x / LN2_HIGH)
    rest = (x + halvings * LN2_HIGH) + halvings * LN2_LOW
    power = 1.0
    for n in range(TERMS, 0, -1):
        power = 1.0 + rest * power / n
    for _ in range(halvings):
        power *= 0.5
    return power
