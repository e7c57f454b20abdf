"""A player whose moves compiled kernels choose: with all its searches, piece by piece, so that a clock can be asked.

The kernels are numba's in the laboratory (`champion.py`) and the kept module's in a game (`bot.program.module`): both
have the same arrays and functions under the same names, and give the same moves to the bit.
"""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ..board.board import SEATS, Memory, View, pack_memory
from ..greedy.explain import Explanation, explanation_of_arrays
from ..greedy.reasons import Reason
from ..parameters.presets import Parameters, values
from .state import DONE, MODELS, OPENING, PLAYING, RANGES, SAMPLES, SEARCHES, VARIED, Range

# Pieces of work: as many as a turn has.
ENDLESS = 1 << 62


class Kernels(Protocol):
    """The compiled functions with memory for boards of one size."""

    arrays: Mapping[str, npt.NDArray[Any]]  # by the names of bot/search/champion.py, as `game.state`

    def __call__(self, name: str, **values: float) -> int:
        """Call the function of this name with these numbers; return what it returns."""


class Player(Protocol):
    """A player in one game: takes a board, returns moves, and keeps a memory of its own."""

    def moves(self, view: View, deadline: float = math.inf) -> npt.NDArray[np.uint8]:
        """Return the moves for `view`.

        Args:
            view: the board. Frames must come in order, as they are remembered.
            deadline: when to send what there is, by time.monotonic; inf: a number of steps limits the search

        Returns:
            (H, W) uint8: STILL 0, NORTH 1, EAST 2, SOUTH 3, WEST 4; 0 where we own nothing
        """

    def explain(self, view: View) -> Any:
        """Return the reasons of the moves for `view`, which was answered last; see bot.program.explanation_file."""


