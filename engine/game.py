"""One game: show all players the board, apply their answers, eject those that fail, and rank them at the end."""

import threading
from collections.abc import Collection, Sequence
from functools import lru_cache
from math import inf

import numpy as np
import numpy.typing as npt

from . import ranking, rules
from .replay import Replay
from .result import Fault, FaultError, Result, Standing
from .rules import Moves
from .seats import Frame, Seat
from .state import MOST_PLAYERS, State

TURN_TIME = 1.5  # s, official
INIT_TIME = 30.0  # s, official; for the name


@lru_cache(64)
def _memory(thread: int, height: int, width: int) -> npt.NDArray[np.uint16]:
    """Return a thread's scratch memory for boards of this size: games that share it at once play wrong boards."""
    from . import kernels

    return kernels.memory_for(height, width)


def compiled_step(state: State, moves: Moves, ejected: Collection[int] = ()) -> State:
    """Return what rules.step returns, faster. Raises ImportError without numba."""
    from . import kernels  # here, because importing numba takes long

    owner, strength = rules.without(state.owner, ejected).copy(), state.strength.copy()
    # One type of orders, because numba compiles for each; no order above WEST + 1 is a direction.
    orders = moves if moves.dtype == np.uint8 else np.minimum(moves, rules.WEST + 1).astype(np.uint8)
    kernels.step(owner, strength, state.production, orders, _memory(threading.get_ident(), *owner.shape))
    return State(owner, strength, state.production)


def is_over(state: State, players: int, turn: int) -> bool:
    """Return whether a game of `players` players ends with this frame, reached after `turn` turns."""
    if turn >= rules.turn_limit(state.width, state.height):
        return True
    living = np.count_nonzero(state.territory(players))
    if players > 1:
        return bool(living < 2)
    # A single player has no opponent to beat, only land left to take.
    return not living or not np.any((state.owner == 0) & (state.production > 0))


class Player:
    """A seat during the game, and what is known of who sits there."""

    def __init__(self, seat: Seat, number: int, name: str | None) -> None:
        self.seat = seat
        self.number = number
        self.name = name if name is not None else f"Bot #{number}; timed out during init"
        self.is_renamed = name is not None
        self.fault: Fault | None = None
        self.answer_times: list[float] = []


class Game:
    """A game that can be played once.

    Args:
        seats: 1..6, player i + 1 at entry i; the game opens and closes them
        state: the map, see mapgen.generate
        turn_time, init_time: s for each answer, and for the name
        ignore_timeouts: wait without limit; a bot that is gone or answers nonsense is ejected all the same
        names: override what the bots call themselves
        compiled: step with engine.kernels, which needs numba; the boards are the same

    Raises:
        ValueError: there are more than six seats, fewer than owners on the map, or not a name each
    """

    def __init__(
        self,
        seats: Sequence[Seat],
        state: State,
        *,
        turn_time: float = TURN_TIME,
        init_time: float = INIT_TIME,
        ignore_timeouts: bool = False,
        names: Sequence[str] | None = None,
        compiled: bool = False,
    ) -> None:
        if not 1 <= len(seats) <= MOST_PLAYERS:
            raise ValueError(f"a game has 1 to {MOST_PLAYERS} players, but {len(seats)} were given")
        state.check(len(seats))
        given = names if names is not None else [None] * len(seats)
        if len(given) != len(seats):
            raise ValueError(f"{len(seats)} players need as many names, but {len(given)} were given")
        self.players = [Player(seat, 1 + i, name) for i, (seat, name) in enumerate(zip(seats, given, strict=True))]
        self._turn_time = inf if ignore_timeouts else turn_time
        self._init_time = inf if ignore_timeouts else init_time
        self._step = compiled_step if compiled else rules.step
        self._states = [state]
        self._moves: list[Moves] = []
        self._territory = [state.territory(len(seats))]

    @property
    def turn(self) -> int:
        """Turns played so far."""
        return len(self._moves)

    def play(self) -> Result:
        """Play to the end. Closes every seat, also when an exception ends the game."""
        try:
            for player in self.players:
                player.seat.open()
            self._introduce()
            while not is_over(self._states[-1], len(self.players), self.turn):
                self._play_turn()
        finally:
            self._close()
        return self._result()

    def _introduce(self) -> None:
        """Ask all players for their names at once. A player that gives none leaves on turn 1."""
        for player in self.players:
            player.seat.greet(self._states[0], player.number)
        for player in self.players:
            try:
                name = player.seat.name(self._init_time)
                player.name = player.name if player.is_renamed else name
            except FaultError as error:
                player.fault = error.fault

    def _play_turn(self) -> None:
        before = self._states[-1]
        living = [player for player in self.players if self._territory[-1][player.number - 1]]
        moves, ejected = self._answers(Frame(before, self.turn + 1), living)
        after = self._step(before, moves, ejected)
        self._moves.append(moves)
        self._states.append(after)
        self._territory.append(after.territory(len(self.players)))

    def _answers(self, frame: Frame, living: Sequence[Player]) -> tuple[Moves, list[int]]:
        """Return all players' moves on one board (H, W), and the numbers of the ejected players."""
        moves = np.zeros(frame.state.owner.shape, dtype=np.int32)
        for player in living:
            if not player.fault:
                player.seat.ask(frame)
        for player in living:
            answer = self._answer(player)
            if answer is not None:
                # One player's orders for another's squares end here.
                np.copyto(moves, answer, where=frame.state.owner == player.number, casting="unsafe")
        return moves, [player.number for player in living if player.fault]

    def _answer(self, player: Player) -> Moves | None:
        """Return one player's moves, or None when it failed, now or before the first turn."""
        if player.fault:
            return None
        try:
            moves = player.seat.answer(self._turn_time)
        except FaultError as error:
            player.fault = error.fault
            return None
        player.answer_times.append(player.seat.answer_time)
        return moves

    def _close(self) -> None:
        # First tell all, then wait for each, so that they end at the same time.
        for player in self.players:
            player.seat.leave()
        for player in self.players:
            player.seat.close()

    def _result(self) -> Result:
        territory = np.array(self._territory)
        places = zip(self.players, ranking.ranks(territory), ranking.last_frames_alive(territory), strict=True)
        return Result(tuple(self._standing(*place) for place in places), self.turn, self._replay())

    def _standing(self, player: Player, rank: int, last_frame_alive: int) -> Standing:
        state = self._states[-1]
        ours = state.owner == player.number
        times = player.answer_times
        return Standing(
            player=player.number,
            name=player.name,
            rank=rank,
            last_frame_alive=last_frame_alive,
            territory=int(np.count_nonzero(ours)),
            strength=int(state.strength[ours].sum()),
            production=int(state.production[ours].sum()),
            mean_answer=sum(times) / len(times) if times else 0.0,
            worst_answer=max(times, default=0.0),
            fault=player.fault,
        )

    def _replay(self) -> Replay:
        first = self._states[0]
        moves = np.array(self._moves, dtype=np.int32).reshape(self.turn, first.height, first.width)
        return Replay(
            owner=np.stack([state.owner for state in self._states]),
            strength=np.stack([state.strength for state in self._states]),
            production=first.production,
            moves=moves,
            player_names=tuple(player.name for player in self.players),
        )
