"""One turn of the amortizer."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from bot.ground.board import turns_left
from experiments.opponents.school import Thought, View, never

from . import Amortizing, assignment, dominance, exchange, modes, prediction, stays, steps, targets
from .desk import ATTACKING, desk, knobs

MOST_TARGETS = 512


class Amortizer:
    """One player in one game."""

    def __init__(self, settings: Amortizing, height: int, width: int):
        self.knobs, self.desk = knobs(settings), desk(height, width, MOST_TARGETS)
        self.exchange = exchange.Exchange(settings, height, width)
        self.stay, self.weight = stays.tables(settings)
        self.stacks = self.targets = 0

    def moves(self, view: View, out_of_time: Callable[[], bool] = never) -> npt.NDArray[np.uint8]:
        """Return the moves for `view`; the clock is not asked."""
        knobs, desk, me = self.knobs, self.desk, view.me
        desk.owner[:], desk.strength[:] = view.owner.ravel(), view.strength.ravel()
        desk.production[:] = view.production.ravel()
        left = max(turns_left(view.height, view.width, view.turn), 1)

        prediction.watch(me, desk)  # what enemy stacks did
        prediction.predict(me, knobs, desk)  # and where they go next
        dominance.survey(me, desk)  # who may come by where
        self.targets = targets.survey(me, left, self.weight, knobs, desk)  # what there is to take, and how far away
        modes.count_danger(me, desk)
        self.stacks = assignment.assign(me, self.targets, self.stay, self.weight, knobs, desk)  # most to lose first
        steps.plan(me, self.stacks, self.stay, knobs, desk)  # who leaves now, and which way
        exchange.retreat(me, knobs, desk)  # who steps back
        self.exchange.improve(view, desk)  # who fights
        if knobs.cap_guard:
            steps.keep_below_cap(me, self.stacks, desk)
        modes.choose(self.stacks, self.targets, self.stay, self.weight, knobs, desk)  # for the next turn
        self.mode, self.danger = desk.mode.copy(), desk.threat.sum(axis=0)
        modes.carry(me, desk)
        return desk.move.reshape(view.owner.shape).astype(np.uint8)

    def thought(self) -> Thought:
        """Return the grids, reasons and assignments of the last turn, as they lie on the desk."""
        desk = self.desk
        shape = tuple(desk.size.tolist())
        stack = np.zeros(desk.owner.size, bool)
        stack[desk.rank[: self.stacks]] = True
        neutral = desk.owner == 0
        layers = {
            "worth": np.where(neutral, desk.worth, np.nan),
            "dominance": desk.safe[0],
            "value": np.where(stack & (desk.goal >= 0), desk.value, np.nan),
            "mode": np.where(stack & (self.mode > 0), self.mode, np.nan),
            "expected": np.where(desk.expected > 0, desk.expected, np.nan),
            "danger": np.where(stack & (self.danger > 0), self.danger, np.nan),
        }
        return Thought(
            reason=desk.reason.reshape(shape).astype(np.uint8),
            layers={name: layer.reshape(shape) for name, layer in layers.items()},
            arrows={"mining targets": self._arrows(mining=True), "attack targets": self._arrows(mining=False)},
            figures={"stacks": self.stacks, "targets": self.targets},
        )

    def _arrows(self, *, mining: bool) -> npt.NDArray[np.int64]:
        """Return (n, 2) the arrows from each stack of a mode to its target."""
        desk = self.desk
        stacks = desk.rank[: self.stacks]
        stacks = stacks[desk.goal[stacks] >= 0]
        stacks = stacks[(desk.kind[desk.goal[stacks]] != ATTACKING) == mining]
        return np.stack([stacks, desk.target[desk.goal[stacks]]], axis=1)
