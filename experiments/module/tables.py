"""What a page fills before a game and between frames, compiled: Python does these with numpy, or one at a time.

Twins of `kernels.scratch`, `fronts.front` and `Memory.after`; tests hold them equal.
"""

from typing import Any

from bot import kernels
from bot.ground.arrays import Grids
from bot.ground.board import OPTIONS
from bot.ground.compiled import compiled, uncounted
from bot.ground.view import EAST, NORTH, SOUTH, WEST
from bot.kernels.assign import _clear_notes
from bot.kernels.memory import _remember


@compiled
def lay(height: int, width: int, scratch: kernels.Scratch, front: Any, rival: Any) -> None:
    """Fill what is not 0 before a game on a board of this size: who is beside whom, and notes of nothing."""
    cells, near = scratch.cells, scratch.near
    for c in range(cells.size):
        y, x = c // width, c % width
        cells[c].bent, cells[c].rank = 1.0, x * height + y
        for option in range(OPTIONS):
            n = _neighbour(y, x, option, height, width)
            cells[c].around[option] = front[c].around[option] = rival[c].around[option] = n
    for c in range(cells.size):
        size = 0
        for option in range(NORTH, OPTIONS):
            size = _enlist(c, cells[c].around[option], size, near)
        for first in range(NORTH, OPTIONS):
            for second in range(NORTH, OPTIONS):
                size = _enlist(c, cells[cells[c].around[first]].around[second], size, near)
        for i in range(size, near.shape[1]):
            near[c, i] = c
    _clear_notes(scratch.notes)


@uncounted
def _neighbour(y: int, x: int, option: int, height: int, width: int) -> int:
    if option == NORTH:
        y -= 1
    elif option == EAST:
        x += 1
    elif option == SOUTH:
        y += 1
    elif option == WEST:
        x -= 1
    return (y + height) % height * width + (x + width) % width


@uncounted
def _enlist(c: int, n: int, size: int, near: Any) -> int:
    """Put `n` behind the squares near `c`, unless it is there or is `c`; how many there are then."""
    if n == c:
        return size
    for i in range(size):
        if near[c, i] == n:
            return size
    near[c, size] = n
    return size + 1


@compiled
def remember(grids: Grids, me: int, memory: Any, scratch: kernels.Scratch) -> None:
    """Bring a player's memory up to date with a frame, without deciding anything."""
    kernels.look(grids, me, scratch)
    _remember(me, memory, scratch)
