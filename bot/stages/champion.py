"""The champion as a player in this process: asks the compiled turn, looks at the clock, and tells what it did."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from .. import kernels
from ..greedy.explain import Explanation
from ..greedy.potential import never
from ..ground.arrays import Record
from ..ground.memory import Memory
from ..ground.view import SEATS, View
from ..knobs.parameters import Parameters
from . import beliefs, fronts, seat, turn
from .candidates import INVITATION, RANGES, Range
from .seat import CHOSEN, DONE, OPENING, OURS, PLAYING


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
        self.parameters, self.models = parameters, beliefs.models(parameters)
        self.taken = seat.seat(parameters, height, width, self.models.values(), memory)
        self.explainer: kernels.Decider | None = None  # made when an explanation is asked for

    @property
    def state(self) -> Record:
        """What the seat knows besides its arrays."""
        state: Record = self.taken.game.state[0]
        return state

    def begin(self, view: View, out_of_time: Callable[[], bool] = never) -> None:
        """Plan the opening from the first frame. In the laboratory the first call of `moves` does it."""
        self._receive(view)
        self._work(OPENING, out_of_time)

    def skip_opening(self) -> None:
        """Play without an opening plan: its time is over."""
        self.state["has_begun"] = True

    def moves(self, view: View, out_of_time: Callable[[], bool] = never) -> npt.NDArray[np.uint8]:
        """Return the moves for `view`, (H, W) uint8; frames must come in order, as they are remembered.

        After the moves are found, the campaign uses the time that is left to plan for later turns.
        """
        self._receive(view)
        self._work(DONE - 1, out_of_time, turn.ENDLESS if out_of_time is never else 1)
        return self.taken.game.moves.copy()

    def _receive(self, view: View) -> None:
        turn.receive(kernels.grids(view), view.me, view.turn, self.taken.game)

    def _work(self, last: int, out_of_time: Callable[[], bool], pieces: int = 1) -> None:
        """Work until this phase is over, so many pieces between two looks at the clock."""
        while self.state["phase"] <= last:
            turn.work(pieces, out_of_time(), self.taken)

    @property
    def playing(self) -> Parameters:
        """The parameters that decide: those of the opening's plan or of the campaign, or our own."""
        return replace(self.parameters, **_values(self.taken.game, PLAYING))

    @property
    def bent(self) -> npt.NDArray[np.float64]:
        """What the plan multiplies the field's prices by, (H, W)."""
        bent: npt.NDArray[np.float64] = self.taken.search.scratch.cells["bent"].reshape(self.taken.game.moves.shape)
        return bent.copy()

    def explained(self, view: View) -> Explanation:
        """Return the greedy moves of the frame that was answered last, and their reasons."""
        if self.explainer is None:
            self.explainer = kernels.Decider(self.parameters, view.height, view.width, whole=True)
        game = self.taken.game
        self.explainer.knobs, self.explainer.memory = game.players[PLAYING], game.memory.copy()
        self.explainer.scratch.cells["bent"] = self.taken.search.scratch.cells["bent"]
        return self.explainer.explained(view)

    def seat(self, parameters: Parameters) -> None:
        """Change the parameters; keep what was learnt of the others, whom we fight, and a plan's parameters."""
        game, (height, width) = self.taken.game, self.taken.game.moves.shape
        before = game.players[OURS].copy()
        kept = game.players[[PLAYING, CHOSEN]]
        seat.sit(kernels.knobs(parameters), game.players)
        for name in kernels.KNOBS.names or ():
            if game.players[OURS][name] == before[name]:
                game.players[name][[PLAYING, CHOSEN]] = kept[name]
        game.state["agenda"] = game.state["judged"] = 0  # candidates drawn around the parameters of before
        models = beliefs.models(parameters)
        if models.keys() != self.models.keys():  # what was learnt of other models says nothing of these
            believed = beliefs.beliefs(height, width, models.values())
            self.taken = self.taken._replace(search=self.taken.search._replace(beliefs=believed))
        self.parameters, self.models = parameters, models

    @property
    def opening(self) -> dict[str, Any]:
        """What the search for an opening found, until contact; see docs/11-explanations.md."""
        state = self.state
        if not state["is_opening"]:
            return {}
        if not state["is_measured"]:
            return {"tried": 0}
        return {
            "tried": int(state["tried_openings"]), "numbers": _rounded(_values(self.taken.game, PLAYING, RANGES)),
            "worth": round(float(state["worth"]), 4), "contact": int(state["contact"]),
            "usual_worth": round(float(state["own_worth"]), 4),
            **({"bends": int(state["bends"])} if state["bends"] else {}),
        }  # fmt: skip

    @property
    def campaign(self) -> dict[str, Any]:
        """What the campaign chose of the parameters that decide, and promised; empty while our own decide."""
        if self.state["is_opening"] or self.state["playing_is_ours"]:
            return {}
        worth, unchanged = (round(float(each), 4) for each in self.state["playing_promise"])
        numbers = _rounded(_values(self.taken.game, PLAYING))
        return {"numbers": numbers, "worth": worth, "usual_worth": unchanged}

    def report(self) -> dict[str, Any]:
        """Return what the search of the last turn did, for the explanation; see docs/11-explanations.md."""
        state, search = self.state, self.taken.search
        free, squares = search.front.free[: state["free"]], search.front.squares
        moved = free[squares["option"][free] != squares["greedy"][free]]
        changes = np.stack([moved, squares["greedy"][moved], squares["option"][moved]], axis=1)
        believed = search.beliefs.trials[1:] > 0
        plans = self.taken.game.plans[: state["considered"]]
        return {
            "changes": changes.tolist(), "gain": round(float(state["gain"]), 2), "tried": int(state["tried"]),
            "free": int(state["free"]), "war": _players(state["war"]),
            "plans": [{"war": _players(war), "worth": round(float(worth), 4)} for war, worth in plans],
            **({"opening": self.opening} if self.opening else {}),
            **({"campaign": self.campaign} if self.campaign else {}),
            "samples": fronts.SAMPLES, "modelled": self.parameters.search_models, "models": [*self.models],
            "beliefs": [
                {
                    "player": int(player), "watched": round(float(search.beliefs.trials[player]), 2),
                    "missed": search.beliefs.misses[player].round(2).tolist(),
                    "share": search.beliefs.weights[player].round(3).tolist(),
                }
                for player in np.flatnonzero(believed) + 1
            ],
        }  # fmt: skip


def _values(game: seat.Game, place: int, ranges: Sequence[Range] = (*RANGES, INVITATION)) -> dict[str, Any]:
    """Return the values of the player at this place, of these ranges."""
    return {known.name: float(game.players[place][known.name]) for known in ranges}


def _rounded(numbers: dict[str, Any]) -> dict[str, Any]:
    return {name: round(value, 4) for name, value in numbers.items()}


def _players(bits: int) -> list[int]:
    return [player for player in range(1, SEATS) if bits >> player & 1]
