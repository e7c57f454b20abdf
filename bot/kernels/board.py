"""The board, copied to the squares' records, and what follows from it for a player."""

from typing import Any

from ..board import OPTIONS
from ..trees import FREE
from ..view import NORTH, STILL
from .compiler import compiled, uncounted


@compiled
def _load(owner: Any, strength: Any, production: Any, cells: Any) -> None:
    """Copy the board to where sums cannot wrap, and forget the last decision."""
    o, s, p = owner.ravel(), strength.ravel(), production.ravel()
    for c in range(cells.size):
        cells[c].owner, cells[c].strength, cells[c].production = o[c], s[c], p[c]
        cells[c].light, cells[c].booked, cells[c].option = FREE, 0, STILL
        cells[c].danger, cells[c].near_danger = 0, 0


@uncounted
def _players(cells: Any) -> int:
    """Players that own a square. Twin: board.Board.players."""
    seen = 0
    for c in range(cells.size):
        seen |= 1 << cells[c].owner
    players = 0
    seen >>= 1
    while seen:
        players += seen & 1
        seen >>= 1
    return players


@uncounted
def _find_touch(me: int, cells: Any) -> None:
    """Twin: board.Board.border."""
    for c in range(cells.size):
        touching = 0
        for k in range(NORTH, OPTIONS):
            touching += cells[cells[c].around[k]].owner == me
        cells[c].touch, cells[c].inner = touching > 0, (touching == 4) & (cells[c].owner == me)


@uncounted
def _enemy_neighbours(me: int, c: int, cells: Any) -> int:
    """Twin: board.Board.enemy_neighbours."""
    enemies = 0
    for k in range(NORTH, OPTIONS):
        other = cells[cells[c].around[k]].owner
        enemies += other != 0 and other != me
    return enemies
