"""The opening: whole plans are simulated before the game, and the best one is replayed.

A plan is a way to cut the board into regions and an order to take them in. The first plans are random, later ones
change one of the best five a little. Each is played on the real board, alone, until the turn at which two players
would first meet if everybody followed the potential field; production and strength then decide, in thousandths of
what the field alone reaches.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from bot import kernels
from bot.greedy.potential import never
from bot.ground.view import NEUTRAL, SEATS, View
from bot.knobs.parameters import Parameters
from bot.stages import battle, forecast
from experiments.opponents.compiled import UNCOUNTED, compiler

from . import policy, regions
from .desk import PlannerDesk, load, write

compiled = compiler(__file__)
uncounted = compiler(__file__, **UNCOUNTED)

POOL = 5  # plans that later ones are made from
PERCENT = (50.0, 95.0)
HOLD = (3.0, 9.0)
PAYS = 12  # strength that a point of production counts when plans are compared
MEETING = 3  # two players meet when so few steps lie between their squares


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a plan is made from."""

    reach: float = 2.0  # halves of width + height at which a square is worth nothing any more
    percent: float = 60.0  # a region takes neighbours worth at least this share of its first square
    most: int = 0  # regions that are planned
    hold: float = 5.0  # turns of production before an inner square moves
    behind: float = 0.5  # share of a price that comes from behind
    field: bool = False  # the potential field leads, and nothing else of the recipe counts


@dataclass(slots=True)
class OpeningPlan:
    """Moves for the first turns, and what our squares hold before each of them."""

    recipe: Recipe
    moves: npt.NDArray[np.uint8]  # (turns, H, W)
    expected: npt.NDArray[np.int16]  # (turns, H, W) strength on our squares, -1 elsewhere
    worth: float  # thousandths
    rank: npt.NDArray[np.float64]  # (N,) the order of its captures
    tried: list[tuple[Recipe, float]] = field(default_factory=list)  # every recipe that was played, and its worth

    def at(self, view: View) -> npt.NDArray[np.uint8] | None:
        """Return the moves for this turn; None when the plan is over or the board is not as it foresaw."""
        if view.turn >= len(self.moves) or enemies_near(view):
            return None
        ours = np.where(view.owner == view.me, view.strength.astype(np.int16), np.int16(-1))
        return self.moves[view.turn] if np.array_equal(ours, self.expected[view.turn]) else None


def enemies_near(view: View) -> bool:
    """Return whether a square of another player is within MEETING steps of ours."""
    near = view.owner == view.me
    for _ in range(MEETING):
        near = near | np.roll(near, 1, 0) | np.roll(near, -1, 0) | np.roll(near, 1, 1) | np.roll(near, -1, 1)
    return bool((near & (view.owner != view.me) & (view.owner != NEUTRAL)).any())


def search(
    view: View, left: int, plans: int, knobs: Any, desk: PlannerDesk, field: Parameters, random: np.random.Generator,
    out_of_time: Callable[[], bool] = never,
) -> OpeningPlan:  # fmt: skip
    """Return the best of the plans tried, of as many as the clock allows; at least that of the field."""
    stage = _Stage(view, left, knobs, desk, field)
    pool = [stage.play(Recipe(field=True))]
    tried = [(pool[0].recipe, pool[0].worth)]
    for number in range(1, plans):
        if out_of_time():
            break
        base = pool[number % len(pool)].recipe
        recipe = _random(random) if number <= plans // 3 else _changed(base, random)
        plan = stage.play(recipe)
        tried.append((recipe, plan.worth))
        pool = sorted([*pool, plan], key=lambda each: -each.worth)[:POOL]
    return replace(pool[0], tried=tried)


def _random(random: np.random.Generator) -> Recipe:
    low, high = PERCENT
    return Recipe(
        random.uniform(1, 4), random.uniform(low, high), int(random.integers(1, 8)), random.uniform(*HOLD),
        random.uniform(0.2, 0.8),
    )  # fmt: skip


def _changed(base: Recipe, random: np.random.Generator) -> Recipe:
    """Return the recipe with every parameter a little different."""
    by = random.uniform(0.8, 1.2, 4)
    return Recipe(
        float(np.clip(base.reach * by[0], 1, 4)), float(np.clip(base.percent * by[1], *PERCENT)),
        max(base.most + int(random.integers(-1, 2)), 0), float(np.clip(base.hold * by[2], *HOLD)),
        float(np.clip(base.behind * by[3], 0, 0.9)),
    )  # fmt: skip


