"""What a school thought in a recorded game, computed afterwards from the replay."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from bot import View
from engine.replay import Replay
from experiments.arena import families
from experiments.opponents import telling

from . import frames

Told = tuple[int, Mapping[str, Any], npt.NDArray[np.bool_], int]
"""A turn, its line of the explanation file, our squares with another recorded move, and how many squares chose."""


def header(view: View, settings: Any) -> dict[str, Any]:
    """Return the first line of the file."""
    return telling.header(families.school_of(settings), settings, view, "replay")


def thoughts(replay: Replay, seat: int, settings: Any) -> Iterator[Told]:
    """Yield the thoughts of `seat` on every frame on which it owns a square, its memory carried along."""
    mover = families.school_of(settings).open(settings, *replay.production.shape)
    for turn in range(replay.turns):
        view = frames.view(replay, turn, seat)
        ours = view.owner == seat
        if not ours.any():
            return
        moves, thought = mover.moves(view), mover.thought()
        differs = ours & (moves != replay.moves[turn])
        yield turn, telling.line(thought, moves), differs, int(np.count_nonzero(thought.reason))
