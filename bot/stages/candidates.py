"""Candidates of the opening and of the campaign: parameters drawn at random, or those of the best one perturbed."""

import math
import random
from dataclasses import replace
from typing import Any, NamedTuple

from ..knobs.parameters import Parameters

FRESH = 3
"""One candidate in this many is drawn at random; the others are the best so far, perturbed."""

SHARE_CHANGED = 0.5
"""How often a perturbation changes each parameter of the best."""

SPREAD = 0.15
"""How far it changes one: the standard deviation, as a share of the range."""

STEP_TIED = 0.7
"""How far a fresh potential_degradation_step follows alpha, since both scale with what the field counts in."""

LEAST = 1e-9
"""Replaces 0 where values grow by factors."""


class Range(NamedTuple):
    """The values that a candidate may have for one parameter."""

    name: str
    low: float
    high: float
    grows: bool  # by factors: half of the draws lie below the geometric mean


ALPHA, STEP = "alpha", "potential_degradation_step"

RANGES = (
    Range(ALPHA, 0.04, 0.5, grows=True),
    Range(STEP, 0.04, 1.5, grows=True),
    Range("hold_until", 3.0, 8.0, grows=False),
    Range("int_max", 0.3, 0.8, grows=False),
    Range("route_cost", 0.002, 0.05, grows=True),
    Range("capture_hold", 0.0, 4.0, grows=False),
)
"""What candidates differ in, and how far."""


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
