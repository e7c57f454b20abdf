"""The lists of rules: what one square does, given the field and what stronger squares have booked.

Each choice is an option, which is a direction, and its Reason. The steps are
those of erdman's bots; where one of them was a slip, the comment says so and the slip is kept.
"""

from math import inf

from ..board.board import NORTH, OPPOSITE, ORDER, STILL, STRENGTH_CAP, WALKS
from .reasons import Reason
from .trees import GREEN, RED
from .turn import Turn, calls_for_stilling, dangerous, dodge_scores, touches

Choice = tuple[int, Reason]

# v17: strength that would only be lost to the cap may run into any square, as if none held more than this.
FULL = STRENGTH_CAP - 1


def v26(turn: Turn, c: int) -> Choice:
    """Choose by the list of the bot's last version: trees, dodge, stilling, then the ordinary rules."""
    board, parameters, booked = turn.board, turn.parameters, turn.booked
    strength, production, around = board.strength[c], board.production[c], board.torus.around[c]
    scores = turn.scores(c)
    if turn.mining_remains:
        for option in WALKS:
            if turn.wall[around[option]]:
                scores[option] += parameters.wall_penalty
    turn.note(c, scores)
    best = turn.lowest(c, scores)
    target = around[best]

    if turn.light[c] == GREEN:
        return best, Reason.GREEN
    loses = min(STRENGTH_CAP, strength + production) + booked[c] > STRENGTH_CAP
    if not loses and booked[c] > 0:
        return STILL, Reason.MELD
    if not loses and turn.light[c] == RED:
        return STILL, Reason.RED

    danger = dangerous(turn, c)
    if danger:
        if _must_dodge(turn, c, target, danger):
            scores = dodge_scores(turn, c, danger)
            turn.note(c, scores)
            return turn.lowest(c, scores), Reason.DODGE
    elif parameters.strategic_stilling and not loses and calls_for_stilling(turn, c):
        return STILL, Reason.STILLING

    if loses or scores[best] > parameters.bad_score:
        return _least_loss(turn, c, best, target, loses)
    if board.owner[target] != board.me:
        return _capture_v26(turn, c, best, target)
    return _flow(turn, c, best)


def _must_dodge(turn: Turn, c: int, target: int, danger: dict[int, int]) -> bool:
    """Return whether there is danger where it would go, or beside it while it is too young to go."""
    if touches(turn, target, danger):
        return True
    young = turn.board.strength[c] < turn.hold * turn.board.production[c]
    return young and any(n in danger for n in turn.board.torus.neighbours[c])


def _least_loss(turn: Turn, c: int, best: int, target: int, loses: bool) -> Choice:
    """Stay or go, whichever leaves more strength on the two squares."""
    board, booked, cap = turn.board, turn.booked, STRENGTH_CAP
    strength = board.strength[c]
    staying = min(cap, strength + board.production[c] + booked[c]) + min(cap, booked[target])
    going = min(cap, booked[c]) + min(cap, booked[target] + strength)
    reason = Reason.CAP if loses else Reason.PACT if turn.wall[target] else Reason.LEAST_BAD
    return (STILL if staying > going else best), reason


def _capture_v26(turn: Turn, c: int, best: int, target: int) -> Choice:
    board, booked = turn.board, turn.booked[target]
    strength, production = board.strength[c], board.production[c]
    if strength != STRENGTH_CAP and strength + booked <= board.strength[target]:
        return STILL, Reason.WEAK
    if strength < turn.parameters.capture_hold * production or (booked and strength < turn.hold * production):
        return STILL, Reason.HOLD
    return best, Reason.CAPTURE


def _flow(turn: Turn, c: int, best: int) -> Choice:
    """Walk through our own land when it has gathered enough."""
    strength = turn.board.strength[c]
    if strength < turn.hold * turn.board.production[c]:
        return STILL, Reason.HOLD
    return (best, Reason.FLOW) if strength >= turn.hurdle else (STILL, Reason.HURDLE)


