"""Plan of a ladder that is published: players, maps and number of blocks are fixed before the first game."""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import islice
from typing import Any

from experiments.arena.players import Player
from experiments.arena.schedule import Block, Mix
from experiments.match import plan as plans
from experiments.match.plan import Draw, MatchPlan

from .lineups import check, in_turn


def planned(players: Sequence[Player], question: str, today: date, draw: Draw, **rest: Any) -> MatchPlan:
    """Return the plan for these players, the first of whom has 0 Elo.

    rest     mix, seeds, first and blocks, as in MatchPlan
    Raises   PlanError; ScheduleError when there are too few players or blocks, or the boards are too small
    """
    plan = plans.between(players, question, today, ladder=draw, **rest)
    check(players, draw.seats, plan.blocks, draw.gauntlet)
    next(blocks_of(plan, players))
    return plan


def blocks_of(plan: MatchPlan, players: Sequence[Player]) -> Iterator[Block]:
    """Yield the blocks of a plan between its players, in its order: the same whatever their results are."""
    assert plan.ladder is not None  # for mypy: the plan is that of a ladder
    draw = plan.ladder
    drawn = in_turn(players, Mix.parse(plan.mix), draw.seats, plan.first, draw.seed, plan.seeds, draw.gauntlet)
    return islice(drawn, plan.blocks)
