"""Candidates as Python's generator draws them: those of opening and campaign while own_dice is off.

The compiled turn waits where it needs a candidate, and goes on when one is there.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .. import kernels
from ..greedy import luck
from ..knobs.parameters import Parameters
from .candidates import FRESH, INVITATION, RANGES, SHARE_CHANGED, SPREAD, STEP_TIED, Range
from .opening import (
    BENDS_AT_ONCE,
    BENT,
    FIRST_FRESH,
    LEAST_BENT,
    RADII,
    SHARE_ONLY_PERTURBED,
    SHARE_PERTURBED,
)  # fmt: skip
from .seat import BEST, CANDIDATE, CHOSEN, OPENING, READY, Game

ALPHA, STEP = "alpha", "potential_degradation_step"

LEAST = 1e-9
"""Replaces 0 where values grow by factors."""


class Bend(NamedTuple):
    """A place around which prices are multiplied."""

    y: int
    x: int
    radius: float  # steps at which three fifths of the size are left
    size: float  # logarithm of the factor at the place itself; below 0 it becomes cheaper


class Drawing:
    """One player's draws in one game."""

    def __init__(self) -> None:
        self.dice = random.Random()
        self.bends: list[tuple[Bend, ...]] = []  # of each opening that was tried, our own parameters first

    def draw(self, parameters: Parameters, game: Game) -> None:
        """Put the candidate that the turn waits for into its place."""
        state = game.state[0]
        draw = self._opening if state["phase"] == OPENING else self._challenger
        game.players[CANDIDATE] = kernels.knobs(draw(parameters, game))
        state["drawn"] = READY

    def _opening(self, parameters: Parameters, game: Game) -> Parameters:
        """Choose what to open with next: parameters drawn at random, or a change of the best trial."""
        state, tried, bends = game.state[0], int(game.state[0]["tried_openings"]), ()
        if tried == 0:
            self.dice, self.bends = random.Random(luck.mixed(parameters.seed)), [()]
        best = _like(parameters, game, BEST)
        bent = parameters.opening_alone and parameters.opening_bend > 0
        if tried < FIRST_FRESH or (tried % FRESH == 0 and not bent):
            candidate = drawn(parameters, self.dice)
        elif not bent:
            candidate = perturbed(best, self.dice)
        else:
            kind = self.dice.random()
            candidate = perturbed(best, self.dice) if kind < SHARE_PERTURBED else best
            bends = self.bends[state["best_opening"]]
            if kind >= SHARE_ONLY_PERTURBED:
                bends = (*bends, *self._bends(parameters.opening_bend, game))
        self.bends.append(bends)
        game.bent[1], state["new_bends"] = factor(bends, *game.moves.shape).ravel(), len(bends)
        return candidate

    def _bends(self, size: float, game: Game) -> list[Bend]:
        """Draw some bends at random, not far from our first square."""
        owner, dice = game.start.owner, self.dice
        y, x = (int(at[0]) for at in np.nonzero(owner == game.state[0]["me"]))
        far = max(LEAST_BENT, owner.shape[0] // BENT)
        return [
            Bend(y + dice.randint(-far, far), x + dice.randint(-far, far), dice.choice(RADII), size * dice.gauss(0, 1))
            for _ in range(dice.choice(BENDS_AT_ONCE))
        ]

    def _challenger(self, parameters: Parameters, game: Game) -> Parameters:
        """Choose the campaign's next candidate, after our own parameters and those in force."""
        state = game.state[0]
        number = int(state["judged"]) - (1 if state["chosen_is_ours"] else 2)
        if number == 0:
            self.dice = random.Random(luck.mixed(parameters.seed) + int(state["since"]))
        chosen = _like(parameters, game, CHOSEN)
        candidate = drawn(parameters, self.dice) if number % FRESH == 0 else perturbed(chosen, self.dice)
        invitation: Any = {INVITATION.name: self.dice.uniform(INVITATION.low, INVITATION.high)}
        return replace(candidate, **invitation)


def _like(parameters: Parameters, game: Game, place: int) -> Parameters:
    """Return the parameters of the player at this place."""
    return replace(parameters, **values(game, place))


def values(game: Game, place: int, ranges: Sequence[Range] = (*RANGES, INVITATION)) -> dict[str, Any]:
    """Return the values of the player at this place, of these ranges."""
    return {known.name: float(game.players[place][known.name]) for known in ranges}


def drawn(base: Parameters, dice: random.Random) -> Parameters:
    """Draw a candidate at random: its parameters in RANGES; the others stay as in `base`."""
    shares = {known.name: dice.random() for known in RANGES}
    shares[STEP] = STEP_TIED * shares[ALPHA] + (1 - STEP_TIED) * shares[STEP]
    values: dict[str, Any] = {known.name: _within(known, shares[known.name]) for known in RANGES}
    return replace(base, **values)


def perturbed(best: Parameters, dice: random.Random) -> Parameters:
    """Return a candidate near the best one: about half of its parameters in RANGES changed a little."""
    values: dict[str, Any] = {}
    for known in RANGES:
        is_changed, by = dice.random() < SHARE_CHANGED, SPREAD * dice.gauss(0, 1)
        if is_changed:
            values[known.name] = _within(known, _share(known, getattr(best, known.name)) + by)
    return replace(best, **values)


def _within(known: Range, share: float) -> float:
    """Return the value at this share of the range."""
    share = min(max(share, 0.0), 1.0)
    if known.grows:
        return known.low * math.exp(share * math.log(known.high / known.low))
    return known.low + share * (known.high - known.low)


def _share(known: Range, value: float) -> float:
    """Return where in the range a value lies; the inverse of _within."""
    if known.grows:
        return math.log(max(value, LEAST) / known.low) / math.log(known.high / known.low)
    return (value - known.low) / (known.high - known.low)


def factor(bends: Sequence[Bend], height: int, width: int) -> npt.NDArray[np.float64]:
    """Return the factors of all squares' prices, (H, W); exactly 1 without bends."""
    size = np.zeros((height, width))
    for bend in bends:
        away = _away(bend.y, height)[:, None] + _away(bend.x, width)
        size += bend.size * np.exp(-((away / bend.radius) ** 2) / 2)
    return np.asarray(np.exp(size))


def _away(at: int, side: int) -> npt.NDArray[np.int64]:
    """Return the steps from each row or column of the torus to this one."""
    steps = np.abs(np.arange(side) - at % side)
    return np.asarray(np.minimum(steps, side - steps))
