"""One turn of the amortizer."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from bot.ground.board import turns_left
from experiments.opponents.compiled import for_kernels
from experiments.opponents.school import Thought, View, never

from . import Amortizing, assignment, exchange, steps, targets
from .desk import ATTACKING, KernelSettings, desk, tables


class Amortizer:
    """One player in one game."""

    def __init__(self, settings: Amortizing, height: int, width: int):
        self.knobs, self.desk, self.shape = for_kernels(KernelSettings, settings), desk(height, width), (height, width)
        self.exchange = exchange.Exchange(settings, height, width)
        self.stay, self.weight = tables(settings)
        self.stacks = self.targets = 0

    def moves(self, view: View, out_of_time: Callable[[], bool] = never) -> npt.NDArray[np.uint8]:
        """Return the moves for `view`; the clock is not asked."""
        knobs, desk, me = self.knobs, self.desk, view.me
        desk.owner[:], desk.strength[:] = view.owner.ravel(), view.strength.ravel()
        desk.production[:] = view.production.ravel()
        left = max(turns_left(view.height, view.width, view.turn), 1)

        targets.watch(me, desk)  # who may come by where
        self.targets = targets.survey(me, left, self.weight, knobs, desk)  # what there is to take, and how far away
        self.stacks = assignment.assign(me, self.targets, self.stay, self.weight, knobs, desk)  # most to lose first
        steps.plan(me, self.stacks, self.stay, knobs, desk)  # who leaves now, and which way
        self.exchange.improve(view, desk)  # who fights
        steps.keep_below_cap(me, self.stacks, desk)
        return desk.move.reshape(view.owner.shape).astype(np.uint8)

    def thought(self) -> Thought:
        """Return the grids, reasons and assignments of the last turn, as they lie on the desk."""
        desk = self.desk
        stack = np.zeros(desk.owner.size, bool)
        stack[desk.rank[: self.stacks]] = True
        neutral = desk.owner == 0
        layers = {
            "worth": np.where(neutral, desk.worth, np.nan),
            "dominance": desk.safe[0],
            "value": np.where(stack & (desk.goal >= 0), desk.value, np.nan),
            "expected": np.where(desk.expected > 0, desk.expected, np.nan),
        }
        return Thought(
            reason=desk.reason.reshape(self.shape).astype(np.uint8),
            layers={name: layer.reshape(self.shape) for name, layer in layers.items()},
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
