"""The board, copied to the squares' records, and what follows from it for a player."""

from ..board.board import MET, NORTH, OPTIONS, STARTING_PLAYERS, STILL
from ..board.compiled import Bytes, Grids, Longs, Places, Records, compiled
from ..greedy.trees import FREE
from .squares import Scratch


@compiled
def load_board(grids: Grids, me: int, scratch: Scratch) -> None:
    """Prepare the board for the decision of player `me`: copy it to where sums cannot wrap, and find our land."""
    turn, cells = scratch.turn[0], scratch.cells
    o, s, p = grids.owner.reshape(-1), grids.strength.reshape(-1), grids.production.reshape(-1)
    for c in range(cells.size):
        cells[c].owner, cells[c].strength, cells[c].production = o[c], s[c], p[c]
        cells[c].touch, cells[c].inner, cells[c].wall, cells[c].downhill = 0, 0, 0, STILL
        cells[c].light, cells[c].booked, cells[c].option, cells[c].reason = FREE, 0, STILL, 0
        cells[c].danger, cells[c].near_danger = 0, 0
    turn.players = count_players(owner_bits(grids.owner))
    turn.size, turn.border = _find_ours(me, o, scratch.ours, scratch.border, cells)


@compiled
def owner_bits(owner: Bytes) -> int:
    """Return who owns a square, as bits; bit 0 is set where a square is neutral."""
    height, width = owner.shape
    bits = 0
    for y in range(height):
        for x in range(width):
            bits |= 1 << owner[y, x]
    return bits


@compiled
def count_players(bits: int) -> int:
    """Return how many players these bits stand for. Twin: board.View.players."""
    players = 0
    while bits > 1:
        bits >>= 1
        players += bits & 1
    return players


@compiled
def _find_ours(me: int, owner: Bytes, ours: Places, border: Places, cells: Records) -> tuple[int, int]:
    """List our squares in `ours`, those that touch them in `border`; return how many there are.

    Twin: board.Board.border.
    """
    size = touching = 0
    for c in range(owner.size):
        if owner[c] != me:
            continue
        ours[size] = c
        size += 1
        for k in range(NORTH, OPTIONS):
            n = cells[c].around[k]
            if cells[n].touch == 0 and cells[n].owner != me:
                border[touching] = n
                touching += 1
            cells[n].touch += 1
    for i in range(size):
        cells[ours[i]].inner = cells[ours[i]].touch == 4
    return size, touching


@compiled
def _enemy_neighbours(me: int, c: int, cells: Records) -> int:
    """Twin: board.Board.enemy_neighbours."""
    enemies = 0
    for k in range(NORTH, OPTIONS):
        other = cells[cells[c].around[k]].owner
        enemies += other != 0 and other != me
    return enemies


@compiled
def _remember(me: int, memory: Longs, scratch: Scratch) -> bool:
    """Bring the memory up to date; return whether an empty square touches us.

    Twins: board.Memory.after, board.Board.hero_empty.
    """
    cells, turn = scratch.cells, scratch.turn[0]
    if memory[STARTING_PLAYERS] == 0:
        memory[STARTING_PLAYERS] = turn.players
    combat = False
    for i in range(turn.border):
        c = scratch.border[i]
        if cells[c].owner == 0 and cells[c].strength == 0:
            combat = True
            for k in range(NORTH, OPTIONS):
                other = cells[cells[c].around[k]].owner
                if other != 0 and other != me:
                    memory[MET] |= 1 << other
    return combat
