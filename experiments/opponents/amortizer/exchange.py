"""Exchanges: near an enemy a stack takes the step from which it can be expected to destroy more than it loses.

A blow falls on every enemy square beside it, so a stack between three enemies destroys up to three times its strength,
and two of ours beside one enemy lose twice to one blow. So the steps of all stacks near an enemy are weighed together,
by the bot's search of joint moves, against eight futures: in some the enemy plays a known strategy, in the rest it
moves at random, rather towards us.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from bot import changed, kernels, preset
from bot.greedy.luck import TURN_STRIDE
from bot.ground.arrays import Grids
from bot.ground.view import View
from bot.stages import combat, fronts, replies

from . import Amortizing
from .desk import EXCHANGE, GATHER, AmortizerDesk

KEEP = 0.05  # share of its strength that a change of a step has to gain: the target is more than this turn

HABIT = changed(preset("v26"), {"pact": "off", "strategic_stilling": False})
"""The strategy that enemies are taken to play in some futures."""


class Exchange:
    """The search for one board."""

    def __init__(self, settings: Amortizing, height: int, width: int):
        changes = {
            "combat_search": settings.exchange, "search_worth": settings.land, "search_grudge": 1 / settings.caution,
            "search_keep": KEEP, "search_slope": settings.advance, "seed": settings.seed,
        }  # fmt: skip
        self.knobs = kernels.knobs(changed(preset("v26"), changes))
        self.front, self.scratch = fronts.front(height, width), kernels.scratch(height, width)
        self.tries, self.strategic, self.pace = settings.exchange, settings.strategy, settings.pace
        self.enemies: dict[int, kernels.Decider] = {}

    def improve(self, view: View, desk: AmortizerDesk) -> None:
        """Find better steps for the stacks near an enemy, where there are some, and note their reason."""
        front, me = self.front, view.me
        fronts.load(Grids(view.owner, view.strength, view.production), self.knobs, front.squares)
        size = fronts.find(me, self.knobs, front.squares, front.zone, front.free) if self.tries else 0
        if size == 0:
            return
        moves = desk.move.reshape(view.owner.shape).astype(np.uint8)
        cells = self.scratch.cells
        cells["potential"] = desk.turns / self.pace  # in steps
        end = fronts.surround(size, front.squares, front.zone, front.free)
        fronts.measure(me, front.squares, self.scratch.order)
        self._imagine(view, end)
        combat.stand(me, moves, end, front.squares, front.zone)
        combat.prefer(moves, size, cells, self.knobs, front.squares, front.free)
        combat.score(end, self.knobs, front)
        combat.improve(size, size * self.tries, self.knobs, front)
        combat.write(size, front.squares, front.free, moves)
        better = moves.ravel() != desk.move
        desk.reason[better] = np.where(moves.ravel()[better] > 0, EXCHANGE, GATHER)
        desk.move[:] = moves.ravel()

    def _imagine(self, view: View, end: int) -> None:
        """Write the futures: first those of a known strategy, then any."""
        front, me = self.front, view.me
        front.dice[0] = self.knobs["luck"] + np.uint64(view.turn) * np.uint64(TURN_STRIDE)
        if self.strategic:
            front.reply[: self.strategic] = self._strategy(view)
        for k in range(self.strategic, fronts.SAMPLES):
            replies.guess(k, me, end, front.squares, front.zone, front.reply, front.dice)
        replies.lay_out(me, fronts.SAMPLES, end, front)

    def _strategy(self, view: View) -> npt.NDArray[np.uint8]:
        """Return (N,) the moves of every enemy square if its player decides as HABIT."""
        option = np.zeros(view.owner.size, np.uint8)
        for enemy in map(int, np.unique(view.owner[(view.owner != 0) & (view.owner != view.me)])):
            if enemy not in self.enemies:
                self.enemies[enemy] = kernels.Decider(HABIT, *view.owner.shape)
            theirs = self.enemies[enemy].moves(replace(view, me=enemy)).ravel()
            option = np.where(view.owner.ravel() == enemy, theirs, option)
        return option
