"""Hosts one game for the command line: makes the map, seats the bots, shows the game, writes its files."""

import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from time import time, time_ns

from . import report
from .flags import LAUNCHER, Settings
from .game import INIT_TIME, TURN_TIME, Game
from .mapgen import generate, random_size
from .names import shown
from .program import Program
from .replay import write
from .report import Files
from .result import Result
from .rules import turn_limit
from .state import State

_LARGEST_SEED = 2**32 - 1
VOID = "No bot ever moved, so there was no game: mend the commands, or try each of them by hand."


def play(settings: Settings) -> int:
    """Play a game and report it; returns the exit code: 1 when no game could be played or the replay is lost."""
    folder, seed = settings.replay_directory, settings.seed or 1 + time_ns() % _LARGEST_SEED
    if not (settings.no_replay or (os.path.isdir(folder) and os.access(folder, os.W_OK | os.X_OK))):
        return _refuse(f"The replay directory {folder!r} is no folder that can be written to; name another with -i.")
    begun = int(time())  # the official number of a game: seconds since 1970
    if settings.quiet and not settings.override and not settings.as_json:
        # As in the official program, which shows and starts the bots before it makes a map.
        print("".join(f"{command}\n" for command in settings.commands), end="", flush=True)
    try:
        state = _map(settings, seed)
    except ValueError as error:
        return _refuse(f"No map can be made: {error}.")
    # Text for people goes where it cannot disturb the output for machines.
    people = None if settings.quiet else sys.stderr if settings.as_json else sys.stdout
    if people:
        limit = turn_limit(state.width, state.height)
        print(f"Halite on a {state.width} x {state.height} map, seed {seed}, at most {limit} turns", file=people)
        for number, command in enumerate(settings.commands, start=1):
            print(f"  #{number} {shown(command)}", file=people, flush=True)
    elif not settings.as_json:
        print(state.width, state.height, flush=True)
    seats = [Program(command) for command in settings.commands]
    game = Game(
        seats,
        state,
        turn_time=settings.turn_time / 1000 if settings.turn_time else TURN_TIME,
        init_time=settings.init_time / 1000 if settings.init_time else INIT_TIME,
        ignore_timeouts=settings.ignore_timeouts,
        names=settings.names,
    )
    result = game.play()
    files, is_kept = _written(settings, result, seats, begun, seed)
    _announce(settings, result, files, seed)
    is_void = not settings.quiet and not any(each.has_moved for each in result.standings)
    if is_void:
        _remark(VOID)
    return 0 if is_kept and not is_void else 1


def _refuse(problem: str) -> int:
    print(problem, file=sys.stderr)
    return 1


def _map(settings: Settings, seed: int) -> State:
    players = max(len(settings.commands), settings.map_players)
    width, height = settings.size or (random_size(seed),) * 2
    return generate(width, height, players, seed, alone=len(settings.commands) == 1)


def _written(settings: Settings, result: Result, seats: Sequence[Program], begun: int, seed: int) -> tuple[Files, bool]:
    """Write the replay, and the logs of the ejected into the current folder; returns whether all could be written."""

    def files(number: int) -> Files:
        folder = settings.replay_directory
        separator = "" if not folder or folder.endswith(("/", os.sep)) else os.sep
        replay = None if settings.no_replay else f"{folder}{separator}{number}-{seed}.hlt"
        return Files(replay, {each.player: f"{each.player}-{number}.log" for each in result.timed_out})

    try:
        mine = _claimed(begun, files)
        if mine.replay:
            write(result.replay, mine.replay)
        for player, path in mine.logs.items():
            Path(path).write_bytes(seats[player - 1].log())
    except OSError as error:
        _remark(f"The game could not be saved in {error.filename}: {error.strerror or error}.")
        return Files(), False
    return mine, True


def _claimed(first: int, files: Callable[[int], Files]) -> Files:
    """Create the files of the first number, from `first` on, that none of them is taken under.

    Creating is the only test that two games in one folder cannot both pass. Raises OSError where that is impossible.
    """
    for number in count(first):
        wanted, created = files(number), list[Path]()
        try:
            for path in map(Path, [*filter(None, [wanted.replay]), *wanted.logs.values()]):
                path.open("xb").close()
                created.append(path)
            return wanted
        except FileExistsError:
            for path in created:
                path.unlink()
    raise AssertionError("numbers do not end")


def _announce(settings: Settings, result: Result, files: Files, seed: int) -> None:
    if settings.quiet:  # what the official lines leave out goes to stderr
        if not files.replay:
            _remark(f"Map seed was {seed}")
        for each in result.timed_out:
            _remark(report.fault_line(each, settings.commands[each.player - 1]))
    else:
        height, width = result.replay.production.shape
        lines = [report.table(result, settings.commands), f"Map     {width} x {height}, seed {seed}"]
        lines += [f"Log     {path}" for path in files.logs.values()]
        if files.replay:
            see = os.environ.get(LAUNCHER, "python -m viewer")
            lines += [f"Replay  {files.replay}", f"See it  {see} {files.replay}"]
        print(*lines, sep="\n", file=sys.stderr if settings.as_json else sys.stdout, flush=True)
    if settings.as_json:
        print(json.dumps(report.as_json(result, files, seed)), flush=True)
    elif settings.quiet:
        print(report.quiet_lines(result, files, seed), end="", flush=True)


def _remark(text: str) -> None:
    """Say something on stderr; when nothing can be written there, the result on stdout must not be lost as well."""
    with suppress(OSError):
        print(text, file=sys.stderr)
