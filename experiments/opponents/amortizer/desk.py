"""The desk: everything a turn is worked out on. Squares are numbered row by row; N = H * W."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bot.ground.board import torus
from experiments.opponents.compiled import kernel_type

from . import Amortizing

FAR = 255  # a distance beyond `reach`
CAP = 255
MINING, ATTACKING = 1, 2  # kinds of targets
NONE, CAPTURE, TRAVEL, WAIT, GATHER, DRIFT, ATTACK, EXCHANGE, CAPPED = range(9)  # in the order of SCHOOL.reasons

CLASSES = 8  # classes of strength for the dominance maps, 32 points each
LONGEST_WAY = 40  # the longest stay and the longest way of the tables
MOST_TARGETS = 512
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

KernelSettings = kernel_type(Amortizing, __name__)


class AmortizerDesk(NamedTuple):
    """Arrays of one board."""

    near: Ints  # (N, 4) north, east, south, west of a square
    owner: Ints  # (N,) of the frame
    strength: Ints
    production: Ints
    expected: Floats  # (N,) enemy strength on the next turn
    safe: Floats  # (CLASSES, N) chance that no enemy of this class or stronger comes by; class 0 is all of them
    price: Floats  # (N,) turns until a neutral square and the land behind it are repaid
    worth: Floats  # (N,) what a point of strength returns there
    turns: Floats  # (N,) that the best target needs: to be repaid, and to be walked to from a square of ours
    foes: Ints  # (N,) steps to the nearest enemy square, FAR beyond 4
    target: Ints  # (N,) the targets, as squares
    away: npt.NDArray[np.uint8]  # (N, N or fewer) [number of the target, square] own steps
    kind: Ints  # (N,) MINING or ATTACKING, of each target
    due: Ints  # (N,) turns until each target can be taken by the stacks that are assigned to it
    gathered: Ints  # (targets, LONGEST_WAY) strength that the stacks assigned to a target have there by each turn
    goal: Ints  # (N,) number of the target of a stack, -1 for none
    rank: Ints  # (N,) the stacks in the order in which they were assigned
    value: Floats  # (N,) amortised value of its target
    reason: Ints  # (N,)
    move: Ints  # (N,) direction
    arrived: Ints  # (N,) our strength that will stand on a square
    loss: Floats  # (N,) of the stacks in `rank`: what each loses without its best target


def desk(height: int, width: int) -> AmortizerDesk:
    """Return a desk for the beginning of a game."""
    area, most = height * width, min(height * width, MOST_TARGETS)
    arrays: dict[str, Any] = {
        name: np.zeros(area, np.float64 if kind is Floats else np.int64)
        for name, kind in AmortizerDesk.__annotations__.items()
    }
    return AmortizerDesk(**arrays)._replace(
        near=np.array(torus(height, width).around, np.int64)[:, 1:].copy(), safe=np.ones((CLASSES, area)),
        away=np.zeros((most, area), np.uint8), gathered=np.zeros((most, LONGEST_WAY), np.int64),
    )  # fmt: skip


def tables(settings: Amortizing) -> tuple[Floats, Floats]:
    """Return, by distance up to LONGEST_WAY, the best stay, and a target's value a turn: 1 for a stack beside it.

    A turn of gathering is worth less than the one before, by `decay`; so t turns of staying and d turns of walking
    bring (1 - decay^t) / (d + t) a turn. The production of the square is a factor in front of it and does not change
    which t is best, as the halite of a square in the original. So one table by distance answers it for every stack.
    """
    distance = np.maximum(np.arange(LONGEST_WAY + 1)[:, None], 1)
    stay = np.arange(1, LONGEST_WAY + 1)[None, :]
    rate = (1 - settings.decay**stay) / (distance + stay)
    best = stay[0, rate.argmax(axis=1)].astype(np.float64)
    if not settings.best_stay:
        best[:] = settings.stay
        rate = 1 / (distance + np.broadcast_to(settings.stay, stay.shape))
    weight = rate.max(axis=1)
    return best, weight / weight[1]