class _Stage:
    """The board on which plans are tried."""

    def __init__(self, view: View, left: int, knobs: Any, desk: PlannerDesk, field: Parameters):
        self.field = kernels.knobs(field)
        self.scratch = kernels.scratch(view.height, view.width)
        self.view, self.left, self.knobs, self.desk = view, left, knobs, desk
        self.table = forecast.table(view.height, view.width)
        self._lay()
        desk.rank[:] = np.inf
        everybody = np.array([self.field] * SEATS, kernels.KNOBS)
        self.turns = meeting(self.left, everybody, self.scratch, self.table)
        self.base = 1.0
        self.play(Recipe(field=True))
        self.base = self._outcome()

    def play(self, recipe: Recipe) -> OpeningPlan:
        """Play a recipe until the meeting."""
        view, desk = self.view, self.desk
        self._lay()
        self._rank(recipe)
        moves = np.zeros((self.turns, view.height, view.width), np.uint8)
        expected = np.full((self.turns, view.height, view.width), -1, np.int16)
        knobs = self.knobs._replace(hold=recipe.hold, behind=recipe.behind, front_price=np.inf)  # they stand still
        rehearse(
            view.me, self.left, recipe.field, knobs, view.production, desk, self.field, self.scratch, self.table, moves,
            expected,
        )  # fmt: skip
        plan = OpeningPlan(recipe, moves, expected, 0.0, desk.rank.copy())
        plan.worth = 1000 * self._outcome() / self.base
        return plan

    def _rank(self, recipe: Recipe) -> None:
        self.desk.rank[:] = np.inf
        if recipe.most == 0 or not self.knobs.regions:
            return
        load(self.view.owner, self.view.strength, self.view.production, self.desk)
        away = regions.usable(self.view.me, self.desk)
        reach = recipe.reach * (self.view.height + self.view.width) / 2
        region, count = regions.cut(away, reach, recipe.percent, self.desk)
        regions.rank(self.view.me, region, count, recipe.most, self.desk)

    def _outcome(self) -> float:
        """Return the worth of our squares on the table, in strength."""
        ours = self.table.grids.owner == self.view.me
        return max(float(PAYS * self.view.production[ours].sum() + self.table.grids.strength[ours].sum()), 1.0)

    def _lay(self) -> None:
        forecast.lay(self.view, self.table)


@compiled
def rehearse(
    me: int, left: int, by_field: bool, knobs: Any, production: Any, desk: PlannerDesk, field: Any, scratch: Any,
    table: Any, moves: Any, expected: Any,
) -> None:  # fmt: skip
    """Play our moves alone on the table, and write down the moves and what our squares hold before them."""
    for turn in range(moves.shape[0]):
        owner, strength = table.grids.owner, table.grids.strength
        for y in range(owner.shape[0]):
            for x in range(owner.shape[1]):
                if owner[y, x] == me:
                    expected[turn, y, x] = strength[y, x]
        if by_field:
            kernels.decide(table.grids, me, turn, table.memories[me], field, scratch, moves[turn])
        else:
            policy.decide(owner, strength, production, me, left - turn, -1, knobs, desk)
            write(me, desk, moves[turn])
        battle.step(table.grids, moves[turn], table.planes)


@compiled
def meeting(left: int, everybody: Any, scratch: Any, table: Any) -> int:
    """Return the turn at which two players first come near one another, if all play by the field."""
    for turn in range(left):
        if _is_met(table.grids.owner):
            return max(turn, 1)
        forecast.play_out(turn, turn + 1, everybody, scratch, table)
    return left


@uncounted
def _is_met(owner: Any) -> bool:
    """Return whether two players' squares are within MEETING steps, along rows or columns."""
    height, width = owner.shape
    for y in range(height):
        for x in range(width):
            if owner[y, x] > 0:
                for step in range(1, MEETING + 1):
                    below, right = owner[(y + step) % height, x], owner[y, (x + step) % width]
                    if (below > 0 and below != owner[y, x]) or (right > 0 and right != owner[y, x]):
                        return True
    return False
