"""The amortizer: every stack picks the target with the best value per turn, the most to lose first."""

from dataclasses import dataclass

from experiments.opponents.school import Layer, Mover, Reason, School, Settings, knob

MINING = "Mining"


@dataclass(frozen=True, slots=True)
class Amortizing(Settings):
    """The knobs of the amortizer."""

    # fmt: off
    patience: float = knob(
        5.0, low=0.0, high=50.0, group=MINING, unit="turns of production",
        why="a stack gathers this many turns of its own production before it moves",
    )
    # fmt: on


def _open(settings: Amortizing, height: int, width: int) -> Mover:
    from .play import Amortizer  # here, because most of what asks who plays never asks how

    return Amortizer(settings, height, width)


SCHOOL = School(
    "amortizer",
    "Every stack picks the target with the best value per turn, the stack with the most to lose first.",
    Amortizing,
    _open,
    (Reason("NONE", "Waits."), Reason("GOES", "Goes to the cheapest border.", ("patience",))),
    (Layer("cost", "turns of production until the cheapest border is repaid", "turns", is_low_good=True),),
)
