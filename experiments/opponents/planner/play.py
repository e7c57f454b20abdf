"""One turn of the planner: from the plan while it holds, else by the field; then combat near the enemy."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from bot import kernels
from bot.greedy.luck import TURN_STRIDE, mixed
from bot.ground.board import turns_left
from bot.ground.view import SEATS, STILL
from bot.knobs.parameters import changed, preset
from bot.stages import fronts
from experiments.opponents.compiled import for_kernels, kernel_type
from experiments.opponents.school import Thought, View, never

from . import Planning, annealing, captures, opening
from .desk import FIGHTS, FLOWS, NEVER, NOTHING, WAITS, desk, load

FIELD = {"pact_heads_up": False, "strategic_stilling": False}  # what differs from v26 where the field leads
BEHIND = 0.9  # share of a price that comes from behind, in the layers that are shown

KernelSettings = kernel_type(Planning, __name__)


class Planner:
    """One player in one game."""

    def __init__(self, settings: Planning, height: int, width: int):
        self.settings, self.shape, self.me = settings, (height, width), 0
        self.knobs = for_kernels(KernelSettings, settings)
        self.desk, self.front = desk(height, width), fronts.front(height, width)
        self.plan: opening.OpeningPlan | None = None
        self.led = changed(preset("v26"), FIELD | {"seed": settings.seed})
        self.field = kernels.Decider(self.led, height, width)

    def moves(self, view: View, out_of_time: Callable[[], bool] = never) -> npt.NDArray[np.uint8]:
        """Return the moves for `view`, (H, W); frames must come in order, as they are remembered."""
        self.me = view.me
        if view.turn == 0 and self.settings.plans > 0:
            self._plan(view, out_of_time)
        planned = self.plan.at(view) if self.plan else None
        if planned is None:
            self.plan = None
        moves = self.field.moves(view) if planned is None else planned
        self._explain(view, moves)
        if planned is None and self.settings.combat:
            self._fight(view, moves)
        return moves

    def _plan(self, view: View, out_of_time: Callable[[], bool]) -> None:
        """Search for a plan, and remember the order in which it takes the land."""
        left = turns_left(view.height, view.width, view.turn)
        random = np.random.default_rng([self.settings.seed, view.me])
        self.plan = opening.search(
            view, left, self.settings.plans, self.knobs, self.desk, self.led, random, out_of_time
        )
        self.desk.rank[:] = self.plan.rank

    def _explain(self, view: View, moves: npt.NDArray[np.uint8]) -> None:
        """Note prices, and the reasons and bookings of plan or field."""
        desk, plan = self.desk, self.plan
        recipe = plan.recipe if plan else None
        load(*kernels.grids(view), desk)
        captures.induce(recipe.behind if recipe else BEHIND, desk)
        captures.pull(view.me, self.settings.step, desk)
        if plan and recipe:
            desk.why[:], desk.target[:] = plan.why[view.turn], plan.target[view.turn]
        else:
            desk.rank[:] = NEVER
            desk.why[:] = np.where(moves.ravel() == STILL, WAITS, FLOWS)

    def _fight(self, view: View, moves: npt.NDArray[np.uint8]) -> None:
        before = moves.copy()
        luck = (mixed(self.settings.seed * SEATS + view.me) + view.turn * TURN_STRIDE) % 2**64
        annealing.fight(*kernels.grids(view), view.me, np.uint64(luck), self.knobs, self.desk, self.front, moves)
        self.desk.why[(moves != before).ravel()] = FIGHTS

    def thought(self) -> Thought:
        """Return reasons, prices, pulls and bookings of the last turn."""
        table, shape = self.desk, self.shape
        ours = table.owner == self.me
        grids = {
            "price": np.where(table.owner == 0, table.price, np.nan),
            "pull": np.where(np.isfinite(table.label), table.label, np.nan),
            "plan": np.where(np.isfinite(table.rank), table.rank, np.nan),
        }
        booked = np.flatnonzero(ours & (table.target >= 0))
        plan = self.plan
        return Thought(
            np.where(ours & (table.strength > 0), table.why, NOTHING).reshape(shape),
            {name: grid.reshape(shape) for name, grid in grids.items()},
            {"captures": np.stack([booked, table.target[booked]], axis=1)},
            {"worth of the plan": round(plan.worth, 1), "plans tried": float(len(plan.tried))} if plan else {},
        )
