"""Whole games in this process; families.py knows who is who.

Players that are only the compiled decision of bot.kernels play whole games without leaving compiled code. A test holds
both ways, and the same game of engine.Game between function seats, equal.

Call `compile_for` before starting several workers: otherwise each of them compiles the same kernels.
"""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from bot import Memory, Parameters, View
from bot import kernels as deciding
from bot.board.board import pack_memory
from bot.board.compiled import COUNTED, Grids, compiler
from bot.parameters.declaration import ParameterSet
from bot.search.player import Player as Mover
from engine import Replay, State
from engine import kernels as stepping
from engine.ranking import last_frames_alive, ranks
from engine.rules import turn_limit
from engine.state import MOST_PLAYERS

from . import families

NO_MOVERS: Mapping[int, Mover] = {}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    territory: npt.NDArray[np.int64]  # (frames, players) squares owned in every frame, the first being the map
    replay: Replay | None  # when asked for
    last: npt.NDArray[np.uint8]  # (H, W) owners in the last frame

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


@dataclass(frozen=True, slots=True)
class _Table:
    """The arrays that one game is played on and recorded in."""

    owner: npt.NDArray[np.uint8]  # (H, W) the frame that is being played
    strength: npt.NDArray[np.uint8]
    production: npt.NDArray[np.uint8]
    first: int  # turns played before
    orders: npt.NDArray[np.uint8]  # (players, H, W) what each player answered last
    territory: npt.NDArray[np.int64]  # as in Outcome, for as many frames as there can be
    frames: npt.NDArray[np.uint8]  # (2, frames, H, W) owner and strength; no frames when nothing is recorded
    moves: npt.NDArray[np.uint8]  # (turns, H, W) as applied; one turn when nothing is recorded

    @classmethod
    def empty(cls, state: State, seats: int, first: int, record: bool) -> Self:
        """Return a table for the game from this state on."""
        limit, board = max(turn_limit(state.width, state.height) - first, 0), state.owner.shape
        return cls(
            state.owner.copy(), state.strength.copy(), state.production, first,
            orders=np.zeros((seats, *board), np.uint8), territory=np.zeros((limit + 1, seats), np.int64),
            frames=np.zeros((2, limit + 1 if record else 0, *board), np.uint8),
            moves=np.zeros((limit if record else 1, *board), np.uint8),
        )  # fmt: skip


class Arena:
    """Memory for games on boards of one size. Not for two threads at once; games release the GIL."""

    def __init__(self, height: int, width: int):
        self._scratch = deciding.scratch(height, width)
        self._memory = stepping.memory_for(height, width)
        self._board = height, width

    def play(
        self,
        players: Sequence[ParameterSet],
        state: State,
        *,
        record: bool = False,
        turn: int = 0,
        memories: Sequence[Memory] = (),
        seated: Mapping[int, Mover] = NO_MOVERS,
        lead: float = inf,
    ) -> Outcome:
        """Play one game from the map `state`; player i + 1 plays as players[i]. Two to six players.

        Args:
            state: the map, or the frame after the turns that were played
            record: keep every frame and move as a Replay
            turn: turns played before; the turn limit counts them
            memories: what each player remembers of those turns; without, and for an opponent, this frame is the first
            seated: by number (1 is the first) players who sit already and watched those turns, such as an opponent's
            lead: stop once a player has so many times what all others have together; see `leads`

        Raises:
            ValueError: the map is of another size or has another number of players
        """
        self._check(players, state, turn)
        memories = memories or [Memory()] * len(players)
        players = [
            who.resolve(memory.starting_players or len(players), *self._board)
            for who, memory in zip(players, memories, strict=True)
        ]
        table = _Table.empty(state, len(players), turn, record)
        if all(map(is_compiled_whole, players)):
            turns = self._play_compiled(players, memories, table, record, lead)
        else:
            seats = [
                seated.get(seat) or families.mover(who, *self._board, memory)
                for seat, (who, memory) in enumerate(zip(players, memories, strict=True), 1)
            ]
            turns = _play_asking(seats, table, self._memory, record, lead)
        replay = _replay(players, state, table.frames[:, : turns + 1], table.moves[:turns]) if record else None
        return Outcome(table.territory[: turns + 1], replay, table.owner)

    def _play_compiled(
        self, players: Sequence[Any], memories: Sequence[Memory], table: _Table, record: bool, lead: float
    ) -> int:
        """Play the game between players who are the compiled decision and nothing else."""
        values = np.array([deciding.values(parameters) for parameters in players], deciding.VALUES)
        remembered = np.array([pack_memory(memory) for memory in memories])
        turns: int = play_whole(
            table.owner, table.strength, table.production, table.first, values, remembered, table.orders, self._scratch,
            self._memory, table.territory, table.frames, table.moves, record, lead,
        )  # fmt: skip
        return turns

    def _check(self, players: Sequence[ParameterSet], state: State, turn: int) -> None:
        if state.owner.shape != self._board:
            raise ValueError(f"this arena is for boards of {self._board} (rows, columns), got {state.owner.shape}")
        seats = int(state.owner.max())
        is_seated = seats <= len(players) if turn else seats == len(players)  # later some players may be gone
        if not is_seated or not 2 <= len(players) <= MOST_PLAYERS:
            raise ValueError(f"the map has {seats} players, but {len(players)} were given; an arena seats two to six")