def v17(turn: Turn, c: int) -> Choice:
    """Choose by the list before trees and pact: the first dodge, and a careful cap."""
    board, parameters, booked = turn.board, turn.parameters, turn.booked
    strength, scores = board.strength[c], turn.scores(c)
    turn.note(c, scores)
    options = turn.rank(c, scores)
    best = options[0]
    target = board.torus.around[c][best]

    if scores[best] > parameters.bad_score:
        return (STILL if booked[c] < booked[target] else best), Reason.LEAST_BAD
    loses = strength + booked[c] > STRENGTH_CAP
    if not loses and booked[c] > 0:
        return STILL, Reason.MELD
    danger = dangerous(turn, c)
    if danger:
        return _dodge_v17(turn, c, best, danger)
    if loses:
        return _make_room(turn, c, options)
    if board.owner[target] == board.me:
        return _flow(turn, c, best)
    if strength + booked[target] > STRENGTH_CAP:
        return STILL, Reason.CAP
    return _capture_v26(turn, c, best, target)


def _dodge_v17(turn: Turn, c: int, best: int, danger: dict[int, int]) -> Choice:
    """Take the best option that no dangerous square touches; when none is left, the worst.

    The option is taken without checking whether it can capture, as in the original.
    """
    around = turn.board.torus.around[c]
    scores = turn.scores(c, ORDER)
    turn.note(c, scores)
    if not touches(turn, around[best], danger):
        return best, Reason.DODGE
    chosen = best
    for chosen in turn.rank(c, scores):
        if not touches(turn, around[chosen], danger):
            break
    return chosen, Reason.DODGE


def _make_room(turn: Turn, c: int, options: list[int]) -> Choice:
    """Leave for the best option that is ours or can be captured. There is one: the one that the incoming piece left."""
    board, strength = turn.board, turn.board.strength[c]
    chosen = options[0]
    for chosen in options:
        target = board.torus.around[c][chosen]
        resists = min(board.strength[target], FULL)
        if board.owner[target] == board.me or strength + turn.booked[target] >= resists:
            break
    return chosen, Reason.CAP


def v12(turn: Turn, c: int) -> Choice:
    """Choose by the first list: field, cap and checkerboard."""
    board, booked = turn.board, turn.booked
    around, strength = board.torus.around[c], board.strength[c]
    potential = turn.field.potential
    is_full = [booked[n] + strength > STRENGTH_CAP for n in around]
    scores = {option: inf if is_full[option] else potential[around[option]] for option in WALKS}
    turn.note(c, scores)
    best = turn.lowest(c, scores)
    target = around[best]
    loses = strength + board.production[c] + booked[c] > STRENGTH_CAP

    if scores[best] == inf:
        return (_fullest_fit(turn, c), Reason.CAP) if loses else (STILL, Reason.LEAST_BAD)
    if loses:
        return _swap(turn, c, best)
    if any(turn.option[n] == best for n in board.torus.neighbours[c]):
        return STILL, Reason.CHECKERBOARD
    if booked[c] > 0:
        return STILL, Reason.MELD
    if board.owner[target] == board.me:
        return _flow(turn, c, best)
    if strength == STRENGTH_CAP or strength > board.strength[target]:
        return best, Reason.CAPTURE
    return STILL, Reason.WEAK


def _fullest_fit(turn: Turn, c: int) -> int:
    """Return the option that piles up the least. The production was meant for Still; by a slip North carries it."""
    board, booked = turn.board, turn.booked
    around = board.torus.around[c]
    piles = {option: board.strength[c] + booked[around[option]] for option in ORDER}
    piles[NORTH] += board.production[c]
    return min(piles, key=piles.__getitem__)


def _swap(turn: Turn, c: int, best: int) -> Choice:
    """Trade places with the incoming square whose own square is booked least, if there is room.

    Equals go to the square that chose first: the strongest, then row by row.
    """
    board, booked = turn.board, turn.booked
    room = STRENGTH_CAP - board.strength[c]
    origins = [
        (booked[n], -board.strength[n], n, option)
        for option, n in zip(WALKS, board.torus.neighbours[c], strict=True)
        if turn.option[n] == OPPOSITE[option] and booked[n] <= room
    ]
    return (min(origins)[-1], Reason.SWAP) if origins else (best, Reason.CAP)


RULES = {"v12": v12, "v17": v17, "v26": v26}
