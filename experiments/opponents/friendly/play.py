"""One turn of friendly."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bot import preset
from experiments.opponents.school import Thought, View, never

from . import costs, edges, navigation
from .position import Position, Reader, friendliness
from .telling import thought

FIELD = replace(preset("v26"), pact="off", ties="fixed", route_cost=0.01, strategic_stilling=False)
"""The field that leads to the nearest front; of equal ways it takes the one over less production."""

PEACE = replace(FIELD, pact="everybody", pact_heads_up=False)
CROWD = 3  # players


class Cascade(NamedTuple):
    """The parameters of this game: the defaults, then by players, then by size; later ones win."""

    is_duel: bool
    should_attack: float
    hold: float


class Friendly:
    """One player in one game."""

    def __init__(self, settings: Any, height: int, width: int):
        self.settings, self.shape = settings, (height, width)
        self.reader = Reader(height, width, PEACE if settings.crowd_peace else FIELD)
        self.dice = np.zeros(1, np.uint64)
        self.option = np.zeros(height * width, np.int64)

    def moves(self, view: View, out_of_time: Callable[[], bool] = never) -> npt.NDArray[np.uint8]:
        """Return the moves: friendliness first, then tasks, then the way there."""
        knobs, self.position = self.settings, self.reader.read(view)
        this_game = self.cascade(view)
        self.mood = friendliness(view, knobs.fading)
        self.ready = costs.ready(self.position, self.mood, this_game.hold, knobs)
        goals = edges.targets(self.position, self.shape, self.mood, knobs)
        profit = edges.profits(self.position, self.shape, self.mood, this_game.is_duel, knobs)
        self.fighters = costs.fighters(self.position, self.ready, knobs.reach)
        miners = costs.miners(self.position, self.ready, goals, knobs.guide and knobs.idle)
        stacks = np.flatnonzero(miners & ~self.fighters)
        self.tasks = edges.assign(self.position, self.shape, stacks, goals, profit, knobs)
        self.cost = costs.options(
            self.position, self.shape, self.mood, this_game.should_attack, self.ready, self.tasks, knobs
        )
        self._navigate(view, 0 if out_of_time() else knobs.swaps)
        return np.asarray(self.option.reshape(self.shape), np.uint8)

    def thought(self) -> Thought:
        """Return the explanation of the last frame that `moves` answered."""
        return thought(self)

    def cascade(self, view: View) -> Cascade:
        """Return the parameters for this many players on a board of this size."""
        knobs = self.settings
        is_duel = bool(np.count_nonzero(np.unique(view.owner)) < CROWD)
        is_small = max(self.shape) <= knobs.small_side
        return Cascade(
            is_duel,
            knobs.should_attack if is_duel else knobs.crowd_attack,
            knobs.small_hold if is_small else knobs.hold,
        )

    def _navigate(self, view: View, swaps: int) -> None:
        """Choose options, the strongest stack first; then swap them."""
        position: Position = self.position
        chooses = (self.cost[:, 1:].min(axis=1) < navigation.NEVER) & (position.owner == position.me)
        movers = np.flatnonzero(chooses & (position.strength > 0))
        movers = movers[np.argsort(-position.strength[movers], kind="stable")]
        self.dice[0] = np.uint64(self.settings.seed % 2**32 * 100_003 + view.turn + 1)
        self.movers = movers
        self.saved, self.kept = navigation.settle(
            position, movers, self.cost, self.settings.overkill, swaps, self.dice, self.option
        )
