"""Other moves for one turn: what presets and changed parameters would have done near the front, and STILL there."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bot import ParameterError, Parameters, override, preset
from bot.kernels import Decider
from experiments.recordings.watched import Watched

from .policies import REACH, near_enemy

NEAR = REACH + 2  # only our squares within this many steps of an enemy's move differently; if there are none, all may
OTHERS = ("v26", "v17", "v12")  # presets whose moves are tried
# Lower and higher values of the field's numbers, and the ideas one by one.
CHANGES: tuple[tuple[str, Any], ...] = (
    ("alpha", 0.05), ("alpha", 0.2), ("potential_degradation_step", 0.05), ("potential_degradation_step", 0.5),
    ("enemy_ROI", -3.0), ("enemy_ROI", 0.5), ("red_green", False), ("strategic_stilling", False), ("dodge", False),
    ("pact", "off"), ("pact", "everybody"),
)  # fmt: skip
USUAL = len(CHANGES) + len(OTHERS)  # about as many as the different moves: some of them agree

Moves = npt.NDArray[np.uint8]

APART = 2  # rows or columns between two squares that belong together
PIECES = 3  # parts of a joint move that are tried alone


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class Alternative:
    """One turn of ours with other moves."""

    name: str  # who would move so
    moves: Moves  # (H, W) of all players: ours changed, theirs as recorded
    squares: npt.NDArray[np.int64]  # places y * W + x of ours that move differently from the recording


def alternatives(watched: Watched, seat: int, frame: int, policy: Parameters) -> list[Alternative]:
    """Different moves for this turn, each once, under the name of the first who would make them."""
    view, recorded = watched.view(frame, seat), watched.replay.moves[frame].astype(np.uint8)
    ours = view.owner == seat
    near = ours & near_enemy(view.owner, seat, NEAR)
    where = near if near.any() else ours
    decider, memory = Decider(policy, view.height, view.width), watched.memory(frame, seat)

    def choose(parameters: Parameters) -> Moves:
        decider.reset(parameters.resolve(memory.starting_players or view.players, view.height, view.width), memory)
        return decider.moves(view)

    others = [("the policy's own moves", policy)]
    for parameter, value in CHANGES:
        with suppress(ParameterError):  # this generation has no such idea
            others.append((f"{parameter} = {value}", override(policy, {parameter: value})))
    others += [(f"the moves of {name}", preset(name)) for name in OTHERS]
    chosen = [(name, choose(parameters)) for name, parameters in others]
    by_moves: dict[bytes, Alternative] = {}
    for name, moves in [*chosen, ("standing still there", np.zeros_like(recorded))]:
        mixed = np.where(where, moves, recorded).astype(np.uint8)
        squares = np.flatnonzero((mixed != recorded) & (view.strength > 0))
        if len(squares):
            by_moves.setdefault(mixed.tobytes(), Alternative(name, mixed, squares))
    return list(by_moves.values())


def parts(whole: Alternative, strength: npt.NDArray[np.uint8], recorded: Moves) -> list[Alternative]:
    """Return its squares in groups that lie apart, the strongest groups first, each as a change of its own."""
    from scipy.sparse.csgraph import connected_components  # takes long to load

    (height, width), squares = strength.shape, whole.squares
    down, right = (np.abs(np.subtract.outer(each, each)) for each in np.divmod(squares, width))
    apart = np.maximum(np.minimum(down, height - down), np.minimum(right, width - right))
    count, group = connected_components(apart <= APART)
    groups = [squares[group == number] for number in range(count)]
    groups.sort(key=lambda each: int(strength.flat[each].sum()), reverse=True)
    found = []
    for each in groups[:PIECES] if count > 1 else ():
        moves = np.array(recorded, np.uint8)
        moves.flat[each] = whole.moves.flat[each]
        found.append(Alternative(whole.name, moves, each))
    return found
