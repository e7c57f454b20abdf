"""The compiled decision. `decide` is one function over arrays with its scratch memory passed in, so that another kernel
can call it from any player's seat without allocating anything.

To ask several players about one seat, call its halves: `look` once, then `choose` for each player.
"""

import numpy as np

from ..greedy import luck
from ..ground.arrays import Bytes, Grids, Longs
from ..ground.memory import STARTING_PLAYERS
from ..ground.view import STILL
from .assign import _assign
from .board import _forget, look
from .compiler import compiled
from .hold import _hurdle
from .memory import _remember
from .nap import _find_wall
from .player import Knobs
from .potential import _find_downhill, spread
from .squares import Scratch
from .trees import _find_lights, _find_roots


@compiled
def decide(grids: Grids, me: int, turn: int, memory: Longs, knobs: Knobs, scratch: Scratch, moves: Bytes) -> None:
    """Choose one move for every square of player `me`. Twin: decide.decide.

    memory   (MEMORY,) zeros at the start of a game; brought up to date
    moves    (H, W) C-ordered, written: directions 0..4 on squares of `me`, 0 elsewhere
    """
    look(grids, me, scratch)
    choose(me, turn, memory, knobs, False, scratch, moves)


@compiled
def choose(me: int, turn: int, memory: Longs, knobs: Knobs, is_kin: bool, scratch: Scratch, moves: Bytes) -> None:
    """Choose one move for every square of player `me` on the board that it looked at; arguments as for `decide`.

    is_kin   these knobs agree in FIELD with those that chose last on this board: if the wall is the same as well, so is
             the field, and it stays as it is
    """
    height, width = moves.shape
    if scratch.turn[0].has_chosen:
        for c in range(scratch.cells.size):
            _forget(c, scratch.cells)
    scratch.turn[0].has_chosen = True
    combat = _remember(me, memory, scratch)
    mining_remains, has_another_wall = _find_wall(me, memory, knobs, scratch)
    crowded = knobs.crowd_adapts and (
        height == knobs.crowd_side or width == knobs.crowd_side or memory[STARTING_PLAYERS] >= knobs.crowd_players
    )
    step = knobs.crowd_degradation_step if crowded else knobs.potential_degradation_step
    hold = knobs.crowd_hold_until if crowded else knobs.hold_until
    if combat and not knobs.fixed_hold:
        hold = knobs.combat_hold_until
    base = knobs.luck + np.uint64(turn) * np.uint64(luck.TURN_STRIDE)
    if has_another_wall or not is_kin:
        spread(me, step, base, knobs, scratch)
        _find_downhill(scratch)
    if knobs.red_green:
        _find_lights(scratch)
    hurdle = _hurdle(me, knobs, scratch) if knobs.has_hurdle else 0
    _assign(me, base, hold, hurdle, mining_remains, knobs, scratch)
    flat = moves.ravel()
    for c in range(flat.size):
        flat[c] = STILL
    for i in range(scratch.turn[0].size):
        flat[scratch.ours[i]] = scratch.cells[scratch.ours[i]].option


@compiled
def explain(
    grids: Grids, me: int, turn: int, memory: Longs, knobs: Knobs, scratch: Scratch, moves: Bytes, roots: Longs
) -> None:
    """Decide as `decide`, with a label for every square, notes of what each weighed, and the roots of the trees."""
    scratch.queue[0].is_whole = True
    scratch.turn[0].is_noted = True
    decide(grids, me, turn, memory, knobs, scratch, moves)
    scratch.turn[0].is_noted = False
    _find_roots(me, scratch.cells, roots)
