"""Plays one game of the schedule: compiled as a whole if all players are in process, else seat by seat."""

import tempfile
import threading
from collections.abc import Callable, Iterable
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bot import Parameters, View
from bot.parameters.declaration import ParameterSet
from engine import FaultError, Function, Program, Replay, Seat, State
from engine import Game as EngineGame
from engine import replay as recording
from engine.errors import UserError
from engine.faults import Fault, Kind
from engine.program import exit_meaning
from engine.rules import Moves
from experiments.arena import families
from experiments.arena.arena import Arena, compile_for
from experiments.arena.players import Player
from experiments.arena.revisions import RevisionError
from experiments.arena.schedule import Game
from experiments.laboratory.database import Played

# What a shell says of a command that it cannot start: no bot was there to make a mistake.
NO_COMMAND = frozenset(map(exit_meaning, (126, 127)))
GREEDY, SEARCHING = 0.0225, 0.5  # s of a seat on 30 x 30: that decides greedily, that searches, as schools do as well
PIPED_TURN = 0.005  # s of a turn in which a program is asked

_own = threading.local()  # an Arena is memory for one game at a time


class ExecutorError(UserError):
    """Games cannot be played here; the message is for the user and says what to do."""


class PlayingError(ExecutorError):
    """A player cannot take its seat on this machine; no game can be played until that is mended."""


class ForeignCodeError(ExecutorError):
    """A worker runs other code than this program: its games would be another bot's games."""


class Order(NamedTuple):
    """A game to play."""

    game: Game
    replay: bool  # keep the recording

    @property
    def seconds(self) -> float:
        """About how long it takes, for estimates and batches: it grows with the cube of the side."""
        side = sqrt(self.game.map.width * self.game.map.height)
        compiled = sum(_seconds(player.parameters) for player in self.game.seats) * (side / 30) ** 3
        return compiled if self.game.is_deterministic else compiled + PIPED_TURN * 10 * side


def _seconds(parameters: Any) -> float:
    """Return the seconds of a seat on 30 x 30; a program's come with its turns."""
    is_greedy = parameters is None or (isinstance(parameters, Parameters) and not parameters.has_stages)
    return GREEDY if is_greedy else SEARCHING


def compile_players(games: Iterable[Game]) -> None:
    """Compile what these games need."""
    for values in {seat.parameters for game in games for seat in game.seats} - {None}:
        compile_for(values)


def play_game(game: Game, replay: bool = False) -> Played:
    """Play it to its end. A program that crashes, is late or answers nonsense has a fault, and the game counts.

    replay   keep the recording, gzip
    Raises   PlayingError when a program cannot be started, or ends before its first move
    """
    state = game.map.state()
    parameters = [player.parameters for player in game.seats if player.parameters is not None]
    if len(parameters) == len(game.seats):
        return _compiled(game, state, parameters, replay)
    return _seated(game, state, replay)


def _compiled(game: Game, state: State, parameters: list[ParameterSet], replay: bool) -> Played:
    outcome = _arena(state).play(parameters, state, record=replay)
    none = (None,) * len(parameters)
    return Played(
        key=game.key,
        ranks=tuple(outcome.ranks),
        territory=tuple(outcome.territory[-1].tolist()),
        last_frames_alive=tuple(outcome.last_frames_alive),
        turns=outcome.turns,
        faults=none,
        mean_answer=none,
        worst_answer=none,
        replay=packed(outcome.replay) if outcome.replay else None,
    )


def _arena(state: State) -> Arena:
    if not hasattr(_own, "arenas"):
        _own.arenas = {}
    arenas: dict[tuple[int, int], Arena] = _own.arenas
    board = state.height, state.width
    if board not in arenas:
        arenas[board] = Arena(*board)
    return arenas[board]


def _seated(game: Game, state: State, replay: bool) -> Played:
    seats = [_seat(player, state) for player in game.seats]
    result = EngineGame(seats, state, compiled=True).play()
    for player, standing in zip(game.seats, result.standings, strict=True):
        _check_started(player, standing.fault)
    piped = [player.parameters is None for player in game.seats]
    times = [(standing.mean_answer, standing.worst_answer) for standing in result.standings]
    return Played(
        key=game.key,
        ranks=tuple(standing.rank for standing in result.standings),
        territory=tuple(standing.territory for standing in result.standings),
        last_frames_alive=tuple(standing.last_frame_alive for standing in result.standings),
        turns=result.turns,
        faults=tuple(_described(standing.fault) if standing.fault else None for standing in result.standings),
        mean_answer=tuple(mean if asked else None for asked, (mean, _) in zip(piped, times, strict=True)),
        worst_answer=tuple(worst if asked else None for asked, (_, worst) in zip(piped, times, strict=True)),
        replay=packed(result.replay) if replay else None,
    )


def _seat(player: Player, state: State) -> Seat:
    if player.parameters is not None:
        return Function(_strategy(player.parameters, state), player.notation)
    try:
        assert player.command is not None  # for the type checker: who has no parameters has a command
        return Program(player.command)
    except RevisionError as error:
        raise PlayingError(f"{player.notation} cannot play here: {error}") from None


def _strategy(values: ParameterSet, state: State) -> Callable[[State, int, int], Moves]:
    player = families.mover(values, state.height, state.width)

    def choose(state: State, seat: int, turn: int) -> Moves:
        # The engine counts from 1, the turn that is played; a View from 0, the turns that have been.
        view = View(state.owner, state.strength, state.production, seat, turn - 1)
        return player.moves(view).astype(np.int32)

    return choose


def _check_started(player: Player, fault: Fault | None) -> None:
    """Refuse a game in which a program never ran: it says nothing about any player."""
    if not fault:
        return
    if fault.kind is Kind.UNSTARTED or fault.detail in NO_COMMAND:
        raise PlayingError(
            f"{player.notation} cannot be started: {fault.detail}; is it installed on this machine, "
            f"and is the path right from the current folder?{_quoted(fault)}"
        )
    if fault.kind is Kind.EXITED and fault.turn <= 1:
        raise PlayingError(
            f"{player.notation} ended before its first move, so there was no game: {fault.detail}. "
            f"Does it play when you start it by hand?{_quoted(fault)}"
        )


def _described(fault: Fault) -> str:
    """Return why a player was ejected, and its last words."""
    return f"{FaultError(fault)}{_quoted(fault)}"


def _quoted(fault: Fault) -> str:
    """Return the last lines that a program printed, to follow a sentence."""
    return "".join(f"\n  | {line}" for line in fault.last_words)


def packed(replay: Replay) -> bytes:
    """Return the bytes of its .hlt.gz file; the same game gives the same bytes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.hlt.gz"
        recording.write(replay, path)
        return path.read_bytes()
