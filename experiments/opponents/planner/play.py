"""One turn of the planner: from the plan while it holds, else decided; then combat near the enemy."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bot import kernels
from bot.greedy.luck import TURN_STRIDE, mixed
from bot.ground.board import turns_left
from bot.ground.view import NEUTRAL, SEATS, STILL
from bot.knobs.parameters import changed, preset
from bot.stages import fronts
from experiments.opponents.school import Thought, View, never

from . import Planning, annealing, opening, policy, war
from .desk import NEVER, desk, write
from .reasons import FIGHTS, FLOWS, PLANNED, RUNS, WAITS

NO_FRONT = -1

FIELD = {"pact": "off", "strategic_stilling": False}
"""What differs from v26 where the field leads the strength: the war graph decides what is closed, and not a pact."""

MOST_PRODUCTION = 255  # as much as a byte holds


class KernelKnobs(NamedTuple):
    """The knobs that the kernels read."""

    regions: bool
    rings: int
    patience: int
    pairs: bool
    slack: float
    behind: float
    depth: int
    step: float
    hold: float
    front_price: float
    front_room: int
    room_behind: float
    capacity: bool
    trials: int
    temperature: float
    forward: float
    search_reach: int
    search_worth: float
    search_grudge: float
    war_graph: bool
    pact_in_duels: bool
    war_ratio: float
    vacant_to_open: float
    victim_share: float
    end_wave: bool
    wave_early: int


class Planner:
    """One player in one game."""

    def __init__(self, settings: Planning, height: int, width: int):
        self.settings = settings
        self.knobs = KernelKnobs(**{name: getattr(settings, name) for name in KernelKnobs._fields})
        self.desk, self.front = desk(height, width), fronts.front(height, width)
        self.plan: opening.OpeningPlan | None = None
        self.led = changed(preset("v26"), FIELD | {"seed": settings.seed})
        self.field = kernels.Decider(self.led, height, width)
        self.opened = NO_FRONT  # the square where we open a front on purpose
        self.shape, self.me, self.wars, self.vacant = (height, width), 0, 0, 0

    def moves(self, view: View, out_of_time: Callable[[], bool] = never) -> npt.NDArray[np.uint8]:
        """Return the moves for `view`, (H, W); frames must come in order, as they are remembered."""
        left = turns_left(view.height, view.width, view.turn)
        if view.turn == 0 and self.settings.plans > 0:
            self._plan(view, left, out_of_time)
        self.me = view.me
        owner, strength, production = kernels.grids(view)
        planned = self.plan.at(view) if self.plan else None
        if planned is None:
            self._forget_plan()
        self.wars, self.vacant = policy.decide(
            owner, strength, production, view.me, left, self.opened, self.knobs, self.desk
        )
        if planned is not None:
            self.desk.why[view.owner.ravel() == view.me] = PLANNED
            return planned
        self._consider_front(view.me)
        moves = np.zeros(owner.shape, np.uint8) if self.settings.flow else self._by_field(view)
        if self.settings.flow:
            write(view.me, self.desk, moves)
        if self.settings.combat:
            self._fight(owner, strength, production, view, moves)
        return moves

    def _plan(self, view: View, left: int, out_of_time: Callable[[], bool]) -> None:
        random = np.random.default_rng([self.settings.seed, view.me])
        self.plan = opening.search(
            view, left, self.settings.plans, self.knobs, self.desk, self.led, random, out_of_time
        )
        self.desk.rank[:] = self.plan.rank

    def _by_field(self, view: View) -> npt.NDArray[np.uint8]:
        """Return the moves of the potential field, without those that take a closed square; and the end wave."""
        moves, flat = self.field.moves(self._as_seen(view)), self.desk.around
        target = flat[np.arange(moves.size), moves.ravel()]
        ours = self.desk.owner == view.me
        moves.ravel()[ours & (self.desk.closed[target] == 1)] = STILL
        running = ours & (self.desk.why == RUNS)
        moves.ravel()[running] = self.desk.move[running]
        self.desk.why[ours & ~running] = np.where(moves.ravel()[ours & ~running] == STILL, WAITS, FLOWS)
        self.desk.target[:] = -1
        return moves

    def _as_seen(self, view: View) -> View:
        """Return the frame as the field shall see it: closed squares pay nothing, a front that is opened most."""
        production = view.production.copy()
        production.ravel()[self.desk.closed == 1] = 0
        if self.opened != NO_FRONT:
            production.ravel()[self.opened] = MOST_PRODUCTION
        return replace(view, production=production)

    def _forget_plan(self) -> None:
        if self.plan is not None:
            self.plan = None
            self.desk.rank[:] = NEVER

    def _consider_front(self, me: int) -> None:
        """Open a front, or shut the one that was taken or has led to a war."""
        if self.opened != NO_FRONT:
            self.opened = NO_FRONT if self.wars or self.desk.owner[self.opened] != NEUTRAL else self.opened
        elif self.settings.war_graph:
            self.opened = war.choose_front(me, self.vacant, self.wars, self.knobs, self.desk)

    def _fight(self, owner: Any, strength: Any, production: Any, view: View, moves: npt.NDArray[np.uint8]) -> None:
        before = moves.copy()
        luck = (mixed(self.settings.seed * SEATS + view.me) + view.turn * TURN_STRIDE) % 2**64
        annealing.fight(owner, strength, production, view.me, np.uint64(luck), self.knobs, self.desk, self.front, moves)
        self.desk.why[(moves != before).ravel()] = FIGHTS

    def thought(self) -> Thought:
        """Return reasons, prices, pulls and bookings of the last turn."""
        table, shape = self.desk, self.shape
        ours, neutral = table.owner == self.me, table.owner == 0
        grids = {
            "price": np.where(neutral, table.price, np.nan),
            "pull": np.where(np.isfinite(table.label), table.label, np.nan),
            "plan": np.where(np.isfinite(table.rank), table.rank, np.nan),
            "closed": np.where(neutral, table.closed, np.nan),
            "filled": np.where(table.filled > 0, table.filled, np.nan),
        }
        booked = np.flatnonzero(ours & (table.target >= 0) & (table.why != PLANNED))
        figures = {"vacant strength": float(self.vacant), "players at war with us": float(int(self.wars).bit_count())}
        if self.plan:
            figures |= {"worth of the plan": round(self.plan.worth, 1), "plans tried": float(len(self.plan.tried))}
        return Thought(
            np.where(ours, table.why, 0).reshape(shape),
            {name: grid.reshape(shape) for name, grid in grids.items()},
            {"captures": np.stack([booked, table.target[booked]], axis=1)},
            figures,
        )
