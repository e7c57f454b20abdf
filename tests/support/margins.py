"""How much a parameter must change until a square moves differently. Twin: viewer/thinking/flips.js."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bot import Parameters, changed
from experiments.module.asking import HALVINGS, SCANNED, STEPS
from experiments.recordings.watched import Watched, chooser

Moves = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class Flips:
    """For each square the first value at which it moves differently."""

    value: npt.NDArray[np.float64]  # (H, W) nan where no value flips it
    move: Moves  # (H, W) what it does there


def margins(watched: Watched, seat: int, frame: int, policy: Parameters) -> dict[str, Any]:
    """Return `down` and `up` of each parameter of a player without stages: [value, move] of our squares or None."""
    view = watched.view(frame, seat)
    moves_of = chooser(view, watched.memory(frame, seat))
    ours = view.owner == view.me
    squares = np.flatnonzero(ours)
    knobs = {}
    for name, (lowest, highest) in SCANNED.items():
        now = getattr(policy, name)
        low, high = min(lowest, now), max(highest, now)
        moves_at = _moves_at(moves_of, policy, name)
        down, up = (_pairs(flips(moves_at, now, end, ours), squares) for end in (low, high))
        knobs[name] = {"value": now, "low": low, "high": high, "down": down, "up": up}
    return {"turn": frame, "squares": squares.tolist(), "knobs": knobs}


def flips(moves_at: Callable[[float], Moves], now: float, end: float, squares: Mask) -> Flips:
    """Walk from `now` to `end`, and return where each of the squares first moves differently."""
    usual = moves_at(now)
    smallest = Flips(np.full(usual.shape, np.nan), usual.copy())
    pending, before = squares.copy(), now
    for value in np.linspace(now, end, STEPS + 1)[1:].tolist():
        moves = moves_at(value)
        flipped = pending & (moves != usual)
        if flipped.any():
            _narrow(moves_at, usual, smallest, flipped, before, value, moves, HALVINGS)
        pending, before = pending & ~flipped, value
    return smallest


def _narrow(
    moves_at: Callable[[float], Moves], usual: Moves, smallest: Flips,
    squares: Mask, near: float, far: float, moves: Moves, halvings: int,
) -> None:  # fmt: skip
    """Halve the range in which `squares`, which move as usual at `near`, begin to make these `moves` of `far`."""
    if not squares.any():
        return
    if halvings == 0:
        smallest.value[squares], smallest.move[squares] = far, moves[squares]
        return
    middle = (near + far) / 2
    between = moves_at(middle)
    early = squares & (between != usual)
    _narrow(moves_at, usual, smallest, early, near, middle, between, halvings - 1)
    _narrow(moves_at, usual, smallest, squares & ~early, middle, far, moves, halvings - 1)


def _moves_at(moves_of: Callable[[Parameters], Moves], playing: Parameters, name: str) -> Callable[[float], Moves]:
    return lambda value: moves_of(changed(playing, {name: value}))


def _pairs(smallest: Flips, squares: npt.NDArray[np.intp]) -> list[tuple[float, int] | None]:
    pairs = zip(smallest.value.ravel()[squares].tolist(), smallest.move.ravel()[squares].tolist(), strict=True)
    return [None if np.isnan(value) else (value, move) for value, move in pairs]
