"""One turn of the amortizer, and its exchanges: near an enemy a stack destroys more than it loses, where it can.

A blow falls on every enemy square beside it, so a stack between three enemies destroys up to three times its strength,
and two of ours beside one enemy lose twice to one blow. So the steps of all stacks near an enemy are weighed together,
by the bot's search of joint moves, against eight futures: in some the enemy plays a known strategy, in the rest it
moves at random, rather towards us.
"""

from dataclasses import replace
from math import inf
from typing import Any

import numpy as np
import numpy.typing as npt

from bot import kernels, override, preset
from bot.board.board import turns_left
from bot.board.compiled import Grids
from bot.greedy.tie_break import TURN_STRIDE, splitmix64
from bot.search import combat, combat_zone, opponent_moves
from experiments.opponents.compiled import for_kernels
from experiments.opponents.opponent import View, explanation

from . import Amortizing, assignment, targets
from .targets import ATTACKING, EXCHANGE, GATHER, AmortizerDesk, KernelSettings, desk, tables

KEEP = 0.05  # share of its strength that a change of a step has to gain: the target is more than this turn

# The strategy that enemies are taken to play in some futures.
HABIT = override(preset("v26"), {"pact": "off", "strategic_stilling": False})


class Exchange:
    """The search for one board."""

    def __init__(self, settings: Amortizing, height: int, width: int):
        changes = {
            "combat_search": settings.exchange, "search_worth": settings.land, "search_grudge": 1 / settings.caution,
            "search_keep": KEEP, "search_slope": settings.advance, "seed": settings.seed,
        }  # fmt: skip
        self.parameters = kernels.values(override(preset("v26"), changes))
        self.front, self.scratch = combat_zone.front(height, width), kernels.scratch(height, width)
        self.tries, self.strategic, self.pace = settings.exchange, settings.strategy, settings.pace
        self.enemies: dict[int, kernels.Decider] = {}

    def improve(self, view: View, desk: AmortizerDesk) -> None:
        """Find better steps for the stacks near an enemy, where there are some, and note their reason."""
        front, me = self.front, view.me
        combat_zone.load(Grids(view.owner, view.strength, view.production), self.parameters, front.squares)
        size = combat_zone.find_free(me, self.parameters, front.squares, front.zone, front.free) if self.tries else 0
        if size == 0:
            return
        moves = desk.move.reshape(view.owner.shape).astype(np.uint8)
        cells = self.scratch.cells
        cells["potential"] = desk.turns / self.pace  # in steps
        end = combat_zone.find_zone(size, front.squares, front.zone, front.free)
        combat_zone.measure_distances(me, front.squares, self.scratch.order)
        self._sample_replies(view, end)
        combat.place_pieces(me, moves, end, front.squares, front.zone)
        combat.set_bonuses(moves, size, cells, self.parameters, front.squares, front.free)
        combat.score(end, self.parameters, front)
        combat.improve(size, size * self.tries, self.parameters, front)
        combat.write_moves(size, front.squares, front.free, moves)
        better = moves.ravel() != desk.move
        desk.reason[better] = np.where(moves.ravel()[better] > 0, EXCHANGE, GATHER)
        desk.move[:] = moves.ravel()

    def _sample_replies(self, view: View, end: int) -> None:
        """Write the futures: first those of a known strategy, then any."""
        front, me = self.front, view.me
        start = np.uint64(splitmix64(int(self.parameters["seed"])))
        front.dice[0] = start + np.uint64(view.turn) * np.uint64(TURN_STRIDE)
        if self.strategic:
            front.reply[: self.strategic] = self._strategy(view)
        for k in range(self.strategic, combat_zone.SAMPLES):
            opponent_moves.draw_reply(k, me, end, front.squares, front.zone, front.reply, front.dice)
        opponent_moves.evaluate_replies(me, combat_zone.SAMPLES, end, front)

    def _strategy(self, view: View) -> npt.NDArray[np.uint8]:
        """Return (N,) the moves of every enemy square if its player decides as HABIT."""
        option = np.zeros(view.owner.size, np.uint8)
        for enemy in map(int, np.unique(view.owner[(view.owner != 0) & (view.owner != view.me)])):
            if enemy not in self.enemies:
                self.enemies[enemy] = kernels.Decider(HABIT, *view.owner.shape)
            theirs = self.enemies[enemy].moves(replace(view, me=enemy)).ravel()
            option = np.where(view.owner.ravel() == enemy, theirs, option)
        return option


class Amortizer:
    """One player in one game."""

    def __init__(self, settings: Amortizing, height: int, width: int):
        self.parameters, self.desk = for_kernels(KernelSettings, settings), desk(height, width)
        self.exchange = Exchange(settings, height, width)
        self.stay, self.weight = tables(settings)
        self.stacks = self.targets = 0

    def moves(self, view: View, deadline: float = inf) -> npt.NDArray[np.uint8]:
        """Return the moves for `view`; the clock is not asked."""
        parameters, desk, me = self.parameters, self.desk, view.me
        desk.owner[:], desk.strength[:] = view.owner.ravel(), view.strength.ravel()
        desk.production[:] = view.production.ravel()
        left = max(turns_left(view.height, view.width, view.turn), 1)

        targets.measure_dominance(me, desk)  # who may come by where
        self.targets = targets.survey(me, left, parameters, desk)  # what there is to take, and how far away
        self.stacks = assignment.assign(
            me, self.targets, self.stay, self.weight, parameters, desk
        )  # most to lose first
        assignment.plan(me, self.stacks, self.stay, parameters, desk)  # who leaves now, and which way
        self.exchange.improve(view, desk)  # who fights
        assignment.keep_below_cap(me, self.stacks, desk)
        return desk.move.reshape(view.owner.shape).astype(np.uint8)

    def explain(self, view: View) -> dict[str, Any]:
        """Return the grids, reasons and assignments of the last turn, as they lie on the desk."""
        desk = self.desk
        stack = np.zeros(desk.owner.size, bool)
        stack[desk.rank[: self.stacks]] = True
        layers = {
            "worth": np.where(desk.owner == 0, desk.worth, np.nan),
            "dominance": desk.safe[0],
            "value": np.where(stack & (desk.goal >= 0), desk.value, np.nan),
            "expected": np.where(desk.expected > 0, desk.expected, np.nan),
        }
        return explanation(
            desk.move,
            desk.reason,
            layers,
            {"mining targets": self._arrows(mining=True), "attack targets": self._arrows(mining=False)},
            {"stacks": self.stacks, "targets": self.targets},
        )

    def _arrows(self, *, mining: bool) -> npt.NDArray[np.int64]:
        """Return (n, 2) the arrows from each stack of a mode to its target."""
        desk = self.desk
        stacks = desk.rank[: self.stacks]
        stacks = stacks[desk.goal[stacks] >= 0]
        stacks = stacks[(desk.kind[desk.goal[stacks]] != ATTACKING) == mining]
        return np.stack([stacks, desk.target[desk.goal[stacks]]], axis=1)
