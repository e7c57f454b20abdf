"""What a frame adds to a player's memory."""

from ..ground.arrays import Longs
from ..ground.board import OPTIONS
from ..ground.memory import MET, STARTING_PLAYERS
from ..ground.view import NORTH
from .compiler import uncounted
from .squares import Scratch


@uncounted
def _remember(me: int, memory: Longs, scratch: Scratch) -> bool:
    """Bring the memory up to date; return whether an empty square touches us.

    Twins: memory.Memory.after, board.Board.hero_empty.
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