def _play_asking(seats: Sequence[Mover], table: _Table, memory: Any, record: bool, lead: float) -> int:
    """Play the game by asking each living player every turn; returns the turns played. Twin: play_whole."""
    owner, strength, production = table.owner, table.strength, table.production
    squares = np.zeros(MOST_PLAYERS + 1, np.int64)
    for turn in range(len(table.territory)):
        stepping.territory(owner, squares)
        table.territory[turn] = squares[1 : len(seats) + 1]
        if record:
            table.frames[0, turn], table.frames[1, turn] = owner, strength
        if turn + 1 == len(table.territory) or np.count_nonzero(table.territory[turn]) < 2:
            break
        if leads(table.owner, table.strength, table.production, lead):
            break
        for seat, player in enumerate(seats):
            if table.territory[turn, seat] > 0:
                view = View(owner, strength, production, seat + 1, table.first + turn)
                table.orders[seat] = player.moves(view)
        applied = table.moves[turn if record else 0]
        stepping.gather(owner, table.orders, applied)
        stepping.step(owner, strength, production, applied, memory)
    return turn


def _replay(players: Sequence[ParameterSet], state: State, frames: Any, moves: Any) -> Replay:
    names = tuple(values.name for values in players)
    return Replay(frames[0], frames[1], state.production, moves.astype(np.int32), names)


_compiled = compiler(Path(__file__), Path(stepping.__file__), **COUNTED)


@_compiled
def leads(owner: Any, strength: Any, production: Any, lead: float) -> bool:
    """Return whether a player has `lead` times the squares, strength and production of all others together, of each."""
    if lead == inf:
        return False
    have = np.zeros((3, MOST_PLAYERS + 1), np.int64)
    for y in range(owner.shape[0]):
        for x in range(owner.shape[1]):
            have[0, owner[y, x]] += 1
            have[1, owner[y, x]] += strength[y, x]
            have[2, owner[y, x]] += production[y, x]
    first = have[0, 1:].argmax() + 1
    others = have[:, 1:].sum(axis=1) - have[:, first]
    return bool(np.all(have[:, first] >= lead * others))


@_compiled
def play_whole(
    owner: Any,
    strength: Any,
    production: Any,
    first: int,
    values: Any,
    memories: Any,
    orders: Any,
    scratch: Any,
    memory: Any,
    territory: Any,
    frames: Any,
    moves: Any,
    record: bool,
    lead: float,
) -> int:
    """Play on from turn `first` to the end, or until a player leads; return the turns played. Twin: _play_asking."""
    limit, seats = territory.shape[0] - 1, territory.shape[1]
    squares = np.zeros(7, np.int64)
    grids = Grids(owner, strength, production)
    turn = 0
    while True:
        stepping.territory(owner, squares)
        living = 0
        for seat in range(seats):
            territory[turn, seat] = squares[seat + 1]
            living += squares[seat + 1] > 0
        if record:
            for y in range(owner.shape[0]):
                for x in range(owner.shape[1]):
                    frames[0, turn, y, x], frames[1, turn, y, x] = owner[y, x], strength[y, x]
        if turn == limit or living < 2 or leads(owner, strength, production, lead):
            return turn
        for seat in range(seats):
            if territory[turn, seat] > 0:
                deciding.decide(grids, seat + 1, first + turn, memories[seat], values[seat], scratch, orders[seat])
        applied = moves[turn if record else 0]
        stepping.gather(owner, orders, applied)
        stepping.step(owner, strength, production, applied, memory)
        turn += 1


def record(players: Sequence[ParameterSet], state: State) -> Replay:
    """Play a whole game from the map `state` and return its recording; player i + 1 plays as players[i]."""
    replay = Arena(state.height, state.width).play(players, state, record=True).replay
    assert replay is not None  # for the type checker: it was asked for
    return replay


def is_compiled_whole(values: ParameterSet) -> bool:
    """Return whether its game needs compiled code only: it is the greedy decision and nothing else."""
    return isinstance(values, Parameters) and not values.has_search


@cache
def compile_for(values: ParameterSet) -> None:
    """Play a tiny game, in which two such players fight; numba compiles what its cache lacks."""
    kind = f"{type(values).__module__}-{'whole' if is_compiled_whole(values) else 'asked'}.compiled"
    mark = Path(play_whole.stats.cache_path, kind)
    if not mark.exists():
        print("Compiling the bot and the rules, once after each change; a minute or more ...", file=sys.stderr)
    owner = np.zeros((6, 8), np.uint8)
    owner[2:4, 1:3], owner[2:4, 4:6] = 1, 2
    state = State(owner, np.where(owner > 0, 90, 0).astype(np.uint8), np.full(owner.shape, 3, np.uint8))
    Arena(6, 8).play([values, values], state)
    mark.touch()
