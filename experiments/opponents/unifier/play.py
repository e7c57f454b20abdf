"""One turn of the unifier: the field leads, and every front is searched as one agent in one currency.

The currency is strength of today: what is produced, dealt, taken or lost a turn later is worth `discount` of it.
"""

import time
from math import inf
from typing import Any

import numpy as np
import numpy.typing as npt

from bot import kernels, override, preset
from bot.board.board import SEATS, turns_left
from bot.board.compiled import Grids
from bot.greedy.tie_break import TURN_STRIDE, splitmix64
from bot.search import champion, combat, opponent_moves, rollout
from bot.search import combat_zone as zones
from experiments.opponents.compiled import for_kernels, kernel_type
from experiments.opponents.opponent import View, explanation

from . import Unifying, fronts, minefield, search
from .hypotheses import hypotheses, learn, likeliest_policies, plan, predict, sample

# In the order of OPPONENT.reasons.
NOTHING, FLOWS, GROWS, AGREES, STRIKES, HOLDS, RETREATS, TAKES, MANOEUVRES = range(9)
SHOWN_PLY = 2  # of the layers of the minefield

# What differs from v26 where the field leads: no wall between two, no idling, and of two ways the cheaper.
FIELD = {"pact_heads_up": False, "strategic_stilling": False, "route_cost": 0.01}

KernelSettings = kernel_type(Unifying, __name__, "search_reach", "search_worth", "search_grudge")


def income(turns: float, discount: float) -> float:
    """Return today's worth of one point of strength in each of the next `turns` turns."""
    return float((1 - discount**turns) / (1 - discount)) if discount < 1 else turns


