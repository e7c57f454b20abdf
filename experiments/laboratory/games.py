"""Plays a game, in this process: compiled as a whole if all its players are of this process; else seat by seat."""

import hashlib
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterable
from functools import cache
from math import sqrt
from pathlib import Path

import numpy as np

from bot import View
from bot.parameters.declaration import ParameterSet
from engine import FaultError, Function, Program, Replay, Seat, State
from engine import Game as EngineGame
from engine import replay as recording
from engine.errors import UserError
from engine.program import exit_meaning
from engine.result import Fault, Kind
from engine.rules import Moves
from experiments.arena import families
from experiments.arena.arena import Arena, compile_for, is_compiled_whole
from experiments.arena.players import Player
from experiments.arena.revisions import RevisionError
from experiments.arena.schedule import Game
from experiments.laboratory.database import Played

ROOT = Path(__file__).parents[2]
PLAYING = ("bot", "engine", "experiments/arena", "experiments/laboratory", "experiments/opponents")
# What a shell says of a command that it cannot start: no bot was there to make a mistake.
NO_COMMAND = frozenset(map(exit_meaning, (126, 127)))
GREEDY, SEARCHING = 0.0225, 0.5  # s of a seat on 30 x 30: that decides greedily, that searches, as opponents do as well
PIPED_TURN = 0.005  # s of a turn in which a program is asked


class ExecutorError(UserError):
    """Games cannot be played here; the message is for the user and says what to do."""


class PlayingError(ExecutorError):
    """A player cannot take its seat on this machine; no game can be played until that is mended."""


class ForeignCodeError(ExecutorError):
    """A worker runs other code than this program: its games would be another bot's games."""


def play_game(game: Game, replay: bool = False) -> Played:
    """Play it to its end. A program that crashes, is late or answers nonsense has a fault, and the game counts.

    Raises:
        PlayingError: a program cannot be started, or ends before its first move
    """
    state = game.map.state()
    compile_players([game])
    if not game.is_deterministic:
        return _play_in_process(game, state, replay)
    arena = _arena(state.height, state.width, threading.get_ident())
    outcome = arena.play([player.parameters for player in game.seats], state, record=replay)
    none = (None,) * len(game.seats)
    return Played(
        key=game.key,
        ranks=tuple(outcome.ranks),
        territory=tuple(outcome.territory[-1].tolist()),
        last_frames_alive=tuple(outcome.last_frames_alive),
        turns=outcome.turns,
        faults=none,
        mean_answer=none,
        worst_answer=none,
        replay=pack(outcome.replay) if outcome.replay else None,
    )


@cache
def _arena(height: int, width: int, thread: int) -> Arena:
    """Return the memory for games on such boards, of which a thread plays one at a time."""
    return Arena(height, width)


def compile_players(games: Iterable[Game]) -> None:
    """Compile for the players of this process: before several workers start, each of which would do it again."""
    for values in {seat.parameters for game in games for seat in game.seats} - {None}:
        compile_for(values)


def seconds(game: Game) -> float:
    """Return about how long a game takes, for batches: it grows with the cube of the side."""
    side = sqrt(game.map.width * game.map.height)
    values = [player.parameters for player in game.seats]
    greedy = sum(each is None or is_compiled_whole(each) for each in values)
    compiled = (GREEDY * greedy + SEARCHING * (len(values) - greedy)) * (side / 30) ** 3
    return compiled if game.is_deterministic else compiled + PIPED_TURN * 10 * side


def _play_in_process(game: Game, state: State, replay: bool) -> Played:
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
        faults=tuple(_describe(standing.fault) if standing.fault else None for standing in result.standings),
        mean_answer=tuple(mean if asked else None for asked, (mean, _) in zip(piped, times, strict=True)),
        worst_answer=tuple(worst if asked else None for asked, (_, worst) in zip(piped, times, strict=True)),
        replay=pack(result.replay) if replay else None,
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
            f"and is the path right from the current folder?{_quote(fault)}"
        )
    if fault.kind is Kind.EXITED and fault.turn <= 1:
        raise PlayingError(
            f"{player.notation} ended before its first move, so there was no game: {fault.detail}. "
            f"Does it play when you start it by hand?{_quote(fault)}"
        )


def _describe(fault: Fault) -> str:
    """Return why a player was ejected, and its last words."""
    return f"{FaultError(fault)}{_quote(fault)}"


def _quote(fault: Fault) -> str:
    """Return the last lines that a program printed, to follow a sentence."""
    return "".join(f"\n  | {line}" for line in fault.last_words)


def pack(replay: Replay) -> bytes:
    """Return the bytes of its .hlt.gz file; the same game gives the same bytes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.hlt.gz"
        recording.write(replay, path)
        return path.read_bytes()


@cache
def code_here() -> str:
    """Return a digest of the code of this process, read at the first call: later edits do not reach a process."""
    paths = [path for folder in PLAYING for path in sorted((ROOT / folder).rglob("*.py"))]
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in paths)).hexdigest()[:12]


@cache
def revision_here() -> str:
    """Return the short name of this commit, with a + if a file that plays differs; "unknown" without git."""
    try:
        edited = _git("status", "--porcelain", "--", *PLAYING)
        return _git("rev-parse", "--short", "HEAD") + ("+" if edited else "")
    except (OSError, subprocess.CalledProcessError):  # no git, or no clone
        return "unknown"


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
