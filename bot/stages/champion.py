"""The champion's turn: the greedy moves, then the stages that improve them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from .. import kernels
from ..greedy.explain import Explanation
from ..greedy.luck import TURN_STRIDE
from ..greedy.potential import never
from ..ground.arrays import Bytes, Grids, Longs, as_uint8
from ..ground.bends import Bend, factor
from ..ground.board import turns_left
from ..ground.compiled import compiled
from ..ground.memory import Memory
from ..ground.view import SEATS, View
from ..knobs.knob import plain
from ..knobs.parameters import Parameters
from . import beliefs, combat, fronts, replies, rivals
from .campaign import Campaign
from .diplomacy import Council
from .opening import Opening, is_near
from .search import Search

CHUNK = 4096
"""Changes tried between two looks at the clock; a few tenths of a millisecond."""


class Mover(Protocol):
    """A player in this process, in one game: a board in, moves out, and a memory of its own."""

    def moves(self, view: View) -> npt.NDArray[np.uint8]:
        """Return the moves for `view`, (H, W) uint8; frames must come in order, as they are remembered."""


def mover(parameters: Parameters, height: int, width: int, memory: Memory | None = None) -> Mover:
    """Return the compiled player that these parameters describe, on a board of this size."""
    kind = Champion if parameters.has_stages else kernels.Decider
    return kind(parameters, height, width, memory)


class Champion:
    """A Mover that starts every turn from the greedy moves; the lab's budget is in steps, a clock may cut it short."""

    def __init__(self, parameters: Parameters, height: int, width: int, memory: Memory | None = None):
        self.knobs, self.scratch = kernels.knobs(parameters), kernels.scratch(height, width)
        self.memory = kernels.remembered(memory or Memory())
        self.front, self.rival = fronts.front(height, width), fronts.front(height, width)
        self.models = beliefs.models(parameters)
        self.beliefs = beliefs.beliefs(height, width, self.models.values())
        unbent = kernels.scratch(height, width)  # in which no opening bends the prices
        self.parameters, self.council = parameters, Council(parameters, height, width, unbent)
        self.campaign = Campaign(parameters, height, width, unbent)
        self.playing = parameters  # until contact the plan's, if there is one; then the campaign's
        self.opening: dict[str, Any] = {}  # the report of that plan; empty without one
        self.campaigning: dict[str, Any] = {}  # the report of the campaign; empty while the unchanged parameters play
        self.bends: tuple[Bend, ...] = ()  # of that plan
        self.has_begun = False
        self.explainer: kernels.Decider | None = None  # made when an explanation is asked for
        self.free, self.tried, self.gain = 0, 0, 0.0  # of the last turn

    def begin(self, view: View, out_of_time: Callable[[], bool] = never) -> None:
        """Plan the opening from the first frame. In the laboratory the first call of `moves` does it."""
        self.has_begun = True
        if self.parameters.opening_search and view.turn == 0:
            opening = Opening(self.parameters, view)
            opening.search(out_of_time)
            self._play_by(opening.plan(), opening.report())
            self._bend(opening.bends)

    def settle(self, view: View) -> Parameters:
        """Return the parameters of this frame: the opening plan's until an enemy is near, then the campaign's."""
        if not self.has_begun:
            self.begin(view)
        if self.opening and is_near(view.me, as_uint8(view.owner)):
            self.opening = {}
            self._bend(())
        if not self.opening:
            if self.playing is not self.campaign.chosen:
                self._play_by(self.campaign.chosen, {})
            self.campaigning = self.campaign.report()
        return self.playing

    def _play_by(self, parameters: Parameters, opening: dict[str, Any]) -> None:
        self.playing, self.knobs, self.opening = parameters, kernels.knobs(parameters), opening

    def _bend(self, bends: tuple[Bend, ...]) -> None:
        if bends != self.bends:
            self.bends, board = bends, self.beliefs.plans.shape[-2:]
            self.scratch.cells["bent"] = factor(bends, *board).ravel()

    def moves(self, view: View, out_of_time: Callable[[], bool] = never) -> npt.NDArray[np.uint8]:
        """Return the moves for `view`, (H, W) uint8; frames must come in order, as they are remembered.

        After the moves are found, the campaign uses the time that is left to plan for later turns.
        """
        moves = self._decided(view, out_of_time)
        self.campaign.attend(view, out_of_time)
        return moves

    def _decided(self, view: View, out_of_time: Callable[[], bool]) -> npt.NDArray[np.uint8]:
        moves = np.zeros(view.owner.shape, np.uint8)
        grids = kernels.grids(view)
        self.memory[kernels.WAR] = self.council.attend(view, out_of_time)
        self.free, self.tried, self.gain = 0, 0, 0.0
        self.settle(view)
        if not self._fights(view):
            kernels.decide(grids, view.me, view.turn, self.memory, self.knobs, self.scratch, moves)
            return moves
        search = Search(self.scratch, self.front, self.rival, self.beliefs)
        size, end, present = prepare(grids, view.me, view.turn, self.memory, self.knobs, search, moves)
        budget, self.free = size * self.parameters.combat_search, size
        while self.tried < budget and not out_of_time():
            chunk = min(CHUNK, budget - self.tried)
            self.gain += combat.improve(size, chunk, self.knobs, self.front) / fronts.SAMPLES
            self.tried += chunk
        if size > 0:
            finish(view.me, size, end, present, self.front, self.beliefs, moves)
        return moves

    def explained(self, view: View) -> Explanation:
        """Return the greedy moves of the frame that was answered last, and their reasons."""
        if self.explainer is None:
            self.explainer = kernels.Decider(self.playing, view.height, view.width, whole=True)
        self.explainer.knobs, self.explainer.memory = self.knobs, self.memory.copy()
        self.explainer.scratch.cells["bent"] = self.scratch.cells["bent"]
        return self.explainer.explained(view)

    def seat(self, parameters: Parameters) -> None:
        """Change the parameters; keep what was learnt of the others, whom we fight, and a plan's parameters."""
        asked = {name: value for name, value in plain(parameters).items() if value != getattr(self.parameters, name)}
        self._play_by(replace(self.playing, **asked), self.opening)
        self.parameters = parameters
        self.council.parameters = parameters
        self.campaign.seat(parameters, asked)
        models, (height, width) = beliefs.models(parameters), self.beliefs.plans.shape[-2:]
        if models.keys() != self.models.keys():  # what was learnt of other models says nothing of these
            self.beliefs = beliefs.beliefs(height, width, models.values())
        self.models = models

    def _fights(self, view: View) -> bool:
        """Return whether the combat search has a say; the last turns count land, which it does not."""
        left = turns_left(view.height, view.width, view.turn)
        return self.parameters.combat_search > 0 and not 0 < left <= self.parameters.last_turns

    def report(self) -> dict[str, Any]:
        """Return what the search of the last turn did, for the explanation; see docs/11-explanations.md."""
        free, squares = self.front.free[: self.free], self.front.squares
        moved = free[squares["option"][free] != squares["greedy"][free]]
        changes = np.stack([moved, squares["greedy"][moved], squares["option"][moved]], axis=1)
        believed = self.beliefs.trials[1:] > 0
        return {
            "changes": changes.tolist(), "gain": round(self.gain, 2), "tried": self.tried, "free": self.free,
            **self.council.report(), **({"opening": self.opening} if self.opening else {}),
            **({"campaign": self.campaigning} if self.campaigning else {}),
            "samples": fronts.SAMPLES, "modelled": self.parameters.search_models, "models": [*self.models],
            "beliefs": [
                {
                    "player": int(player), "watched": round(float(self.beliefs.trials[player]), 2),
                    "missed": self.beliefs.misses[player].round(2).tolist(),
                    "share": self.beliefs.weights[player].round(3).tolist(),
                }
                for player in np.flatnonzero(believed) + 1
            ],
        }  # fmt: skip


