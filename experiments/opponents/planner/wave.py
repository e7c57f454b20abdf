"""The end wave: a stack starts to run when the border is as far as the game has turns left."""

from typing import Any

from experiments.opponents.compiled import UNCOUNTED, compiler

from .desk import UNDECIDED, WAYS, PlannerDesk, fits, order_to, spread
from .reasons import RUNS

uncounted = compiler(__file__, **UNCOUNTED)


@uncounted
def measure(me: int, desk: PlannerDesk) -> None:
    """Write the steps of every square of ours to the nearest one that is not and may be taken into `steps`."""
    size = 0
    far = desk.owner.size
    for c in range(far):
        desk.steps[c] = far
        if desk.owner[c] != me and not desk.closed[c]:
            desk.steps[c], desk.queue[size] = 0, c
            size += 1
    spread(desk.steps, size, desk)


@uncounted
def run(me: int, left: int, size: int, knobs: Any, desk: PlannerDesk) -> None:
    """Send the inner stacks of `queue` that must leave now straight to the border."""
    for i in range(size):
        c = desk.queue[i]
        is_late = desk.steps[c] >= left - knobs.wave_early and 1 < desk.steps[c] <= left + 1
        if desk.move[c] != UNDECIDED or not is_late or desk.strength[c] == 0:
            continue
        for way in range(1, WAYS):
            n = desk.around[c, way]
            if desk.steps[n] < desk.steps[c] and fits(c, way, desk):
                order_to(c, way, RUNS, desk)
                break
