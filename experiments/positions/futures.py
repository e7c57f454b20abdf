"""Futures of one square: the frame with each of its five moves, and the rest of the game, played by several players.

What the others do on this turn is not taken from the recording: a move that wins only because the enemy happened to go
north is not a good move. In every future all players, we too, move as one of the `worlds` would, with that future's
luck; only the square itself is told where to go.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from bot import Memory, View
from bot.ground.board import Board
from engine import State
from engine import kernels as stepping
from engine.rules import turn_limit
from experiments.arena import families
from experiments.arena.arena import Arena
from experiments.arena.players import player
from experiments.stats import shares

from .evidence import Measure, Scores

GREEDY = "combat_search=0&war_every=0&opening_search=0"
"""What makes the champion greedy, and its futures as cheap as those of its predecessors."""

WORLDS = ("v26", "v26?pact=off&strategic_stilling=off", f"champion?{GREEDY}")
"""Who plays on, in turn: a move should be good among pact keepers, among fighters and among the champion's kind."""

TURNS, LAND = 10, 8
"""For Measure.LEAD: the turns that are played after the move, and the turns of production that land is worth."""

Moves = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class Frame:
    """Where futures start: a frame, what everybody remembers, and the square that is told where to go."""

    state: State
    turn: int
    memories: tuple[Memory, ...]
    player: int
    square: int  # y * W + x

    @property
    def seats(self) -> range:
        """The numbers of all players who started."""
        return range(1, len(self.memories) + 1)

    def view(self, seat: int) -> View:
        """Return the frame as a player receives it."""
        return View(self.state.owner, self.state.strength, self.state.production, seat, self.turn)

    @property
    def later(self) -> tuple[Memory, ...]:
        """The memories of all players on the next frame."""
        return tuple(
            memory.after(Board(self.view(seat))) for seat, memory in zip(self.seats, self.memories, strict=True)
        )


class Futures:
    """Plays the futures of one frame. Future number i belongs to worlds[i % len(worlds)] and has the seed first + i."""

    def __init__(self, frame: Frame, worlds: Sequence[str] = WORLDS, first: int = 0):
        self.frame, self.worlds, self.first = frame, tuple(worlds), first
        self._arena = _arena(*frame.state.owner.shape)
        self._memory = stepping.memory_for(*frame.state.owner.shape)
        self._later = frame.later

    def asked(self, measure: Measure, moves: Iterable[int], numbers: range) -> Scores:
        """Return the scores of every move in each of these futures: direction -> (futures,)."""
        scores_of: dict[int, list[float]] = {move: [] for move in moves}
        for number in numbers:
            first = self._first_moves(number)
            for move, scores in scores_of.items():
                scores.append(self._score(measure, self._after(first, move), number))
        return {move: np.array(scores) for move, scores in scores_of.items()}

    def players(self, number: int) -> list[Any]:
        """Return the players of this future."""
        parameters = replace(
            _parameters(self.worlds[number % len(self.worlds)]), seed=self.first + number, ties="seeded"
        )
        return [parameters] * len(self.frame.memories)

    def _first_moves(self, number: int) -> Moves:
        """Return the moves of all players on the frame, (H, W)."""
        owner, (height, width) = self.frame.state.owner, self.frame.state.owner.shape
        moves = np.zeros((height, width), np.uint8)
        for seat, who in zip(self.frame.seats, self.players(number), strict=True):
            if (owner == seat).any():
                mover = families.mover(who, height, width, self.frame.memories[seat - 1])
                moves = np.where(owner == seat, mover.moves(self.frame.view(seat)), moves)
        return moves

    def _after(self, first: Moves, move: int) -> State:
        """Return the next frame, when the square makes this move."""
        moves = first.copy()
        moves.flat[self.frame.square] = move
        state = self.frame.state
        after = State(state.owner.copy(), state.strength.copy(), state.production)
        stepping.step(after.owner, after.strength, after.production, moves, self._memory)
        return after

    def _score(self, measure: Measure, after: State, number: int) -> float:
        if measure is Measure.LEAD:
            return self._lead(after, number)
        players, us = len(self.frame.memories), self.frame.player - 1
        if np.count_nonzero(after.territory(players)) < 2:
            return float(after.owner.max() == us + 1 if measure is Measure.BEATEN else after.territory(players)[us])
        outcome = self._arena.play(self.players(number), after, turn=self.frame.turn + 1, memories=self._later)
        return float(shares(outcome.ranks)[us] if measure is Measure.BEATEN else outcome.territory[-1, us])

    def _lead(self, after: State, number: int) -> float:
        movers = [
            families.mover(who, after.height, after.width, memory)
            for who, memory in zip(self.players(number), self._later, strict=True)
        ]
        start, limit = self.frame.turn + 1, turn_limit(after.width, after.height)
        for turn in range(start, min(start + TURNS, limit)):
            moves = np.zeros(after.owner.shape, np.uint8)
            for seat, mover in zip(self.frame.seats, movers, strict=True):
                if (after.owner == seat).any():
                    view = View(after.owner, after.strength, after.production, seat, turn)
                    moves = np.where(after.owner == seat, mover.moves(view), moves)
            stepping.step(after.owner, after.strength, after.production, moves, self._memory)
        return _lead(after, self.frame.player)


def _lead(state: State, player: int) -> float:
    worth = state.strength.astype(np.float64) + LAND * state.production
    ours = state.owner == player
    return float(worth[ours].sum() - worth[(state.owner > 0) & ~ours].sum())


@cache
def _arena(height: int, width: int) -> Arena:
    return Arena(height, width)


@cache
def _parameters(notation: str) -> Any:
    return player(notation).parameters
