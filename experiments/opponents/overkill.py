"""Greedy on neutral land, and aggressive: it steps where one blast hits the most enemy strength.

A square between three enemies does three times its worth of damage: what Halite players call overkill.
"""

from greedy import GATHER, worth
from starter.hlt import CAP, STILL, Board, play, way_out


def blast(board: Board, target: int, force: int) -> int:
    """Return enemy strength that `force` destroys from `target`: on the square itself and on its neighbours."""
    struck = [target, *(place for _, place in board.around(target))]
    return sum(min(force, board.strength[place]) for place in struck if board.is_enemy(place))


def value(board: Board, square: int, target: int) -> float:
    """Return the damage of a fight, or the worth of any other move."""
    damage = blast(board, target, board.strength[square])
    return damage if damage else worth(board, target)


def direction(board: Board, square: int) -> int:
    """Fight or capture where it pays best, else gather, else go to the border without wasting strength."""
    force = board.strength[square]
    takeable = [
        (way, target)
        for way, target in board.around(square)
        if board.owner[target] != board.me and (board.strength[target] < force or board.is_enemy(target))
    ]
    if takeable:
        return max(takeable, key=lambda move: value(board, square, move[1]))[0]
    is_border = any(board.owner[place] != board.me for _, place in board.around(square))
    if is_border or force < GATHER * board.production[square]:
        return STILL
    way = way_out(board, square)
    return way if force + board.strength[board.step(square, way)] <= CAP else STILL


play("overkill", direction)
