"""One turn of the unifier: the field leads, and every front is searched as one agent in one currency."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from bot import changed, kernels, preset
from bot.greedy.luck import TURN_STRIDE, mixed
from bot.ground.arrays import Grids
from bot.ground.board import turns_left
from bot.ground.view import SEATS
from bot.stages import combat, forecast, fronts, replies
from bot.stages.opening import is_near
from experiments.opponents.school import Thought, View, never

from . import Unifying, chambers, clusters, minefield, search
from .currency import KernelKnobs, income, territory
from .desk import desk
from .hypotheses import expect, hypotheses, learn, plan, sample
from .opening import Opening
from .telling import thought

FIELD = {"pact_heads_up": False, "strategic_stilling": False, "route_cost": 0.01}
"""What differs from v26 where the field leads: no wall between two, no idling, and of two ways the cheaper."""


class Unifier:
    """One player in one game."""

    def __init__(self, settings: Unifying, height: int, width: int):
        self.settings, self.shape = settings, (height, width)
        names = {name: getattr(settings, name) for name in KernelKnobs._fields if not name.startswith("search_")}
        self.knobs = KernelKnobs(**names, search_reach=settings.reach, search_worth=0.0, search_grudge=settings.grudge)
        self.desk, self.front = desk(height, width), fronts.front(height, width)
        self.known, self.table = hypotheses(height, width), forecast.table(height, width)
        self.scratch = kernels.scratch(height, width)  # of the policies
        openings = {"opening_search": settings.openings, "opening_worth": income(settings.growth, settings.discount)}
        self.standard = changed(preset("v26"), FIELD | openings | {"seed": settings.seed})
        self.led = self.standard  # by the opening's parameters until contact
        self.field = kernels.Decider(self.standard, height, width)
        self.free, self.end, self.present, self.fronts, self.gain, self.me = 0, 0, 0, 0, 0.0, 0
        self.planned: dict[str, Any] = {}

    def moves(self, view: View, out_of_time: Callable[[], bool] = never) -> npt.NDArray[np.uint8]:
        """Return the moves for `view`, (H, W); frames must come in order, as they are remembered."""
        owner, strength, production = kernels.grids(view)
        left = turns_left(view.height, view.width, view.turn)
        self._open(view, owner, out_of_time)
        self._count(view.me, left, owner, strength, production)
        moves = self._by_field(view, owner, strength)
        self.field_moves, self.me = moves.copy(), view.me
        if self.settings.combat:
            self._fight(owner, strength, production, view, moves, out_of_time)
        self.chosen = moves
        return moves

    def thought(self) -> Thought:
        """Return the thought on the frame that `moves` was asked for last."""
        return thought(self)

    def _open(self, view: View, owner: Any, out_of_time: Callable[[], bool]) -> None:
        """Before the game find the parameters that lead to the richest contact; after contact forget them."""
        if view.turn == 0 and self.settings.openings:
            opening = Opening(self.standard, view)
            opening.search(out_of_time)
            self._follow(opening.plan())
            self.planned = opening.report()
        if self.led is not self.standard and is_near(view.me, owner):
            self._follow(self.standard)

    def _follow(self, parameters: Any) -> None:
        self.led, self.field.knobs = parameters, kernels.knobs(parameters)

    def _count(self, me: int, left: int, owner: Any, strength: Any, production: Any) -> None:
        """Load the board, and what every square is worth in today's strength."""
        knobs, squares = self.settings, self.front.squares
        worth = income(min(knobs.horizon, max(left, 0)), knobs.discount)
        self.knobs = self.knobs._replace(search_worth=worth)
        fronts.load(Grids(owner, strength, production), self.knobs, squares)
        squares["worth"] += int(territory(max(left, 0), self.knobs) + 0.5)
        chambers.survey(me, squares, self.desk)

    def _by_field(self, view: View, owner: Any, strength: Any) -> npt.NDArray[np.uint8]:
        """Return the moves of the potential field on a board whose foreign chambers are dear."""
        if self.settings.detour > 1:
            strength = strength.copy()
            chambers.reprice(view.me, self.settings.detour, self.front.squares, self.desk, strength)
        return self.field.moves(replace(view, strength=strength))

    def _fight(
        self, owner: Any, strength: Any, production: Any, view: View, moves: Any, out_of_time: Callable[[], bool]
    ) -> None:
        """Search every front, the nearest to the enemy first; then note what each policy expects."""
        front, squares, knobs, me = self.front, self.front.squares, self.knobs, view.me
        learn(owner, strength, knobs, squares, self.known)
        self.free = self.fronts = self.end = 0
        self.gain = 0.0
        self.free = fronts.find(me, knobs, squares, front.zone, front.free)
        if self.free == 0:
            return
        self.end = fronts.surround(self.free, squares, front.zone, front.free)
        self.present = fronts.players(me, self.end, squares, front.zone)
        front.dice[0] = (mixed(self.settings.seed * SEATS + me) + view.turn * TURN_STRIDE) % 2**64
        fronts.measure(me, squares, self.desk.queue)
        for player in range(1, SEATS):
            if self.present >> player & 1:
                plan(owner, strength, production, player, view.turn, squares, self.scratch, self.known)
        combat.stand(me, moves, self.end, squares, front.zone)
        sample(me, self.present, self.settings.hypotheses, self.end, knobs, front, self.known)
        replies.lay_out(me, fronts.SAMPLES, self.end, front)
        minefield.lay(me, knobs, squares, self.desk)
        may_capture = self.settings.captures and len(np.unique(owner[owner > 0])) == 2
        minefield.prefer(self.free, may_capture, *self.shape, knobs, self.field.scratch.cells, front, self.desk)
        combat.score(self.end, knobs, front)
        self.fronts = clusters.part(self.free, knobs.stacks, squares, front.free, self.desk)
        for number in range(self.fronts):
            if out_of_time():
                break
            begin, end = self.desk.begins[number : number + 2]
            self.gain += search.engage(begin, end - begin, knobs, front, self.desk)
        combat.write(self.free, squares, front.free, moves)
        expect(owner, strength, production, me, self.present, self.end, moves, knobs, front, self.known, self.table)
