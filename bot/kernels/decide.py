"""The compiled decision: `decide` takes arrays and scratch memory, so that other kernels can call it for any player."""

import math

import numpy as np
import numpy.typing as npt

from ..board.board import STARTING_PLAYERS, STILL, Memory, View, pack_memory
from ..board.compiled import Bytes, Grids, Longs, Record, compiled
from ..greedy.explain import Explanation, explanation_of_arrays
from ..parameters.presets import Parameters, values
from .assign import _assign, _threshold
from .board import _remember, load_board
from .nap import _find_wall
from .potential import _find_downhill, spread
from .squares import Scratch, scratch
from .tie_break import _base
from .trees import _find_roots, _schedule_captures


@compiled
def decide(grids: Grids, me: int, turn: int, memory: Longs, parameters: Record, scratch: Scratch, moves: Bytes) -> None:
    """Choose one move for every square of player `me`. Twin: decide.decide.

    Args:
        memory: (MEMORY,) zeros at the start of a game; brought up to date
        moves: (H, W) C-ordered, written: directions 0..4 on squares of `me`, 0 elsewhere
    """
    height, width = moves.shape
    load_board(grids, me, scratch)
    combat = _remember(me, memory, scratch)
    mining_remains = _find_wall(me, memory, parameters, scratch)
    crowded = parameters.crowd_adapts and (
        height == parameters.crowd_side
        or width == parameters.crowd_side
        or memory[STARTING_PLAYERS] >= parameters.crowd_players
    )
    step = parameters.crowd_degradation_step if crowded else parameters.potential_degradation_step
    hold = parameters.crowd_hold_until if crowded else parameters.hold_until
    if combat and not parameters.fixed_hold:
        hold = parameters.combat_hold_until
    base = _base(parameters, turn)
    spread(me, step, base, parameters, scratch)
    _find_downhill(scratch)
    if parameters.red_green:
        _schedule_captures(scratch)
    hurdle = _threshold(me, parameters, scratch) if parameters.has_hurdle else 0
    _assign(me, base, hold, hurdle, mining_remains, parameters, scratch)
    flat = moves.reshape(-1)
    for c in range(flat.size):
        flat[c] = STILL
    for i in range(scratch.turn[0].size):
        flat[scratch.ours[i]] = scratch.cells[scratch.ours[i]].option


@compiled
def explain(
    grids: Grids, me: int, turn: int, memory: Longs, parameters: Record, scratch: Scratch, moves: Bytes, roots: Longs
) -> None:
    """Decide as `decide`, with a label for every square, notes of what each weighed, and the roots of the trees."""
    scratch.queue[0].is_whole = True
    scratch.turn[0].is_noted = True
    decide(grids, me, turn, memory, parameters, scratch, moves)
    scratch.turn[0].is_noted = False
    _find_roots(me, scratch.cells, roots)


class Decider:
    """One player's decisions on boards of one size, compiled; the same moves as bot.decide."""

    def __init__(
        self, settings: Parameters, height: int, width: int, memory: Memory | None = None, *, whole: bool = False
    ):
        """Begin with this memory, or none; `whole` as for `scratch`."""
        self.scratch = scratch(height, width, whole)
        self.reset(settings, memory or Memory())

    def reset(self, settings: Parameters, memory: Memory) -> None:
        """Decide for these parameters from now on, with what they remember of the frames before."""
        self.parameters, self.memory = values(settings), pack_memory(memory)

    def explain(self, view: View) -> Explanation:
        """Return what `moves` would choose for `view`, and why. Asking again about the same frame changes nothing."""
        moves, roots = np.zeros(view.owner.shape, np.uint8), np.zeros(view.owner.size, np.int64)
        explain(grids(view), view.me, view.turn, self.memory, self.parameters, self.scratch, moves, roots)
        parts = {f"scratch.{name}": part for name, part in self.scratch._asdict().items()}
        notes = {f"scratch.notes.{name}": part for name, part in self.scratch.notes._asdict().items()}
        return explanation_of_arrays({**parts, **notes, "roots": roots, "moves": moves})

    def moves(self, view: View, deadline: float = math.inf) -> npt.NDArray[np.uint8]:
        """Return the moves for `view`, (H, W) uint8; frames must come in order. It is done long before a deadline."""
        moves = np.zeros(view.owner.shape, np.uint8)
        decide(grids(view), view.me, view.turn, self.memory, self.parameters, self.scratch, moves)
        return moves


def grids(view: View) -> Grids:
    """Return the board of `view` as the kernels take it; a copy only where it has to be one."""
    return Grids(*(np.require(layer, np.uint8, ("C", "W")) for layer in (view.owner, view.strength, view.production)))