class CompiledPlayer:
    """A Player that starts every turn from the greedy moves and improves them by search."""

    def __init__(
        self,
        parameters: Parameters,
        kernels: Callable[[int, int], Kernels],
        height: int,
        width: int,
        memory: Memory | None = None,
    ):
        """Begin a game.

        Args:
            parameters: without tables
            kernels: makes the compiled functions for a board of (height, width)
            memory: of the turns before; None before the first
        """
        self.parameters = parameters
        self._make, self._shape = kernels, (height, width)
        self.kernels = kernels(height, width)
        self._explaining: Kernels | None = None  # made when an explanation is asked for
        self.kernels.arrays["memory"][:] = pack_memory(memory or Memory())
        self._pack(parameters)
        self.kernels("start_game")

    @property
    def state(self) -> Any:
        """The record bot.search.state.STATE."""
        return self.kernels.arrays["game.state"][0]

    def prepare(self, view: View, deadline: float = math.inf) -> None:
        """Search for an opening from the first frame. In the laboratory the first call of `moves` does it."""
        self.receive(view)
        self.run(OPENING, lambda: time.monotonic() > deadline)

    def moves(self, view: View, deadline: float = math.inf) -> npt.NDArray[np.uint8]:
        """Return the moves for `view`; see Player. What is left of the time prepares later turns."""
        self.receive(view)
        if deadline == math.inf:
            self.kernels("run", pieces=ENDLESS, is_late=False)
        else:
            self.run(DONE - 1, lambda: time.monotonic() > deadline)
        return self.kernels.arrays["moves"].copy()

    def receive(self, view: View) -> None:
        """Take a frame, on which `run` then works."""
        load_view(view, self.kernels)
        self.kernels("receive", me=view.me, turn=view.turn)

    def run(self, last: int, is_late: Callable[[], bool]) -> None:
        """Work until this phase of bot.search.state is over; look at the clock between two pieces."""
        while self.state["phase"] <= last:
            self.kernels("run", pieces=1, is_late=is_late())

    def change_parameters(self, parameters: Parameters) -> None:
        """Change the parameters; keep what was learnt of the others, whom we fight, and a plan's parameters."""
        self.parameters = parameters
        self._pack(parameters)
        self.kernels("change_parameters")

    def _pack(self, parameters: Parameters) -> None:
        self.kernels.arrays["parameters"][0] = values(parameters)

    def explain(self, view: View) -> Explanation:
        """Return the reasons of the greedy moves, and the search's where its move is another one."""
        if self._explaining is None:
            self._explaining = self._make(*self._shape)
        mine, other, moves = self.kernels.arrays, self._explaining.arrays, self.kernels.arrays["moves"].copy()
        other["parameters"][:] = mine["game.players"][PLAYING]
        other["memory"][:] = mine["memory"]
        other["scratch.cells"]["factor"] = mine["scratch.cells"]["factor"]
        load_view(view, self._explaining)
        self._explaining("explain", me=view.me, turn=view.turn)
        greedy = explanation_of_arrays(other)
        changed = (moves != greedy.move) & (view.owner == view.me)
        reason = np.where(changed, Reason.SEARCHED, greedy.reason).astype(np.uint8)
        search = self.report() if self.parameters.has_search else None
        return replace(greedy, move=moves, reason=reason, search=search)

    @property
    def price_factors(self) -> npt.NDArray[np.float64]:
        """What the plan multiplies the field's prices by, (H, W)."""
        factors: npt.NDArray[np.float64] = self.kernels.arrays["scratch.cells"]["factor"].reshape(self._shape).copy()
        return factors

    @property
    def models(self) -> list[str]:
        """The names of the models of an enemy that are used."""
        return [*MODELS, SEARCHES][: int(self.kernels.arrays["opponents.used"][0])]

    @property
    def opening(self) -> dict[str, Any]:
        """What the search for an opening found, until contact; see docs/pages/explanations.md."""
        state = self.state
        if not state["is_opening"]:
            return {}
        if not state["is_measured"]:
            return {"tried": 0}
        return {
            "tried": int(state["tried_openings"]), "numbers": _round(self._values(RANGES)),
            "worth": round(float(state["worth"]), 4), "contact": int(state["contact"]),
            "usual_worth": round(float(state["own_worth"]), 4),
            **({"bends": int(state["bends"])} if state["bends"] else {}),
        }  # fmt: skip

    @property
    def parameter_search(self) -> dict[str, Any]:
        """What the parameter search chose of the parameters that decide, and expected; empty while our own decide."""
        if self.state["is_opening"] or self.state["playing_is_ours"]:
            return {}
        worth, unchanged = (round(float(each), 4) for each in self.state["playing_expected"])
        numbers = _round(self._values(VARIED))
        return {"numbers": numbers, "worth": worth, "usual_worth": unchanged}

    def report(self) -> dict[str, Any]:
        """Return what the search of the last turn did, for the explanation; see docs/pages/explanations.md."""
        state, arrays = self.state, self.kernels.arrays
        used, trials = len(self.models), arrays["opponents.trials"]
        plans = arrays["game.plans"][: state["considered"]]
        opening = self.opening
        if opening.get("numbers") and state["turn"] == 0:  # to the last bit: who has it need not search again
            opening["found"] = {"numbers": self._values(RANGES), "bent": self.price_factors.reshape(-1).tolist()}
        return {
            "changes": self._changes(), "gain": round(float(state["gain"]), 2), "tried": int(state["tried"]),
            "free": int(state["free"]), "war": _players(state["war"]),
            "plans": [{"war": _players(war), "worth": round(float(worth), 4)} for war, worth in plans],
            **({"opening": opening} if opening else {}),
            **({"campaign": self.parameter_search} if self.parameter_search else {}),
            "samples": SAMPLES, "modelled": self.parameters.search_models, "models": self.models,
            "beliefs": [
                {
                    "player": int(player), "watched": round(float(trials[player]), 2),
                    "missed": arrays["opponents.misses"][player, :used].round(2).tolist(),
                    "share": arrays["opponents.weights"][player, :used].round(3).tolist(),
                }
                for player in np.flatnonzero(trials[1:] > 0) + 1
            ],
        }  # fmt: skip

    def _changes(self) -> list[list[int]]:
        """Return the squares whose move the search changed, each with the greedy move and the chosen one."""
        arrays = self.kernels.arrays
        free = arrays["front.free"][: self.state["free"]]
        greedy, chosen = (arrays["front.squares"][name][free] for name in ("greedy", "option"))
        rows: list[list[int]] = np.column_stack([free, greedy, chosen])[greedy != chosen].tolist()
        return rows

    def _values(self, ranges: Sequence[Range]) -> dict[str, Any]:
        """Return the values, of these ranges, that decide now."""
        playing = self.kernels.arrays["game.players"][PLAYING]
        return {known.name: float(playing[known.name]) for known in ranges}


def load_view(view: View, kernels: Kernels) -> None:
    """Put a board where the kernels read it."""
    for layer in ("owner", "strength", "production"):
        kernels.arrays[layer][:] = getattr(view, layer)


def _round(numbers: Mapping[str, float]) -> dict[str, float]:
    return {name: round(value, 4) for name, value in numbers.items()}


def _players(bits: int) -> list[int]:
    return [player for player in range(1, SEATS) if bits >> player & 1]
