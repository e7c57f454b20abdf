"""War or peace: with three or more players, a forecast of each choice decides whom we attack.

A pact with everybody leaves strength unused behind the walls, and a war on every front at once loses. So from time to
time we ask: what if we stayed at peace, or opened the wall to this one neighbour and no other? Each answer is a
forecast in which the others go on as v26 does. We change only for a clear gain, because the others are not v26.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import kernels
from ..greedy.nap import HEADS_UP
from ..greedy.potential import never
from ..ground.board import around, turns_left
from ..ground.view import NEUTRAL, SEATS, View
from ..knobs.parameters import Parameters, preset
from . import forecast
from .forecast import PRODUCTION, SQUARES, STRENGTH, STRETCH

STRENGTH_SHARE = 0.3
"""What the share of all strength counts beside the share of all production, before the game is over."""

BELIEVED_SEED = 0x5EED
"""The luck we give the others in a forecast: not our own, for we do not know theirs."""


@dataclass(frozen=True, slots=True)
class WarPlan:
    """Whom we fight, as the kernels keep it, and what the forecast says of it."""

    war: int
    worth: float


class Council:
    """One player's diplomacy in one game. It simulates one plan a turn, so that no turn gets long."""

    def __init__(self, parameters: Parameters, height: int, width: int, scratch: kernels.Scratch, war: int = 0):
        self.parameters, self.scratch = parameters, scratch
        self.table = forecast.table(height, width)
        self.limit = turns_left(height, width, 0)
        self.agenda: list[int] = []  # plans still to be simulated, as sets of enemies
        self.considered: list[WarPlan] = []
        self.frame: View | None = None  # what all plans of this agenda start from
        self.reached: int | None = None  # the turn that the forecast of the agenda's first plan has come to
        self.war = war

    def attend(self, view: View, out_of_time: Callable[[], bool] = never) -> int:
        """Return the players we fight from this turn on, a bit for each.

        When the clock runs out, the forecast continues in the next turn where it stopped.
        """
        if self._is_due(view):
            self.agenda, self.considered = self._plans(view), []
            self.frame = replace(view, owner=view.owner.copy(), strength=view.strength.copy())
        if self.agenda and self.frame is not None:
            self._think(self.frame, out_of_time)
        return self.war

    def rehearse(self, view: View) -> None:
        """Play one forecast and drop it, so that all of it is compiled."""
        self._lay(0, view)
        self._play_on(view, never)
        self.reached = None

    def _think(self, frame: View, out_of_time: Callable[[], bool]) -> None:
        """Simulate the first plan of the agenda; after the last one, choose."""
        if self.reached is None:
            self._lay(self.agenda[0], frame)
        if self._play_on(frame, out_of_time):
            self.considered.append(WarPlan(self.agenda.pop(0), self._worth(frame)))
            self.reached = None
            if not self.agenda:
                self.war = self._choice()

    @property
    def enemies(self) -> frozenset[int]:
        """The players we fight."""
        return frozenset(_players(self.war))

    def report(self) -> dict[str, Any]:
        """Return whom we fight and what the plans were worth, for the explanation; see docs/11-explanations.md."""
        plans = [{"war": _players(plan.war), "worth": round(plan.worth, 4)} for plan in self.considered]
        return {"war": _players(self.war), "plans": plans}

    def _is_due(self, view: View) -> bool:
        every = self.parameters.war_every
        if self.agenda or every == 0 or (self.limit - view.turn) % every != 0:
            return False
        return view.players > HEADS_UP  # last: it looks at the whole board

    def _plans(self, view: View) -> list[int]:
        """Return the plans: peace, and war with each neighbour in turn; none while no enemy is near."""
        neighbours = beyond_wall(view)
        self.war &= kernels.bits(neighbours)
        return [0, *(1 << player for player in neighbours)] if neighbours else []

    def _choice(self) -> int:
        """Choose the best plan; the one in force starts with a lead of war_margin."""
        margin = self.parameters.war_margin

        def appeal(plan: WarPlan) -> float:
            return plan.worth + margin * (plan.war == self.war)

        return max(self.considered, key=appeal).war

    def _lay(self, war: int, frame: View) -> None:
        """Lay the frame on the table, to be continued with this plan."""
        self.reached = frame.turn
        forecast.lay(frame, self.table)
        self.table.memories[frame.me, kernels.WAR] = war

    def _play_on(self, frame: View, out_of_time: Callable[[], bool]) -> bool:
        """Continue the forecast until the clock runs out; return whether it is done."""
        believed, end = self._believed(frame.me), self._end(frame)
        while self.reached is not None and self.reached < end and not out_of_time():
            until = min(self.reached + STRETCH, end)
            forecast.play_out(self.reached, until, believed, self.scratch, self.table)
            self.reached = until
        return self.reached == end

    def _end(self, frame: View) -> int:
        """Return the turn at which a forecast from this frame stops."""
        return min(frame.turn + self.parameters.war_horizon, self.limit)

    def _worth(self, view: View) -> float:
        """Return our share of everything at the end of the forecast; at the end of the game our place counts too."""
        me, end = view.me, self._end(view)
        tally = np.zeros((SEATS, 3), np.int64)
        forecast.count(self.table.grids, tally)
        share = tally[me] / np.maximum(tally[1:].sum(axis=0), 1)
        if end < self.limit:
            return float(share[PRODUCTION] + STRENGTH_SHARE * share[STRENGTH])
        ahead = np.count_nonzero(tally[1:, SQUARES] > tally[me, SQUARES])
        return float(share[SQUARES] - ahead / (view.players - 1))

    def _believed(self, me: int) -> npt.NDArray[np.void]:
        """Return how each player is believed to play, by number: the others like v26, we by our greedy moves."""
        other = kernels.knobs(replace(preset("v26"), seed=BELIEVED_SEED))
        seats = np.array([other] * SEATS, kernels.KNOBS)
        seats[me] = kernels.knobs(self.parameters)
        return seats


def _players(bits: int) -> list[int]:
    return [player for player in range(1, SEATS) if bits >> player & 1]


def beyond_wall(view: View) -> list[int]:
    """Return the players that own a square beside a neutral one that touches us."""
    ours, neutral = view.owner == view.me, view.owner == NEUTRAL
    near = around(around(ours) & neutral)
    return sorted(set(np.unique(view.owner[near]).tolist()) - {NEUTRAL, view.me})
