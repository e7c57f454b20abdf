"""What a frame adds to a player's memory."""

from ..ground.arrays import Longs, Records
from ..ground.board import OPTIONS
from ..ground.view import NORTH
from .compiler import uncounted
from .player import MET, STARTING_PLAYERS


@uncounted
def _remember(me: int, players: int, memory: Longs, cells: Records) -> bool:
    """Bring the memory up to date; return whether an empty square touches us.

    Twins: memory.Memory.after, board.Board.hero_empty.
    """
    if memory[STARTING_PLAYERS] == 0:
        memory[STARTING_PLAYERS] = players
    combat = False
    for c in range(cells.size):
        if cells[c].touch and cells[c].owner == 0 and cells[c].strength == 0:
            combat = True
            for k in range(NORTH, OPTIONS):
                other = cells[cells[c].around[k]].owner
                if other != 0 and other != me:
                    memory[MET] |= 1 << other
    return combat
