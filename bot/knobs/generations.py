"""The generations: their lists of rules, and how they differ beyond values of knobs."""

from collections.abc import Mapping
from dataclasses import dataclass, field

LATER = {"field": False}
"""What the potential field does not depend on; see bot.knobs.parameters.shapes_field."""


@dataclass(frozen=True, slots=True)
class Generation:
    """What a generation is. The kernels read these fields by the same names."""

    verdicts: str = field(metadata=LATER)  # the list of rules in verdicts.py that a square goes through
    prices_enemies: bool  # an enemy square has a price too; without it only empty squares lead to a fight
    rounds_late: bool  # a toll is alpha * (strength / production) instead of (alpha * strength) / production
    orders_by_distance: bool = field(metadata=LATER)  # of equal squares the one nearer to a border chooses first
    books_production: bool = field(metadata=LATER)  # a square that stays books its production too
    has_hurdle: bool = field(metadata=LATER)  # interior squares move only above a strength
    fears_enemies: bool = field(metadata=LATER)  # the dodge counts enemy squares as threats, besides empty ones


GENERATIONS: Mapping[str, Generation] = {
    "v12": Generation(
        "v12", prices_enemies=True, rounds_late=True, orders_by_distance=False, books_production=False,
        has_hurdle=False, fears_enemies=False,
    ),
    "v17": Generation(
        "v17", prices_enemies=False, rounds_late=False, orders_by_distance=False, books_production=False,
        has_hurdle=True, fears_enemies=False,
    ),
    "v26": Generation(
        "v26", prices_enemies=False, rounds_late=False, orders_by_distance=True, books_production=True,
        has_hurdle=True, fears_enemies=True,
    ),
}  # fmt: skip
"""By name. A preset names its generation, and may be called differently."""
