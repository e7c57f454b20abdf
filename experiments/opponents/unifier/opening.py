"""The opening: simulates it before the game with other parameters; the best of them play until contact.

All candidates meet the same opponents, who play by our unchanged parameters, and are judged some turns after the
contact to which these lead. From contact on these decide.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from bot import Parameters, View, kernels
from bot.greedy import luck
from bot.ground.arrays import Bytes, Records
from bot.ground.board import turns_left
from bot.ground.view import SEATS
from bot.stages import battle, forecast
from bot.stages.candidates import FRESH, RANGES
from bot.stages.forecast import PRODUCTION, STRENGTH
from bot.stages.opening import FIRST_FRESH, LONGEST_TRIAL, is_near
from bot.stages.seat import MIRRORED_SEED
from experiments.opponents.compiled import compiler
from experiments.opponents.school import never

from .drawing import drawn, perturbed

compiled = compiler(__file__)

STRETCH = 10  # turns of a trial between two looks at the clock
NEVER = -1  # stands for the turn of contact while there was none


@dataclass(frozen=True, slots=True)
class Trial:
    """A candidate, and its result."""

    parameters: Parameters
    worth: float  # our share of what all players have at the end of the trial
    contact: int  # the turn at which an enemy came near


class Opening:
    """The search for one player's opening, in one game."""

    def __init__(self, parameters: Parameters, view: View):
        """Prepare the search; `view` is the map before the first turn."""
        board = view.owner.shape
        self.parameters, self.view = parameters, view
        self.scratch, self.table = kernels.scratch(*board), forecast.table(*board)
        self.limit = min(LONGEST_TRIAL, turns_left(view.height, view.width, 0))
        self.script = np.zeros((self.limit, *board), np.uint8)  # what every player does until two of them are near
        self.reference: Trial | None = None  # of the unchanged parameters
        self.best: Trial | None = None
        self.tried = 0

    def search(self, out_of_time: Callable[[], bool] = never) -> None:
        """Find the parameters to open with, into `best`. A trial that the clock interrupts does not count."""
        dice = random.Random(luck.mixed(self.parameters.seed))
        self.reference = self.best = self._tried(self.parameters, out_of_time)
        while self.best and self.tried < self.parameters.opening_search:
            trial = self._tried(self._candidate(self.best, dice), out_of_time)
            if trial is None:
                return
            self.tried += 1
            if trial.worth > self.best.worth:
                self.best = trial

    def _candidate(self, best: Trial, dice: random.Random) -> Parameters:
        """Choose what to try next: parameters drawn at random, or those of the best trial perturbed."""
        if self.tried < FIRST_FRESH or self.tried % FRESH == 0:
            return drawn(self.parameters, dice)
        return perturbed(best.parameters, dice)

    def plan(self) -> Parameters:
        """Return the parameters to play by until contact."""
        return self.best.parameters if self.best else self.parameters

    def report(self) -> dict[str, Any]:
        """Return what was found, for the explanation; see docs/11-explanations.md."""
        if not self.reference or not self.best:
            return {"tried": 0}
        values = {known.name: round(getattr(self.best.parameters, known.name), 4) for known in RANGES}
        return {
            "tried": self.tried, "numbers": values,
            "worth": round(self.best.worth, 4), "contact": self.best.contact,
            "usual_worth": round(self.reference.worth, 4), "usual_contact": self.reference.contact,
        }  # fmt: skip

    def _tried(self, candidate: Parameters, out_of_time: Callable[[], bool]) -> Trial | None:
        """Play a trial against opponents; None when the clock runs out. The first one writes the others' moves down."""
        scripted, knobs = self.reference.contact if self.reference else 0, self._knobs(candidate)
        forecast.lay(self.view, self.table)
        end = min(scripted + self.parameters.opening_beyond, self.limit) if self.reference else self.limit
        turn, contact = 0, NEVER
        while turn < end:
            if out_of_time():
                return None
            until = min(turn + STRETCH, end)
            contact = play_out(
                self.view.me, (turn, until), scripted, contact, knobs, self.script, self.scratch, self.table
            )
            turn = until
            if not self.reference and contact != NEVER:
                end = min(contact + self.parameters.opening_beyond, self.limit)
        have = self._have()
        share = float(have[self.view.me - 1] / max(have.sum(), 1))
        return Trial(candidate, share, end if contact == NEVER else contact)

    def _knobs(self, candidate: Parameters) -> Records:
        """Return how each player plays before contact, and after it, (2, SEATS)."""
        other = kernels.knobs(replace(self.parameters, seed=MIRRORED_SEED))
        knobs = np.array([[other] * SEATS] * 2, kernels.KNOBS)
        knobs[0, self.view.me], knobs[1, self.view.me] = kernels.knobs(candidate), kernels.knobs(self.parameters)
        return knobs

    def _have(self) -> npt.NDArray[np.float64]:
        """Return what each player has on the table, (players,): strength, and what opening_worth turns produce."""
        tally = np.zeros((SEATS, 3), np.int64)
        forecast.count(self.table.grids, tally)
        have: npt.NDArray[np.float64] = tally[1:, STRENGTH] + self.parameters.opening_worth * tally[1:, PRODUCTION]
        return have


@compiled
def play_out(
    me: int,
    span: tuple[int, int],
    scripted: int,
    contact: int,
    knobs: Records,
    script: Bytes,
    scratch: kernels.Scratch,
    table: forecast.Table,
) -> int:
    """Continue the trial on the table; return the turn of contact, or NEVER.

    span       the first turn to play, and the first not to play
    scripted   turns in the script, from which the others' moves are taken until contact; 0: write the script
    contact    as returned before
    knobs      (2, SEATS) how each player plays before contact, and after it
    """
    for now in range(span[0], span[1]):
        if contact == NEVER and is_near(me, table.grids.owner):
            contact = now
        if contact == NEVER and now < scripted:  # the script has the moves of all others
            copy(script[now], table.applied)
            deciding = 1 << me
        else:
            deciding = battle.living(table.grids.owner)
        for player in range(1, SEATS):
            if deciding >> player & 1:
                how = knobs[0 if contact == NEVER else 1, player]
                kernels.decide(table.grids, player, now, table.memories[player], how, scratch, table.moves)
                forecast.take_over(player, table)
        if scripted == 0:
            copy(table.applied, script[now])
        battle.step(table.grids, table.applied, table.planes)
    return contact


@compiled
def copy(source: Bytes, target: Bytes) -> None:
    """Copy moves to a board of that size; `target[:] = source` would compile a long error message."""
    flat, copied = source.ravel(), target.ravel()
    for c in range(flat.size):
        copied[c] = flat[c]
