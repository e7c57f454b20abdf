"""The currency: strength of today. What comes later is discounted, whether it is produced, dealt, taken or lost."""

from typing import Any, NamedTuple

from experiments.opponents.compiled import UNCOUNTED, compiler

uncounted = compiler(__file__, **UNCOUNTED)


class KernelKnobs(NamedTuple):
    """The knobs that the kernels read, and what the bot's kernels know them as."""

    discount: float
    land: float
    grudge: float
    stacks: int
    exhaustive: int
    kicks: int
    manoeuvre: float
    boldness: float
    answer: float
    retaliation: float
    riposte: float
    width: int
    trust: float
    memory: float
    edge: float
    respect: float
    retreat: float
    guide: float
    slope: float
    search_reach: int
    search_worth: float  # today's worth of a point of production; see income
    search_grudge: float


def income(turns: float, discount: float) -> float:
    """Return today's worth of one point of strength in each of the next `turns` turns."""
    if discount == 1:
        return turns
    return float((1 - discount**turns) / (1 - discount))


@uncounted
def territory(left: int, knobs: Any) -> float:
    """Return today's worth of a square at the end of the game, `left` answers from now."""
    return float(knobs.land * knobs.discount**left)