class Unifier:
    """One player in one game."""

    def __init__(self, settings: Unifying, height: int, width: int):
        self.settings, self.shape = settings, (height, width)
        bots = {"search_reach": settings.reach, "search_worth": 0.0, "search_grudge": settings.grudge}
        self.parameters = for_kernels(KernelSettings, settings, **bots)
        self.desk, self.front = fronts.desk(height, width), zones.front(height, width)
        self.beliefs, self.table = hypotheses(height, width), rollout.table(height, width)
        self.scratch = kernels.scratch(height, width)  # of the policies
        led = override(preset("v26"), FIELD | {"opening_search": settings.openings, "seed": settings.seed})
        self.field: Any = champion.compiled_player(led, height, width)
        self.has_begun = False
        self.free, self.fronts, self.gain = 0, 0, 0.0

    def moves(self, view: View, deadline: float = inf) -> npt.NDArray[np.uint8]:
        """Return the moves for `view`, (H, W); frames must come in order, as they are remembered."""
        moves = self._by_field(view, deadline)
        self.field_moves = moves.copy()
        self._load(view)
        if self.settings.combat:
            self._fight(view, moves, deadline)
        self.chosen = moves
        return moves

    def _by_field(self, view: View, deadline: float) -> npt.NDArray[np.uint8]:
        """Return the field's moves; before the first turn it searches for an opening, as long as there is time."""
        if self.settings.openings and not self.has_begun and view.turn > 0:
            self.field.state["has_begun"] = True
        self.has_begun = True
        return np.asarray(self.field.moves(view, deadline))

    def explain(self, view: View) -> dict[str, Any]:
        """Return the last turn, from the arrays that it left behind."""
        desk, squares, moves = self.desk, self.front.squares, self.chosen.ravel()
        ours = squares["owner"] == view.me
        searched = np.zeros(moves.size, np.bool_)
        searched[self.front.free[: self.free]] = True
        danger = desk.danger[SHOWN_PLY] * (self.free > 0)
        foes = squares["foes"].astype(float)
        return explanation(
            moves,
            np.where(ours, self._reasons(searched), NOTHING),
            {
                "worth": np.where(squares["owner"] == 0, np.nan, squares["worth"]),
                "reach": np.where(danger > 0, danger, np.nan),
                "minefield": np.where((danger > 0) & (desk.mine[SHOWN_PLY] > 0), desk.mine[SHOWN_PLY], np.nan),
                "future": np.where(searched, desk.future[np.arange(moves.size), moves], np.nan),
                "expected": np.where((squares["near"] <= 2) & (foes > 0) & (self.free > 0), foes, np.nan),
                "front": np.where(searched, desk.front + 1.0, np.nan),
            },
            self._arrows(searched, view.me),
            {
                "fronts": float(self.fronts), "stacks searched": float(self.free),
                "gained by the search": self.gain, "worth of a point of production": self.parameters.search_worth,
                **likeliest_policies(self.beliefs),
            },
        )  # fmt: skip

    def _reasons(self, searched: Any) -> Any:
        """Return (N,) the reason for every square, as if all were ours."""
        away, squares, moves = self.desk.away, self.front.squares, self.chosen.ravel()
        target = squares["around"][np.arange(moves.size), moves]
        agrees = moves == self.field_moves.ravel()
        strikes = (squares["foes"][squares["around"][target]] > 0).any(axis=1) & (moves > 0)
        takes = (squares["owner"][target] == 0) & (squares["strength"][target] > 0)
        return np.select(
            [~searched & (moves > 0), ~searched, agrees, moves == 0, takes, strikes, away[target] > away],
            [FLOWS, GROWS, AGREES, HOLDS, TAKES, STRIKES, RETREATS],
            MANOEUVRES,
        )

    def _arrows(self, searched: Any, me: int) -> dict[str, Any]:
        squares, moves, field = self.front.squares, self.chosen.ravel(), self.field_moves.ravel()
        around, other = squares["around"], np.flatnonzero(searched & (moves != field))
        foes = np.flatnonzero((squares["owner"] > 0) & (squares["owner"] != me) & (squares["near"] <= 4))
        foes = foes if self.free else foes[:0]
        likely = self.beliefs.share.argmax(axis=1)[squares["owner"][foes]]
        plans = self.beliefs.plans.reshape(*self.beliefs.plans.shape[:2], -1)
        steps = plans[likely, squares["owner"][foes], foes]
        return {
            "searched": np.stack([other, around[other, moves[other]]], axis=1),
            "refused": np.stack([other, around[other, field[other]]], axis=1),
            "policy": np.stack([foes[steps > 0], around[foes[steps > 0], steps[steps > 0]]], axis=1),
        }

    def _load(self, view: View) -> None:
        """Load the board, and what every square is worth in today's strength."""
        left = max(turns_left(view.height, view.width, view.turn), 0)
        worth = income(min(self.settings.horizon, left), self.settings.discount)
        self.parameters = self.parameters._replace(search_worth=worth)
        zones.load(Grids(*kernels.grids(view)), self.parameters, self.front.squares)

    def _fight(self, view: View, moves: Any, deadline: float) -> None:
        """Search every front, the nearest to the enemy first; then note what each policy expects."""
        front, squares, parameters, me = self.front, self.front.squares, self.parameters, view.me
        owner, strength, production = kernels.grids(view)
        learn(owner, strength, self.beliefs)
        self.fronts, self.gain = 0, 0.0
        self.free = zones.find_free(me, parameters, squares, front.zone, front.free)
        if self.free == 0:
            return
        end = zones.find_zone(self.free, squares, front.zone, front.free)
        present = zones.players(me, end, squares, front.zone)
        front.dice[0] = (splitmix64(self.settings.seed * SEATS + me) + view.turn * TURN_STRIDE) % 2**64
        zones.measure_distances(me, squares, self.desk.queue)
        for player in range(1, SEATS):
            if present >> player & 1:
                plan(owner, strength, production, player, view.turn, self.scratch, self.beliefs)
        combat.place_pieces(me, moves, end, squares, front.zone)
        sample(me, present, self.settings.hypotheses, end, front, self.beliefs)
        opponent_moves.evaluate_replies(me, zones.SAMPLES, end, front)
        minefield.fill(me, parameters, squares, self.desk)
        may_capture = self.settings.captures and len(np.unique(owner[owner > 0])) == 2
        minefield.set_bonuses(self.free, may_capture, *self.shape, parameters, front, self.desk)
        combat.score(end, parameters, front)
        self.fronts = fronts.part(self.free, parameters.stacks, squares, front.free, self.desk)
        for number in range(self.fronts):
            if time.monotonic() > deadline:
                break
            begin, behind = self.desk.begins[number : number + 2]
            self.gain += search.engage(begin, behind - begin, parameters, front, self.desk)
        combat.write_moves(self.free, squares, front.free, moves)
        predict(owner, strength, production, me, present, end, moves, front, self.beliefs, self.table)
