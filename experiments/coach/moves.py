"""Other moves for one turn: what presets and changed parameters would have done near the front, and STILL there."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bot import ParameterError, Parameters, changed, preset
from experiments.recordings.watched import Moves, Watched, chooser

from .policies import REACH, near_enemy

NEAR = REACH + 2  # only our squares within this many steps of an enemy's move differently; if there are none, all may
OTHERS = ("v26", "v17", "v12")  # presets that are asked what they would do
# Lower and higher values of the field's numbers, and the ideas one by one.
DEFINITIONS: tuple[tuple[str, Any], ...] = (
    ("alpha", 0.05), ("alpha", 0.2), ("potential_degradation_step", 0.05), ("potential_degradation_step", 0.5),
    ("enemy_ROI", -3.0), ("enemy_ROI", 0.5), ("red_green", False), ("strategic_stilling", False), ("dodge", False),
    ("pact", "off"), ("pact", "everybody"),
)  # fmt: skip
ASKED = len(DEFINITIONS) + len(OTHERS)  # about as many as the different moves: some of them agree

APART = 2  # rows or columns between two squares of one piece of news: such squares move together
PIECES = 3  # parts of a joint move that are tried alone


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class Alternative:
    """One turn of ours with other moves."""

    name: str  # who would move so
    moves: Moves  # (H, W) of all players: ours changed, theirs as recorded
    squares: npt.NDArray[np.int64]  # places y * W + x of ours that move differently from the recording

    def part(self, squares: npt.NDArray[np.int64], recorded: Moves) -> "Alternative":
        """Return the same, but only these of its squares move differently."""
        moves = np.array(recorded, np.uint8)
        moves.flat[squares] = self.moves.flat[squares]
        return Alternative(self.name, moves, squares)


def alternatives(watched: Watched, seat: int, frame: int, policy: Parameters) -> list[Alternative]:
    """Different moves for this turn, each once, under the name of the first who would make them."""
    view, recorded = watched.view(frame, seat), watched.replay.moves[frame].astype(np.uint8)
    ours = view.owner == seat
    near = ours & near_enemy(view.owner, seat, NEAR)
    where = near if near.any() else ours
    choose = chooser(view, watched.memory(frame, seat))
    by_moves: dict[bytes, Alternative] = {}
    for name, moves in [*_chosen(choose, policy), ("standing still there", np.zeros_like(recorded))]:
        mixed = np.where(where, moves, recorded).astype(np.uint8)
        squares = np.flatnonzero((mixed != recorded) & (view.strength > 0))
        if len(squares):
            by_moves.setdefault(mixed.tobytes(), Alternative(name, mixed, squares))
    return list(by_moves.values())


def parts(alternative: Alternative, strength: npt.NDArray[np.uint8], recorded: Moves) -> list[Alternative]:
    """Return its squares in groups that lie apart, the strongest groups first, each as a change of its own."""
    if len(groups := _groups(alternative.squares, strength.shape)) < 2:
        return []
    groups.sort(key=lambda squares: -int(strength.flat[squares].astype(np.int64).sum()))
    return [alternative.part(squares, recorded) for squares in groups[:PIECES]]


def _chosen(choose: Any, policy: Parameters) -> Iterator[tuple[str, Moves]]:
    """Yield the moves of the policy, of the policy with a changed parameter, and of other presets."""
    yield "the policy's own moves", choose(policy)
    for parameter, value in DEFINITIONS:
        if getattr(policy, parameter) == value:
            continue
        try:
            asked = changed(policy, {parameter: value})
        except ParameterError:  # this generation has no such idea
            continue
        yield f"{parameter} = {value}", choose(asked)
    for name in OTHERS:
        yield f"the moves of {name}", choose(preset(name))


def _groups(squares: npt.NDArray[np.int64], shape: tuple[int, ...]) -> list[npt.NDArray[np.int64]]:
    """Return squares of the torus that lie near one another, together."""
    height, width = shape
    left, groups = set(squares.tolist()), []
    while left:
        group, front = [], [min(left)]
        left.discard(front[0])
        while front:
            place = front.pop()
            group.append(place)
            near = {other for other in left if _apart(place, other, height, width) <= APART}
            left -= near
            front += sorted(near)
        groups.append(np.array(sorted(group)))
    return groups


def _apart(one: int, other: int, height: int, width: int) -> int:
    """Return rows or columns between two places, whichever is more."""
    down, right = abs(one // width - other // width), abs(one % width - other % width)
    return max(min(down, height - down), min(right, width - right))
