"""One turn of the planner without combat: the war graph, exact captures, the flow and the end wave."""

from typing import Any

from experiments.opponents.compiled import UNCOUNTED, compiler

from . import flow, prices, schedule, war, wave
from .desk import PlannerDesk, load

uncounted = compiler(__file__, **UNCOUNTED)

ENDS = 8  # in this many last turns a square counts by its strength alone


@uncounted
def decide(
    owner: Any, strength: Any, production: Any, me: int, left: int, allowed: int, knobs: Any, desk: PlannerDesk
) -> tuple[int, int]:
    """Choose a move for every square of player `me`, into `desk.move`.

    left      answers still to be given, this one included
    allowed   the square where we open a front on purpose; -1: none
    Returns the players at war with us as bits, and the vacant strength.
    """
    load(owner, strength, production, desk)
    wars = war.survey(me, allowed, knobs, desk)
    prices.induce(knobs, left <= ENDS and knobs.end_wave, desk)
    desk.filled[:] = 0
    flow.reach_out(me, knobs, desk)
    vacant = flow.spread(me, knobs, desk)
    schedule.capture_all(me, knobs, desk)
    if knobs.end_wave:
        wave.measure(me, desk)
    size = flow.sort_ours(me, desk)
    if knobs.end_wave:
        wave.run(me, left, size, knobs, desk)
    flow.walk(me, size, knobs, desk)
    return wars, vacant
