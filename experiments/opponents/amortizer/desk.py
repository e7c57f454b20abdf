"""The desk: everything a turn is worked out on. Squares are numbered row by row; N = H * W."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from . import Amortizing

FAR = 255  # a distance beyond `reach`
NOTHING, MINING, ATTACKING = 0, 1, 2  # modes of a stack
(NONE, CAPTURE, TRAVEL, WAIT, GATHER, DRIFT, ATTACK, EXCHANGE, RETREAT, RELEASE, SWAP, CAP, MELD) = range(13)
"""Reasons, in the order of SCHOOL.reasons."""

CLASSES = 8  # classes of strength for the dominance maps, 32 points each
LONGEST_WAY = 40  # the longest stay and the longest way of the tables
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class KernelKnobs(NamedTuple):
    """The settings as kernels take them; see Amortizing."""

    stay: float
    horizon: float
    war_horizon: float
    cluster: float
    pace: float
    reach: int
    by_loss: bool
    follow_up: float
    dominance: float
    own_dominance: float
    stickiness: float
    shared_attack: bool
    capture: bool
    aggression: float
    land: float
    caution: float
    advance: float
    war_stay: float
    prediction: bool
    danger: float
    release: int
    flexible: float
    swap: bool
    meld: bool
    cap_guard: bool


class AmortizerDesk(NamedTuple):
    """Arrays of one board."""

    near: Ints  # (N, 4) north, east, south, west of a square
    where: Ints  # (N, 2) row and column
    size: Ints  # (2,) height and width
    owner: Ints  # (N,) of the frame
    strength: Ints
    production: Ints
    # what is carried from turn to turn
    seen: Ints  # (2, N) owner and strength of the frame before
    drift: Floats  # (N, 2) where strength of the enemy went from here or to here, rows and columns, older moves fading
    habit: Floats  # (N,) how often an enemy stack left this square of late, 0..1
    mode: Ints  # (N,) of our stacks
    threat: Floats  # (3, N) enemy strength near our stacks, this turn first
    # of this turn
    chance: Floats  # (N, 5) of enemy stacks: stays, goes north, east, south, west
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
    crowding: Floats  # (N,) factor of each target, for being the next target of a stack
    gathered: Ints  # (targets, LONGEST_WAY) strength that the stacks assigned to a target have there by each turn
    against: Ints  # (N,) how many of our stacks go against an enemy square
    goal: Ints  # (N,) number of the target of a stack, -1 for none
    rank: Ints  # (N,) the stacks in the order in which they were assigned
    value: Floats  # (N,) amortised value of it
    reason: Ints  # (N,)
    move: Ints  # (N,) direction
    arrived: Ints  # (N,) our strength that will stand on a square
    loss: Floats  # (N,) of the stacks in `rank`: what each loses without its best target


def knobs(settings: Amortizing) -> KernelKnobs:
    """Return the settings for kernels."""
    return KernelKnobs(*(getattr(settings, name) for name in KernelKnobs._fields))


def desk(height: int, width: int, most_targets: int) -> AmortizerDesk:
    """Return a desk for the beginning of a game."""
    area = height * width
    y, x = np.divmod(np.arange(area), width)
    steps = ((-1, 0), (0, 1), (1, 0), (0, -1))
    near = np.stack([(y + down) % height * width + (x + right) % width for down, right in steps], axis=1)

    def ints(*shape: int) -> Ints:
        return np.zeros(shape or (area,), np.int64)

    def floats(*shape: int) -> Floats:
        return np.zeros(shape or (area,), np.float64)

    return AmortizerDesk(
        near=near, where=np.stack([y, x], axis=1), size=np.array([height, width]),
        owner=ints(), strength=ints(), production=ints(), seen=np.full((2, area), -1), drift=floats(area, 2),
        habit=floats(), mode=ints(), threat=floats(3, area), chance=floats(area, 5), expected=floats(),
        safe=floats(CLASSES, area), price=floats(), worth=floats(), turns=floats(), foes=ints(), target=ints(),
        away=np.zeros((min(area, most_targets), area), np.uint8), kind=ints(), due=ints(), crowding=floats(),
        gathered=ints(min(area, most_targets), LONGEST_WAY),
        against=ints(), goal=ints(), rank=ints(), value=floats(), reason=ints(), move=ints(), arrived=ints(),
        loss=floats(),
    )  # fmt: skip
