"""Candidates: sets of parameters that opening and parameter search try, drawn with the bot's own dice."""

from math import log, sqrt

from ..board.compiled import Dice, Record, Records, compiled, literal_unroll
from .opponent_moves import chance, exponential
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

# Places in RANGES.
ALPHA, STEP = 0, 1

NAMES = tuple(known.name for known in RANGES)
LOWS, HIGHS = tuple(known.low for known in RANGES), tuple(known.high for known in RANGES)

# The logarithm of the factor from low to high; 0 where a range grows by sums. Rounded: C libraries differ in the last
# bits, and moves depend on these.
GROWTHS = tuple(round(log(known.high / known.low), 9) if known.grows else 0.0 for known in RANGES)

# What the sum of four even numbers in -0.5..0.5 is multiplied by: its deviation becomes 1.
FOUR_DICE = sqrt(3.0)


@compiled
def gauss(dice: Dice) -> float:
    """Draw a random number around 0 with deviation 1: the sum of four even ones, which needs no logarithm."""
    around: float = chance(dice) + chance(dice) + chance(dice) + chance(dice) - 2.0
    return around * FOUR_DICE


@compiled
def draw_fresh(source: Record, target: int, players: Records, dice: Dice) -> None:
    """Make player `target` a copy of `source` with parameters drawn from the whole RANGES."""
    players[target] = source
    alpha, i = 0.0, 0
    for name in literal_unroll(NAMES):
        share = chance(dice)
        if i == ALPHA:
            alpha = share
        elif i == STEP:
            share = STEP_TIED * alpha + (1.0 - STEP_TIED) * share
        number = HIGHS[i] + (share - 1.0) * (HIGHS[i] - LOWS[i])
        if GROWTHS[i] > 0.0:
            number = HIGHS[i] * exponential((share - 1.0) * GROWTHS[i])
        players[target][name] = min(max(number, LOWS[i]), HIGHS[i])
        i += 1


@compiled
def perturb(source: Record, target: int, players: Records, dice: Dice) -> None:
    """Make player `target` a copy of `source` with about half of its parameters in RANGES changed a little."""
    players[target] = source
    i = 0
    for name in literal_unroll(NAMES):
        is_changed, by = chance(dice) < SHARE_CHANGED, SPREAD * gauss(dice)
        if is_changed:
            number = source[name]
            if GROWTHS[i] == 0.0:
                number += by * (HIGHS[i] - LOWS[i])
            elif by < 0.0:
                number *= exponential(by * GROWTHS[i])
            else:
                number /= exponential(-by * GROWTHS[i])
            players[target][name] = min(max(number, LOWS[i]), HIGHS[i])
        i += 1
