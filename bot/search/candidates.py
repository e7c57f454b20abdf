"""Candidates: sets of parameters that opening and campaign try, drawn with the bot's own dice."""

from math import log, sqrt

from ..board.arrays import Dice, Record, Records
from ..board.compiled import compiled, uncounted
from .replies import chance, exponential
from .state import ALPHA, HOLD, INTENSITY, ROUTE, STEP
from .state import RANGES as RANGES  # for those that draw candidates, here and in opponents
from .state import Range as Range

# One candidate in this many is drawn at random, except where an opening bends prices; the others are perturbed.
FRESH = 3

# How often a perturbation changes each parameter of the best.
SHARE_CHANGED = 0.5

# How far it changes one: the standard deviation, as a share of the range.
SPREAD = 0.15

# How far a fresh potential_degradation_step follows alpha, since both scale with what the field counts in.
STEP_TIED = 0.7


LOWS, HIGHS = tuple(known.low for known in RANGES), tuple(known.high for known in RANGES)

# The logarithm of the factor from low to high; 0 where a range grows by sums. Rounded: C libraries differ in the last
# bits, and moves depend on these.
GROWTHS = tuple(round(log(known.high / known.low), 9) if known.grows else 0.0 for known in RANGES)

# What the sum of four even numbers in -0.5..0.5 is multiplied by: its deviation becomes 1.
FOUR_DICE = sqrt(3.0)


@uncounted
def value(parameters: Record, place: int) -> float:
    """Return the parameter at this place of RANGES."""
    if place == ALPHA:
        return float(parameters.alpha)
    if place == STEP:
        return float(parameters.potential_degradation_step)
    if place == HOLD:
        return float(parameters.hold_until)
    if place == INTENSITY:
        return float(parameters.int_max)
    return float(parameters.route_cost if place == ROUTE else parameters.capture_hold)


@uncounted
def put(number: float, parameters: Record, place: int) -> None:
    """Set the parameter at this place of RANGES, within its range."""
    number = min(max(number, LOWS[place]), HIGHS[place])
    if place == ALPHA:
        parameters.alpha = number
    elif place == STEP:
        parameters.potential_degradation_step = number
    elif place == HOLD:
        parameters.hold_until = number
    elif place == INTENSITY:
        parameters.int_max = number
    elif place == ROUTE:
        parameters.route_cost = number
    else:
        parameters.capture_hold = number


@uncounted
def gauss(dice: Dice) -> float:
    """Draw a random number around 0 with deviation 1: the sum of four even ones, which needs no logarithm."""
    around: float = chance(dice) + chance(dice) + chance(dice) + chance(dice) - 2.0
    return around * FOUR_DICE


@compiled
def draw_fresh(source: int, target: int, players: Records, dice: Dice) -> None:
    """Make player `target` a copy of `source` with parameters drawn from the whole RANGES."""
    players[target] = players[source]
    first = 0.0
    for place in range(len(RANGES)):
        share = chance(dice)
        if place == ALPHA:
            first = share
        elif place == STEP:
            share = STEP_TIED * first + (1.0 - STEP_TIED) * share
        high, growth = HIGHS[place], GROWTHS[place]
        number = high + (share - 1.0) * (high - LOWS[place])
        if growth > 0.0:
            number = high * exponential((share - 1.0) * growth)
        put(number, players[target], place)


@compiled
def perturb(source: int, target: int, players: Records, dice: Dice) -> None:
    """Make player `target` a copy of `source` with about half of its parameters in RANGES changed a little."""
    players[target] = players[source]
    for place in range(len(RANGES)):
        is_changed, by = chance(dice) < SHARE_CHANGED, SPREAD * gauss(dice)
        if not is_changed:
            continue
        number, growth = value(players[source], place), GROWTHS[place]
        if growth == 0.0:
            number += by * (HIGHS[place] - LOWS[place])
        elif by < 0.0:
            number *= exponential(by * growth)
        else:
            number /= exponential(-by * growth)
        put(number, players[target], place)
