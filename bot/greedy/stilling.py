"""Strategic stilling: let a crowded enemy step first, then strike back with overkill."""

from ..ground.view import NEUTRAL
from .turn import Turn


def is_called_for(turn: Turn, c: int) -> bool:
    """Return whether square `c` touches several empties and, across them, several enemies ready to step in.

    Enemies are counted as squares, each once, not as players. One that holds fewer than
    stilling_ratio turns of its own production has just moved and is not ready.
    """
    board, parameters = turn.board, turn.parameters
    empties = [n for n in board.torus.neighbours[c] if board.owner[n] == NEUTRAL and board.strength[n] == 0]
    if len(empties) < parameters.stilling_empties:
        return False
    facing = {
        e
        for empty in empties
        for e in board.torus.neighbours[empty]
        if board.owner[e] not in (NEUTRAL, board.me)
        and board.strength[e] >= parameters.stilling_ratio * board.production[e]
    }
    return len(facing) >= parameters.stilling_enemies
