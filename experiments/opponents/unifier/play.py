"""One turn of the unifier: the field leads, and every front is searched as one agent in one currency.

The currency is strength of today: what is produced, dealt, taken or lost a turn later is worth `discount` of it.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from bot import changed, kernels, preset
from bot.greedy.luck import TURN_STRIDE, mixed
from bot.ground.arrays import Grids
from bot.ground.board import turns_left
from bot.ground.view import SEATS
from bot.stages import champion, combat, forecast, replies
from bot.stages import fronts as zones
from bot.stages.state import DONE
from experiments.opponents.compiled import for_kernels, kernel_type
from experiments.opponents.school import Thought, View, never

from . import Unifying, fronts, minefield, search
from .explanation import thought
from .hypotheses import expect, hypotheses, learn, plan, sample

FIELD = {"pact_heads_up": False, "strategic_stilling": False, "route_cost": 0.01}
"""What differs from v26 where the field leads: no wall between two, no idling, and of two ways the cheaper."""

KernelSettings = kernel_type(Unifying, __name__, "search_reach", "search_worth", "search_grudge")


def income(turns: float, discount: float) -> float:
    """Return today's worth of one point of strength in each of the next `turns` turns."""
    return float((1 - discount**turns) / (1 - discount)) if discount < 1 else turns


class Unifier:
    """One player in one game."""

    def __init__(self, settings: Unifying, height: int, width: int):
        self.settings, self.shape = settings, (height, width)
        bots = {"search_reach": settings.reach, "search_worth": 0.0, "search_grudge": settings.grudge}
        self.knobs = for_kernels(KernelSettings, settings, **bots)
        self.desk, self.front = fronts.desk(height, width), zones.front(height, width)
        self.known, self.table = hypotheses(height, width), forecast.table(height, width)
        self.scratch = kernels.scratch(height, width)  # of the policies
        led = changed(preset("v26"), FIELD | {"opening_search": settings.openings, "seed": settings.seed})
        self.field: Any = champion.mover(led, height, width)
        self.has_begun = False
        self.free, self.end, self.present, self.fronts, self.gain, self.me = 0, 0, 0, 0, 0.0, 0

    def moves(self, view: View, out_of_time: Callable[[], bool] = never) -> npt.NDArray[np.uint8]:
        """Return the moves for `view`, (H, W); frames must come in order, as they are remembered."""
        moves = self._by_field(view, out_of_time)
        self.field_moves, self.me = moves.copy(), view.me
        self._load(view)
        if self.settings.combat:
            self._fight(view, moves, out_of_time)
        self.chosen = moves
        return moves

    def _by_field(self, view: View, out_of_time: Callable[[], bool]) -> npt.NDArray[np.uint8]:
        """Return the field's moves; before the first turn it searches for an opening, as long as there is time."""
        if not self.settings.openings:
            return np.asarray(self.field.moves(view))
        if not self.has_begun and view.turn > 0:
            self.field.state["has_begun"] = True
        self.has_begun = True
        self.field.receive(view)
        self.field.work(DONE - 1, out_of_time)
        return np.array(self.field.kernels.arrays["moves"])

    def thought(self) -> Thought:
        """Return the thought on the frame that `moves` was asked for last."""
        return thought(self)

    def _load(self, view: View) -> None:
        """Load the board, and what every square is worth in today's strength."""
        left = max(turns_left(view.height, view.width, view.turn), 0)
        worth = income(min(self.settings.horizon, left), self.settings.discount)
        self.knobs = self.knobs._replace(search_worth=worth)
        zones.load(Grids(*kernels.grids(view)), self.knobs, self.front.squares)

    def _fight(self, view: View, moves: Any, out_of_time: Callable[[], bool]) -> None:
        """Search every front, the nearest to the enemy first; then note what each policy expects."""
        front, squares, knobs, me = self.front, self.front.squares, self.knobs, view.me
        owner, strength, production = kernels.grids(view)
        learn(owner, strength, self.known)
        self.fronts, self.end, self.gain = 0, 0, 0.0
        self.free = zones.find(me, knobs, squares, front.zone, front.free)
        if self.free == 0:
            return
        self.end = zones.surround(self.free, squares, front.zone, front.free)
        self.present = zones.players(me, self.end, squares, front.zone)
        front.dice[0] = (mixed(self.settings.seed * SEATS + me) + view.turn * TURN_STRIDE) % 2**64
        zones.measure(me, squares, self.desk.queue)
        for player in range(1, SEATS):
            if self.present >> player & 1:
                plan(owner, strength, production, player, view.turn, self.scratch, self.known)
        combat.stand(me, moves, self.end, squares, front.zone)
        sample(me, self.present, self.settings.hypotheses, self.end, front, self.known)
        replies.lay_out(me, zones.SAMPLES, self.end, front)
        minefield.lay(me, knobs, squares, self.desk)
        may_capture = self.settings.captures and len(np.unique(owner[owner > 0])) == 2
        minefield.prefer(self.free, may_capture, *self.shape, knobs, front, self.desk)
        combat.score(self.end, knobs, front)
        self.fronts = fronts.part(self.free, knobs.stacks, squares, front.free, self.desk)
        for number in range(self.fronts):
            if out_of_time():
                break
            begin, end = self.desk.begins[number : number + 2]
            self.gain += search.engage(begin, end - begin, knobs, front, self.desk)
        combat.write(self.free, squares, front.free, moves)
        expect(owner, strength, production, me, self.present, self.end, moves, front, self.known, self.table)
