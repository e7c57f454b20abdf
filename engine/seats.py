"""Seats: how a game asks its players, alike for a program behind pipes (program.py) and a function in this process."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from time import perf_counter

import numpy as np

from . import wire
from .names import NAME_LENGTH
from .rules import Moves
from .state import State

Strategy = Callable[[State, int, int], Moves]


class Frame:
    """One turn as every player receives it."""

    def __init__(self, state: State, turn: int) -> None:
        self.state = state
        self.turn = turn  # 1 on the first turn

    @cached_property
    def text(self) -> bytes:
        """The line of the protocol, made once for all players, and only when a program asks for it."""
        return wire.frame(self.state).encode()


class Seat(ABC):
    """A player, as the game asks it. A turn is `ask` for every seat, then `answer` from every seat.

    Methods that wait take the seconds that the player may use (inf: no limit). They raise FaultError when
    the player has to leave the game; after that only `close` may be called.
    """

    answer_time = 0.0  # s that the latest answer took

    def open(self) -> None:  # noqa: B027 - a seat may have nothing to open
        """Get ready; harmless when done before."""

    @abstractmethod
    def greet(self, state: State, player: int) -> None:
        """Say who the player is and show the map."""

    @abstractmethod
    def name(self, seconds: float) -> str:
        """Return the player's name, at most NAME_LENGTH bytes or letters."""

    @abstractmethod
    def ask(self, frame: Frame) -> None:
        """Show the frame of a turn and start the clock."""

    @abstractmethod
    def answer(self, seconds: float) -> Moves:
        """Return the orders for this frame: (H, W), 0 where there are none."""

    def leave(self) -> None:  # noqa: B027 - a function seat has no program to tell
        """Say that nothing more will be asked."""

    def close(self) -> None:  # noqa: B027 - a seat may have nothing to close
        """End what was started; harmless when done before."""


class Function(Seat):
    """A strategy in this process: `strategy(state, player, turn)` returns (H, W) moves; turn 1 is the first.

    It is trusted: no time limit interrupts it, and its exceptions are passed on, except FaultError, by which it gives
    up its seat.
    """

    def __init__(self, strategy: Strategy, name: str | None = None) -> None:
        self._strategy = strategy
        self._name = name if name is not None else getattr(strategy, "__name__", "function")

    def greet(self, state: State, player: int) -> None:
        """Remember the number."""
        self._player = player

    def name(self, seconds: float) -> str:
        """Return the name given, else the function's own."""
        return self._name[:NAME_LENGTH]

    def ask(self, frame: Frame) -> None:
        """Keep the frame until the answer is wanted."""
        self._frame = frame

    def answer(self, seconds: float) -> Moves:
        """Call the strategy. Raises ValueError when it returns something else than (H, W) whole numbers."""
        started = perf_counter()
        moves = np.asarray(self._strategy(self._frame.state, self._player, self._frame.turn))
        self.answer_time = perf_counter() - started
        board = self._frame.state.owner.shape
        if moves.shape != board or moves.dtype.kind not in "iu":
            raise ValueError(
                f"{self._name} must return integers of shape {board} (rows, columns), "
                f"but returned {moves.dtype} {moves.shape}; are width and height swapped?"
            )
        return moves
