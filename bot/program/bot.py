"""MyBot.py's player: the compiled module, or the readable greedy strategy where the module cannot run."""

import logging
import math
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ..board.board import Memory, View
from ..decide import decide
from ..greedy.explain import Explanation
from ..parameters.presets import DEFINITIONS, OURS, Parameters
from ..search.player import CompiledPlayer, Player
from .explanation_file import header
from .module import ModuleError, WasmKernels

logger = logging.getLogger("bot")


class PotentialField:
    """The bot of this folder as the loop runs it."""

    family = OURS

    def prepare(self, parameters: Parameters, view: View) -> Player:
        """Return the player of the game that begins with `view`, after it has searched for an opening."""
        return MyPlayer(parameters, view, time.monotonic() + parameters.opening_time)

    def header(self, parameters: Parameters, view: View) -> Mapping[str, Any]:
        """Return the header that explanation_file writes."""
        return header(view, with_clock(parameters), "bot")


def with_clock(parameters: Parameters) -> Parameters:
    """Return the parameters of a game with a clock: it tries more openings, as far as opening_time reaches."""
    most = DEFINITIONS["opening_search"].metadata["high"]
    return replace(parameters, opening_search=min(most, round(parameters.opening_search * parameters.opening_clocked)))


class MyPlayer:
    """A Player that plays the module; after a defect, or without it, the greedy moves."""

    def __init__(self, parameters: Parameters, view: View, deadline: float):
        """Search for an opening until the deadline."""
        self.greedy = Greedy(parameters)
        self.compiled: CompiledPlayer | None = None
        try:
            player = CompiledPlayer(with_clock(parameters), WasmKernels, view.height, view.width)
            player.prepare(view, deadline)
        except ModuleError as error:
            logger.warning("plays greedy moves without search: %s", error)
        except Exception:  # such as a machine without the memory; a weaker game is better than none
            logger.exception("plays greedy moves without search: the compiled bot does not start")
        else:
            self.compiled = player
            if player.opening:
                logger.info("the opening: %s", player.opening)

    def moves(self, view: View, deadline: float = math.inf) -> npt.NDArray[np.uint8]:
        """Return the moves for `view`; see Player."""
        if self.compiled:
            try:
                return self.compiled.moves(view, deadline)
            except Exception:
                logger.exception("plays greedy moves from here on: please report a defect in the compiled bot")
                self.compiled = None
        return self.greedy.moves(view, deadline)

    def explain(self, view: View) -> Explanation:
        """Return the reasons of the moves for `view`, which was answered last."""
        return (self.compiled or self.greedy).explain(view)


class Greedy:
    """A Player that plays the readable greedy strategy."""

    def __init__(self, parameters: Parameters, memory: Memory | None = None):
        self.parameters, self.memory = parameters, memory or Memory()
        self._before, self._moves = self.memory, np.zeros((0, 0), np.uint8)

    def moves(self, view: View, deadline: float = math.inf) -> npt.NDArray[np.uint8]:
        """Return the greedy moves; squares that were not asked before the deadline stay still."""
        decision = decide(view, self.memory, self.parameters, out_of_time=lambda: time.monotonic() > deadline)
        self._before, self.memory, self._moves = self.memory, decision.memory, decision.moves
        return decision.moves

    def explain(self, view: View) -> Explanation:
        """Return the reasons of the moves for `view`, which was answered last."""
        explanation = decide(view, self._before, self.parameters, explain=True).explanation
        assert explanation is not None  # it was asked for
        return replace(explanation, move=self._moves)
