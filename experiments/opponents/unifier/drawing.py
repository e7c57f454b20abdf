"""Candidates of the opening: parameters drawn at random from the bot's ranges, or changed a little."""

import math
import random
from dataclasses import replace
from typing import Any

from bot import Parameters
from bot.stages.candidates import RANGES, SHARE_CHANGED, SPREAD, STEP_TIED, Range

ALPHA, STEP = "alpha", "potential_degradation_step"

LEAST = 1e-9  # replaces 0 where values grow by factors


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
