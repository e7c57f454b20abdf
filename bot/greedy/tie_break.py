"""Ties, broken by a seeded rule: a number for every (seed, turn, square, draw), the same on every machine.

The mixing function is splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
generators", 2014): it needs no state, so plain and compiled code draw the same numbers in any order.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from ..parameters.presets import Parameters

# The number under which the field's queue draws; a square's options draw under 0..4, see `number`.
QUEUE = 5

# Draws per square and turn: five options and the queue.
DRAWS = 6

# Keeps the counters of two turns apart for boards of up to 2**40 / DRAWS squares.
TURN_STRIDE = 1 << 40

_WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB


def base(parameters: Parameters, turn: int) -> int | None:
    """Return where this turn's counters begin; None when ties fall in the fixed order."""
    if parameters.ties == "fixed":
        return None
    return (splitmix64(parameters.seed) + turn * TURN_STRIDE) & _WORD


def splitmix64(counter: int) -> int:
    """Return the splitmix64 output for one counter, a whole number below 2**64."""
    word: int = mix((counter + GOLDEN) & _WORD)
    return word


def mix(word: Any) -> Any:
    """Return `word`, an int or an array of uint64, after the mixing of splitmix64. The kernels compile this as well."""
    word = ((word ^ (word >> 30)) * MIX_1) & _WORD
    word = ((word ^ (word >> 27)) * MIX_2) & _WORD
    return word ^ (word >> 31)


def number(option: int) -> int:
    """Return the number under which an option draws: 0..3 for North, East, South and West, 4 for Still.

    It is not the option's own, which begins with Still: recorded games were drawn with these numbers;
    with others their ties would break differently.
    """
    return (option + 4) % 5


def draw(base: int | None, square: int, number: int) -> int:
    """Return one of the DRAWS of a square; always 0 when ties are fixed."""
    if base is None:
        return 0
    return splitmix64((base + square * DRAWS + number) & _WORD)


def queue_draws(base: int | None, squares: int) -> npt.NDArray[np.uint64]:
    """Return `draw(base, square, QUEUE)` for every square at once: (squares,) uint64."""
    if base is None:
        return np.zeros(squares, np.uint64)
    first = np.uint64((base + QUEUE + GOLDEN) & _WORD)
    words: npt.NDArray[np.uint64] = mix(np.arange(squares, dtype=np.uint64) * np.uint64(DRAWS) + first)
    return words
