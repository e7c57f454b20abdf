"""Red-green capture trees."""

from ..board.board import NORTH, OPTIONS, STILL
from ..board.compiled import Longs, Places, Records, compiled
from ..greedy.trees import GREEN, RED
from .squares import Scratch


@compiled
def _schedule_captures(scratch: Scratch) -> None:
    """Twin: trees.schedule. Level after level lies in `order`, one behind the other."""
    cells = scratch.cells
    for i in range(scratch.turn[0].border):
        root = scratch.border[i]
        if cells[root].owner == 0 and cells[root].strength > 0:
            _climb(root, scratch.order, cells)


@compiled
def _climb(root: int, level: Places, cells: Records) -> None:
    """Twin: trees._climb."""
    needed = cells[root].strength
    strength = production = 0
    begin, end = 0, _add_children(root, 0, level, cells)
    while end > begin and strength + production <= needed:
        surplus = strength + production - needed
        for i in range(begin, end):
            surplus += cells[level[i]].strength
        if surplus > 0:
            _mark_strongest(begin, end, surplus, level, cells)
            return
        strength = needed + surplus
        for i in range(begin, end):
            cells[level[i]].light = RED
            production += cells[level[i]].production
        next_end = end
        for i in range(begin, end):
            next_end = _add_children(level[i], next_end, level, cells)
        begin, end = end, next_end


@compiled
def _add_children(parent: int, end: int, level: Places, cells: Records) -> int:
    """Append the squares that look to `parent` to the level list; return its new end."""
    for k in range(NORTH, OPTIONS):
        n = cells[parent].around[k]
        looks = cells[n].downhill
        if looks != STILL and cells[n].around[looks] == parent:
            repeated = False
            for j in range(NORTH, k):
                repeated |= cells[parent].around[j] == n
            if not repeated:
                level[end] = n
                end += 1
    return end


@compiled
def _mark_strongest(begin: int, end: int, surplus: int, level: Places, cells: Records) -> None:
    """Twin: trees._strongest: drop the weakest, the last in rank first, while some surplus is left."""
    while True:
        last = begin
        for i in range(begin + 1, end):
            a, b = level[i], level[last]
            weaker = cells[a].strength < cells[b].strength
            if weaker or (cells[a].strength == cells[b].strength and cells[a].rank > cells[b].rank):
                last = i
        surplus -= cells[level[last]].strength
        if surplus <= 0:
            break
        end -= 1
        level[last] = level[end]
    for i in range(begin, end):
        cells[level[i]].light = GREEN


@compiled
def _find_roots(me: int, cells: Records, roots: Longs) -> None:
    """Write where the way downhill of each square of `me` leaves its land; -1 elsewhere, and where the way circles.

    Twin: trees.roots.
    """
    for c in range(cells.size):
        at, steps = c, 0
        while cells[at].owner == me and steps < cells.size:
            at = cells[at].around[cells[at].downhill]
            steps += 1
        roots[c] = at if steps > 0 and cells[at].owner != me else -1
