"""The campaign: while two players fight, simulates the fight with other parameters, and plays by the best.

How much of our strength a front should draw, and along which ways, differs in every position. So from time
to time some candidates decide for us in a forecast of the next turns. Both sides move greedily there, which the
opponent may not do; so our unchanged parameters stay in force unless a candidate is better by a margin.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .. import kernels
from ..greedy import luck
from ..greedy.nap import HEADS_UP
from ..greedy.potential import never
from ..ground.arrays import as_uint8
from ..ground.board import turns_left
from ..ground.view import SEATS, View
from ..knobs.parameters import Parameters, changed, preset
from . import forecast
from .candidates import FRESH, RANGES, Range, drawn, perturbed
from .forecast import PRODUCTION, STRENGTH, STRETCH
from .opening import is_near

OPPONENT = changed(preset("v26"), {"pact_heads_up": False, "strategic_stilling": False, "route_cost": 0.01})
"""How the opponent plays in a forecast."""

INVITATION = Range("enemy_ROI", -1.2, -0.2, grows=False)
"""How much strength a fight draws. Each candidate has a value from this whole range, not one near our own."""

ROUNDS = 2
"""Forecasts of each candidate; both players' luck differs from one to the other."""

A_TURN = 5
"""The most candidates that are simulated in one turn, so that no turn gets long."""

LEAST = 8
"""Turns that must be left: a shorter forecast shows only the fight that is going on."""

OUR_LUCK, THEIR_LUCK = 2000, 1000
"""Seeds of the first forecast. They are not our own, so that no forecast knows what our luck will be."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """A candidate, and its worth in the forecasts."""

    parameters: Parameters
    worth: float  # our share of what both players have at the end of its forecasts


class Campaign:
    """The parameters of one player's fights in one game."""

    def __init__(self, parameters: Parameters, height: int, width: int, scratch: kernels.Scratch):
        self.parameters, self.chosen, self.scratch = parameters, parameters, scratch
        self.table, self.limit = forecast.table(height, width), turns_left(height, width, 0)
        self.agenda: list[Parameters] = []  # still to be simulated; the unchanged parameters come first
        self.considered: list[Prospect] = []
        self.promise = 0.0, 0.0  # the worth of what was chosen last, and of the unchanged parameters then
        self.frame: View | None = None  # what all forecasts of this agenda start from
        self.due = 0  # the turn from which the next agenda may be drawn up

    def attend(self, view: View, out_of_time: Callable[[], bool] = never) -> None:
        """Simulate some candidates; after the last one, put the choice into `chosen`.

        A forecast that the clock interrupts starts again in the next turn.
        """
        if self._is_due(view):
            self.frame = replace(view, owner=view.owner.copy(), strength=view.strength.copy())
            self.agenda, self.considered = self._candidates(view.turn), []
            self.due = view.turn + self.parameters.campaign_every
        for _ in range(min(A_TURN, len(self.agenda))):
            worth = self._worth(self.agenda[0], self.frame, out_of_time) if self.frame else None
            if worth is None:
                return
            self.considered.append(Prospect(self.agenda.pop(0), worth))
            if not self.agenda:
                choice = self._choice()
                self.chosen, self.promise = choice.parameters, (choice.worth, self.considered[0].worth)

    def seat(self, parameters: Parameters, asked: dict[str, Any]) -> None:
        """Replace the unchanged parameters; of the chosen ones, only those in `asked`."""
        self.parameters, self.chosen = parameters, replace(self.chosen, **asked)
        self.agenda = []

    def report(self) -> dict[str, Any]:
        """Return the chosen parameters and their worth, for the explanation; empty while the unchanged ones play."""
        if self.chosen == self.parameters:
            return {}
        values = {known.name: round(getattr(self.chosen, known.name), 4) for known in (*RANGES, INVITATION)}
        worth, unchanged = (round(each, 4) for each in self.promise)
        return {"numbers": values, "worth": worth, "usual_worth": unchanged}

    def _is_due(self, view: View) -> bool:
        if min(self.parameters.campaign_search, self.parameters.combat_search) == 0:
            return False
        if view.turn < self.due or self.limit - view.turn < LEAST:
            return False
        return view.players == HEADS_UP and is_near(view.me, as_uint8(view.owner))

    def _candidates(self, turn: int) -> list[Parameters]:
        """Return the unchanged parameters, those in force, and as many others as campaign_search says."""
        dice = random.Random(luck.mixed(self.parameters.seed) + turn)
        candidates = [self.parameters] if self.chosen == self.parameters else [self.parameters, self.chosen]
        for number in range(self.parameters.campaign_search):
            candidate = drawn(self.parameters, dice) if number % FRESH == 0 else perturbed(self.chosen, dice)
            invitation: Any = {INVITATION.name: dice.uniform(INVITATION.low, INVITATION.high)}
            candidates.append(replace(candidate, **invitation))
        return candidates

    def _choice(self) -> Prospect:
        """Choose the best candidate, or the unchanged parameters if it is not better by the margin."""
        best = max(self.considered, key=lambda prospect: prospect.worth)
        unchanged = self.considered[0]
        return best if best.worth >= unchanged.worth + self.parameters.campaign_margin else unchanged

    def _worth(self, candidate: Parameters, frame: View, out_of_time: Callable[[], bool]) -> float | None:
        """Return our share of all strength and campaign_worth turns of production after the forecasts, on average.

        None when the clock runs out.
        """
        total = 0.0
        for number in range(ROUNDS):
            if not self._play_on(candidate, number, frame, out_of_time):
                return None
            tally = np.zeros((SEATS, 3), np.int64)
            forecast.count(self.table.grids, tally)
            have = tally[1:, STRENGTH] + self.parameters.campaign_worth * tally[1:, PRODUCTION]
            total += float(have[frame.me - 1] / max(have.sum(), 1))
        return total / ROUNDS

    def _play_on(self, candidate: Parameters, number: int, frame: View, out_of_time: Callable[[], bool]) -> bool:
        """Play one forecast on the table; return whether the time was enough."""
        other = kernels.knobs(replace(OPPONENT, seed=THEIR_LUCK + number))
        seats = np.array([other] * SEATS, kernels.KNOBS)
        seats[frame.me] = kernels.knobs(replace(candidate, seed=OUR_LUCK + number))
        forecast.lay(frame, self.table)
        end = min(frame.turn + self.parameters.campaign_horizon, self.limit)
        for turn in range(frame.turn, end, STRETCH):
            if out_of_time():
                return False
            forecast.play_out(turn, min(turn + STRETCH, end), seats, self.scratch, self.table)
        return True
