"""Whole games between players of this code, played without leaving compiled code.

The moves are those of bot.kernels, the rules those of engine.kernels; a test holds a game here equal to
the same game of engine.Game between function seats.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bot import Memory, Parameters
from bot import kernels as deciding
from engine import Replay, State
from engine import kernels as stepping
from engine.ranking import last_frames_alive, ranks
from engine.rules import turn_limit
from engine.state import MOST_PLAYERS

from .compiling import kernel


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    territory: npt.NDArray[np.int64]  # (frames, players) squares owned in every frame, the first being the map
    replay: Replay | None  # when asked for

    @property
    def turns(self) -> int:
        """Turns played."""
        return len(self.territory) - 1

    @property
    def ranks(self) -> list[int]:
        """The place of every player, 1 = best."""
        return ranks(self.territory)

    @property
    def last_frames_alive(self) -> list[int]:
        """Turns every player lived."""
        return last_frames_alive(self.territory)


class Arena:
    """Memory for games on boards of one size. Not for two threads at once; games release the GIL."""

    def __init__(self, height: int, width: int):
        self._scratch = deciding.scratch(height, width)
        self._memory = stepping.memory_for(height, width)
        self._board = height, width

    def play(
        self,
        players: Sequence[Parameters],
        state: State,
        *,
        record: bool = False,
        turn: int = 0,
        memories: Sequence[Memory] = (),
    ) -> Outcome:
        """Play one game from the map `state`; player i + 1 plays as players[i]. Two to six players.

        record     keep every frame and move as a Replay
        turn       turns played before: `state` is the frame after them, and the game ends at the usual turn
        memories   what each player remembers of those turns; without them the frame is everybody's first
        Raises     ValueError when the map is of another size or has another number of players
        """
        self._check(players, state, turn)
        limit, seats = max(turn_limit(state.width, state.height) - turn, 0), len(players)
        owner, strength = state.owner.copy(), state.strength.copy()
        territory = np.zeros((limit + 1, seats), np.int64)
        frames = np.zeros((2, limit + 1 if record else 0, *self._board), np.uint8)
        moves = np.zeros((limit if record else 1, *self._board), np.uint8)
        orders = np.zeros((seats, *self._board), np.uint8)
        knobs = np.array([deciding.knobs(parameters) for parameters in players], deciding.KNOBS)
        remembered = np.array([deciding.remembered(memory) for memory in memories or [Memory()] * seats])
        turns = _play(
            owner, strength, state.production, turn, knobs, remembered, orders, self._scratch, self._memory,
            territory, frames, moves, record,
        )  # fmt: skip
        replay = _replay(players, state, frames[:, : turns + 1], moves[:turns]) if record else None
        return Outcome(territory[: turns + 1], replay)

    def _check(self, players: Sequence[Parameters], state: State, turn: int) -> None:
        if state.owner.shape != self._board:
            raise ValueError(f"this arena is for boards of {self._board} (rows, columns), got {state.owner.shape}")
        seats = int(state.owner.max())
        is_seated = seats <= len(players) if turn else seats == len(players)  # later some players may be gone
        if not is_seated or not 2 <= len(players) <= MOST_PLAYERS:
            raise ValueError(f"the map has {seats} players, {len(players)} came; an arena seats two to six")


def _replay(players: Sequence[Parameters], state: State, frames: Any, moves: Any) -> Replay:
    names = tuple(parameters.name for parameters in players)
    return Replay(frames[0], frames[1], state.production, moves.astype(np.int32), names)


@kernel(deciding, stepping)
def _play(
    owner: Any,
    strength: Any,
    production: Any,
    first: int,
    knobs: Any,
    memories: Any,
    orders: Any,
    scratch: Any,
    memory: Any,
    territory: Any,
    frames: Any,
    moves: Any,
    record: bool,
) -> int:
    """Play from turn `first` on until one player is left or the turns are over; returns the turns played."""
    limit, seats = territory.shape[0] - 1, territory.shape[1]
    squares = np.zeros(7, np.int64)
    turn = 0
    while True:
        stepping.territory(owner, squares)
        territory[turn] = squares[1 : seats + 1]
        if record:
            frames[0, turn], frames[1, turn] = owner, strength
        if turn == limit or np.count_nonzero(territory[turn]) < 2:
            return turn
        for seat in range(seats):
            if territory[turn, seat] > 0:
                deciding.decide(
                    owner, strength, production, seat + 1, first + turn, memories[seat], knobs[seat], scratch,
                    orders[seat],
                )  # fmt: skip
        applied = moves[turn if record else 0]
        stepping.gather(owner, orders, applied)
        stepping.step(owner, strength, production, applied, memory)
        turn += 1
