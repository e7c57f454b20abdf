"""The opening: whole plans are simulated before the game, and the best one is replayed.

A plan is a way to cut the board into regions and an order to take them in. The first plans are random, later ones
change one of the best five a little. Each is played on the real board, alone, until the turn at which two players
would first meet if everybody followed the potential field; production and strength then decide, in thousandths of
what the field alone reaches.
"""

import time
from dataclasses import astuple, dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from bot import kernels
from bot.board.board import SEATS, View
from bot.kernels.board import count_players, owner_bits
from bot.parameters.presets import Parameters
from bot.search import rollout
from bot.search.opening import is_near

from . import captures, regions
from .captures import PlannerDesk, compiled, load

POOL = 5  # plans that later ones are made from
LOWS = np.array([1.0, 50.0, 1.0, 3.0, 0.2])  # the ranges of a recipe, in the order of its fields
HIGHS = np.array([4.0, 95.0, 7.0, 9.0, 0.9])
PAYS = 12  # strength that a point of production counts when plans are compared


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a plan is made from."""

    reach: float  # halves of width + height at which a square is worth nothing any more
    percent: float  # a region takes neighbours worth at least this share of its first square
    most: float  # regions that are planned
    hold: float  # turns of production before an inner square moves
    behind: float  # share of a price that comes from behind


@dataclass(slots=True)
class OpeningPlan:
    """Moves for the first turns, and what our squares hold before each of them."""

    recipe: Recipe | None  # None: the potential field leads
    moves: npt.NDArray[np.uint8]  # (turns, H, W)
    expected: npt.NDArray[np.int16]  # (turns, H, W) strength on our squares, -1 elsewhere
    why: npt.NDArray[np.uint8]  # (turns, N) the reason of every square, and
    target: npt.NDArray[np.int64]  # (turns, N) what it helps to capture; -1 for nothing
    worth: float  # thousandths
    rank: npt.NDArray[np.float64]  # (N,) the order of its captures
    tried: list[float] = field(default_factory=list)  # the worth of every plan that was played, the field's first

    def at(self, view: View) -> npt.NDArray[np.uint8] | None:
        """Return the moves for this turn; None when the plan is over or the board is not as it foresaw."""
        if view.turn >= len(self.moves) or is_near(view.me, view.owner):
            return None
        ours = np.where(view.owner == view.me, view.strength.astype(np.int16), np.int16(-1))
        return self.moves[view.turn] if np.array_equal(ours, self.expected[view.turn]) else None


def search(
    view: View, left: int, plans: int, parameters: Any, desk: PlannerDesk, field: Parameters,
    random: np.random.Generator, deadline: float,
) -> OpeningPlan:  # fmt: skip
    """Return the best of the plans tried, of as many as the clock allows; at least that of the field."""
    rollouts = _Rollouts(view, left, parameters, desk, field)
    pool = [rollouts.play(None)]
    tried = [pool[0].worth]
    for number in range(1, plans):
        if time.monotonic() > deadline:
            break
        base = pool[number % len(pool)].recipe
        plan = rollouts.play(_random(random) if base is None or number <= plans // 3 else _perturb(base, random))
        tried.append(plan.worth)
        pool = sorted([*pool, plan], key=lambda each: -each.worth)[:POOL]
    return replace(pool[0], tried=tried)


def _random(random: np.random.Generator) -> Recipe:
    return Recipe(*random.uniform(LOWS, HIGHS).tolist())


def _perturb(base: Recipe, random: np.random.Generator) -> Recipe:
    """Return the recipe with every parameter a little different."""
    return Recipe(*np.clip(astuple(base) * random.uniform(0.8, 1.2, LOWS.size), LOWS, HIGHS).tolist())


class _Rollouts:
    """The board on which plans are tried."""

    def __init__(self, view: View, left: int, parameters: Any, desk: PlannerDesk, field: Parameters):
        self.view, self.parameters, self.desk, self.field = view, parameters, desk, kernels.values(field)
        self.scratch, self.table = kernels.scratch(view.height, view.width), rollout.table(view.height, view.width)
        rollout.reset_table(kernels.grids(view), self.table)
        self.turns = contact(left, view.me, np.array([self.field] * SEATS, kernels.VALUES), self.scratch, self.table)
        self.base = 0.0

    def play(self, recipe: Recipe | None) -> OpeningPlan:
        """Play a recipe until the meeting; the first one that is played is worth 1,000."""
        view, desk, shape = self.view, self.desk, (self.turns, *self.view.owner.shape)
        self._rank(recipe)
        rollout.reset_table(kernels.grids(view), self.table)
        moves, expected = np.zeros(shape, np.uint8), np.full(shape, -1, np.int16)
        why, target = np.zeros((self.turns, view.owner.size), np.uint8), np.full((self.turns, view.owner.size), -1)
        hold, behind = (recipe.hold, recipe.behind) if recipe else (0.0, 0.0)
        play_rollout(
            view.me, recipe is None, hold, behind, self.parameters, desk, self.field, self.scratch, self.table, moves,
            expected, why, target,
        )  # fmt: skip
        ours = self.table.grids.owner == view.me
        worth = max(float(PAYS * view.production[ours].sum() + self.table.grids.strength[ours].sum()), 1.0)
        self.base = self.base or worth
        return OpeningPlan(recipe, moves, expected, why, target, 1000 * worth / self.base, desk.rank.copy())

    def _rank(self, recipe: Recipe | None) -> None:
        """Write the order in which the recipe takes the land into `rank`."""
        view, desk = self.view, self.desk
        desk.rank[:] = np.inf
        if recipe is not None:
            load(view.owner, view.strength, view.production, desk)
            away = regions.usable(view.me, desk)
            region, count = regions.cut(away, recipe.reach * (view.height + view.width) / 2, recipe.percent, desk)
            regions.rank(view.me, region, count, round(recipe.most), desk)


@compiled
def play_rollout(
    me: int, by_field: bool, hold: float, behind: float, parameters: Any, desk: PlannerDesk, field: Any, scratch: Any,
    table: Any, moves: Any, expected: Any, why: Any, target: Any,
) -> None:  # fmt: skip
    """Play our moves alone on the table, and write down the moves, what our squares hold before them, and bookings."""
    grids = table.grids
    for turn in range(moves.shape[0]):
        for y in range(grids.owner.shape[0]):
            for x in range(grids.owner.shape[1]):
                if grids.owner[y, x] == me:
                    expected[turn, y, x] = grids.strength[y, x]
        if by_field:
            kernels.decide(grids, me, turn, table.memories[me], field, scratch, moves[turn])
        else:
            captures.decide(grids.owner, grids.strength, grids.production, me, hold, behind, parameters, desk)
            flat = moves[turn].reshape(-1)
            for c in range(flat.size):
                flat[c] = desk.move[c] if desk.owner[c] == me else 0
                why[turn, c], target[turn, c] = desk.why[c], desk.target[c]
        rollout.step(grids, moves[turn], table.pieces)


@compiled
def contact(left: int, me: int, everybody: Any, scratch: Any, table: Any) -> int:
    """Return the turn at which an enemy first comes near us, if all play by the field."""
    for turn in range(left):
        if is_near(me, table.grids.owner):
            return max(turn, 1)
        players = owner_bits(table.grids.owner)
        if count_players(players) < 2:
            break
        rollout.play_turn(turn, players, everybody, scratch, table)
    return left