@compiled
def prepare(
    grids: Grids, me: int, turn: int, memory: Longs, knobs: kernels.Knobs, search: Search, moves: Bytes
) -> tuple[int, int, int]:
    """Choose the greedy moves and lay out the search that improves them.

    Return how many squares may change (0: no enemy is near), the size of their zone, and the players in it as bits.
    """
    scratch, front, belief = search.scratch, search.front, search.beliefs
    squares, zone, free = front.squares, front.zone, front.free
    beliefs.learn(me, grids, knobs, belief)
    fronts.load(grids, knobs, squares)
    size = fronts.find(me, knobs, squares, zone, free)
    if size == 0:
        kernels.decide(grids, me, turn, memory, knobs, scratch, moves)
        return 0, 0, 0
    end = fronts.surround(size, squares, zone, free)
    present = fronts.players(me, end, squares, zone)
    kernels.decide(grids, me, turn, memory, knobs, scratch, moves)
    combat.prefer(moves, size, scratch.cells, knobs, squares, free)
    front.dice[0] = knobs.luck * np.uint64(knobs.ties_seeded) + np.uint64(turn) * np.uint64(TURN_STRIDE)
    search.rival.dice[0] = ~front.dice[0]
    for player in range(1, SEATS):
        if present >> player & 1:
            beliefs.plan(grids, player, turn, scratch, belief)
            if knobs.rival_search > 0:
                plan = belief.plans[belief.models.size - 1, player]
                rivals.improve(grids, player, me, moves, knobs, search, plan)
    fronts.measure(me, squares, scratch.order)
    modelled = knobs.search_models
    for k in range(fronts.SAMPLES):
        if k < modelled:
            beliefs.reply(k, (k + 0.5) / modelled, me, present, end, front, belief)
        else:
            replies.guess(k, me, end, squares, zone, front.reply, front.dice)
    replies.lay_out(me, fronts.SAMPLES, end, front)
    combat.stand(me, moves, end, squares, zone)
    combat.score(end, knobs, front)
    return size, end, present


@compiled
def finish(
    me: int, size: int, end: int, present: int, front: fronts.Front, belief: beliefs.Beliefs, moves: Bytes
) -> None:
    """Write the moves that the search found, and note what the models expect of the next frame."""
    combat.write(size, front.squares, front.free, moves)
    beliefs.expect(me, present, end, front, belief)
