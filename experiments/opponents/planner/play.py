"""One turn of the planner: from the plan while it holds, else by the field; then combat near the enemy by annealing.

The annealing tries joint moves of our squares against random replies. The scoring is the exact combat of one turn,
bot.search.combat. A change that lowers the score is kept with a probability that falls as the annealing cools. A stack
that goes towards the enemy counts a little more, one that retreats less.
"""

from math import inf
from typing import Any

import numpy as np
import numpy.typing as npt

from bot import kernels
from bot.board.board import OPTIONS, SEATS, STILL, turns_left
from bot.board.compiled import Grids
from bot.greedy.tie_break import TURN_STRIDE, splitmix64
from bot.parameters.presets import override, preset
from bot.search import combat, combat_zone, opponent_moves
from experiments.opponents.compiled import for_kernels, kernel_type
from experiments.opponents.opponent import View, explanation

from . import Planning, captures, opening
from .captures import FIGHTS, FLOWS, NEVER, NOTHING, WAITS, WAYS, PlannerDesk, compiled, desk, load

FIELD = {"pact_heads_up": False, "strategic_stilling": False}  # what differs from v26 where the field leads
BEHIND = 0.9  # share of a price that comes from behind, in the layers that are shown
COOLING = 0.999  # factor of the temperature at every trial
FAR = 1 << 20

KernelSettings = kernel_type(Planning, __name__)


class Planner:
    """One player in one game."""

    def __init__(self, settings: Planning, height: int, width: int):
        self.settings = settings
        self.parameters = for_kernels(KernelSettings, settings)
        self.desk, self.front = desk(height, width), combat_zone.front(height, width)
        self.plan: opening.OpeningPlan | None = None
        self.field_parameters = override(preset("v26"), FIELD | {"seed": settings.seed})
        self.field = kernels.Decider(self.field_parameters, height, width)

    def moves(self, view: View, deadline: float = inf) -> npt.NDArray[np.uint8]:
        """Return the moves for `view`, (H, W); frames must come in order, as they are remembered."""
        if view.turn == 0 and self.settings.plans > 0:
            self._plan(view, deadline)
        planned = self.plan.at(view) if self.plan else None
        if planned is None:
            self.plan = None
        moves = self.field.moves(view) if planned is None else planned
        self._explain(view, moves)
        if planned is None and self.settings.combat:
            self._fight(view, moves)
        self.chosen = moves
        return moves

    def _plan(self, view: View, deadline: float) -> None:
        """Search for a plan, and remember the order in which it takes the land."""
        left = turns_left(view.height, view.width, view.turn)
        random = np.random.default_rng([self.settings.seed, view.me])
        self.plan = opening.search(
            view, left, self.settings.plans, self.parameters, self.desk, self.field_parameters, random, deadline
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
        random = (splitmix64(self.settings.seed * SEATS + view.me) + view.turn * TURN_STRIDE) % 2**64
        fight(*kernels.grids(view), view.me, np.uint64(random), self.parameters, self.desk, self.front, moves)
        self.desk.why[(moves != before).ravel()] = FIGHTS

    def explain(self, view: View) -> dict[str, Any]:
        """Return reasons, prices, pulls and bookings of the last turn."""
        table, plan = self.desk, self.plan
        ours = table.owner == view.me
        booked = np.flatnonzero(ours & (table.target >= 0))
        return explanation(
            self.chosen,
            np.where(ours & (table.strength > 0), table.why, NOTHING),
            {
                "price": np.where(table.owner == 0, table.price, np.nan),
                "pull": np.where(np.isfinite(table.label), table.label, np.nan),
                "plan": np.where(np.isfinite(table.rank), table.rank, np.nan),
            },
            {"captures": np.stack([booked, table.target[booked]], axis=1)},
            {"worth of the plan": round(plan.worth, 1), "plans tried": float(len(plan.tried))} if plan else {},
        )


@compiled
def fight(
    owner: Any, strength: Any, production: Any, me: int, seed: Any, parameters: Any, desk: PlannerDesk,
    front: combat_zone.CombatZone, moves: Any,
) -> None:  # fmt: skip
    """Improve the moves of our squares near the enemy."""
    squares, zone, free = front.squares, front.zone, front.free
    combat_zone.load(Grids(owner, strength, production), parameters, squares)
    size = combat_zone.find_free(me, parameters, squares, zone, free)
    if size == 0:
        return
    end = combat_zone.find_zone(size, squares, zone, free)
    front.dice[0] = seed
    combat_zone.measure_distances(me, squares, desk.queue)
    for sample in range(combat_zone.SAMPLES):
        opponent_moves.draw_reply(sample, me, end, squares, zone, front.reply, front.dice)
    opponent_moves.evaluate_replies(me, combat_zone.SAMPLES, end, front)
    combat.place_pieces(me, moves, end, squares, zone)
    _measure_steps(me, desk)
    _prefer(size, parameters.forward, desk, squares, free)
    combat.score(end, parameters, front)
    _anneal(size, size * parameters.trials, parameters, front)
    combat.write_moves(size, squares, free, moves)


@compiled
def _measure_steps(me: int, desk: PlannerDesk) -> None:
    """Write the passable steps from the enemies to every square into `steps`."""
    size = at = 0
    for c in range(desk.owner.size):
        desk.steps[c] = FAR
        if desk.owner[c] > 0 and desk.owner[c] != me:
            desk.steps[c], desk.queue[size] = 0, c
            size += 1
    while at < size:
        c = desk.queue[at]
        at += 1
        for way in range(1, WAYS):
            n = desk.around[c, way]
            if desk.steps[n] == FAR and (desk.owner[n] > 0 or desk.strength[n] == 0):
                desk.steps[n], desk.queue[size] = desk.steps[c] + 1, n
                size += 1


@compiled
def _prefer(size: int, forward: float, desk: PlannerDesk, squares: Any, free: Any) -> None:
    """Score steps forward and backward. Neutral strength is attacked only where the field says so."""
    for i in range(size):
        c = free[i]
        for option in range(OPTIONS):
            n = squares[c].around[option]
            onward = desk.steps[c] - desk.steps[n]
            bonus = forward * squares[c].strength * min(1, max(-1, onward))
            if option != squares[c].greedy and desk.owner[n] == 0 and desk.strength[n] > 0:
                bonus = -np.inf
            squares[c].bonus[option] = bonus * combat_zone.SAMPLES


@compiled
def _anneal(size: int, tries: int, parameters: Any, front: combat_zone.CombatZone) -> None:
    squares, free, dice = front.squares, front.free, front.dice
    heat = parameters.temperature * combat_zone.SAMPLES
    for _ in range(tries):
        word = opponent_moves.draw(dice)
        c = free[(word >> np.uint64(32)) * np.uint64(size) >> np.uint64(32)]
        option = (squares[c].option + 1 + (word & np.uint64(3))) % OPTIONS
        least = heat * np.log(max(opponent_moves.chance(dice), 1e-12))
        combat.attempt(c, option, least, parameters, squares, front.strike, front.foe, front.undo)
        heat *= COOLING
