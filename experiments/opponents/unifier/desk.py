"""The memory that one player of the school works in on boards of one size."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bot.ground.board import OPTIONS

from .minefield import PLIES, WINDOW

MOST_STACKS = 12
MOST_POOLED = 64
NO_FRONT = -1


class UnifierDesk(NamedTuple):
    """N = H * W."""

    away: npt.NDArray[np.int64]  # (N,) passable steps from the enemies
    ours: npt.NDArray[np.float64]  # (PLIES + 1, N) strength of ours to be expected after each ply
    theirs: npt.NDArray[np.float64]  # (PLIES + 1, N)
    danger: npt.NDArray[np.float64]  # (PLIES + 1, N) theirs there and on the four squares beside it
    mine: npt.NDArray[np.float64]  # (PLIES + 1, N) danger that ours does not answer
    future: npt.NDArray[np.float64]  # (N, OPTIONS) future damage of a stack after each option
    price: npt.NDArray[np.float64]  # (N, OPTIONS) what each option pays for the last retreat
    window: npt.NDArray[np.int64]  # (WINDOW, WINDOW) the squares around a stack
    later: npt.NDArray[np.float64]  # (WINDOW, WINDOW)
    now: npt.NDArray[np.float64]  # (WINDOW, WINDOW)
    front: npt.NDArray[np.int64]  # (N,) the front of a stack; NO_FRONT
    members: npt.NDArray[np.int64]  # (N,) the stacks, front by front
    begins: npt.NDArray[np.int64]  # (N + 1,) where each front begins in `members`, and where the last one ends
    first: npt.NDArray[np.int64]  # (MOST_STACKS,) options before the search
    kept: npt.NDArray[np.int64]  # (MOST_STACKS,) options before a kick
    pool: npt.NDArray[np.int64]  # (MOST_POOLED, MOST_STACKS) the best joint moves
    gains: npt.NDArray[np.float64]  # (MOST_POOLED,) what each gains, summed over the samples
    pooled: npt.NDArray[np.int64]  # (1,) how many there are
    left: npt.NDArray[np.int64]  # (2, N) strength of ours and of theirs after this turn's combat
    hit: npt.NDArray[np.int64]  # (N,) strength that strikes a square on the turn after
    mark: npt.NDArray[np.int64]  # (N,)
    queue: npt.NDArray[np.int64]  # (N,)
    turns: npt.NDArray[np.float64]  # (2, N) until we, or an enemy, can be there
    chamber: npt.NDArray[np.int64]  # (N,) whose chamber neutral land is in, see chambers.py


def desk(height: int, width: int) -> UnifierDesk:
    """Return memory for boards of this size."""
    area = height * width

    def ints(*shape: int) -> Any:
        return np.zeros(shape, np.int64)

    def floats(*shape: int) -> Any:
        return np.zeros(shape, np.float64)

    return UnifierDesk(
        away=ints(area), ours=floats(PLIES + 1, area), theirs=floats(PLIES + 1, area),
        danger=floats(PLIES + 1, area), mine=floats(PLIES + 1, area), future=floats(area, OPTIONS),
        price=floats(area, OPTIONS), window=ints(WINDOW, WINDOW), later=floats(WINDOW, WINDOW),
        now=floats(WINDOW, WINDOW), front=np.full(area, NO_FRONT), members=ints(area), begins=ints(area + 1),
        first=ints(MOST_STACKS), kept=ints(MOST_STACKS), pool=ints(MOST_POOLED, MOST_STACKS),
        gains=floats(MOST_POOLED), pooled=ints(1), left=ints(2, area), hit=ints(area), mark=ints(area),
        queue=ints(area), turns=floats(2, area), chamber=ints(area),
    )  # fmt: skip
