"""Hosts one game for the command line: makes the map, runs the bots, writes the files and prints the result."""

import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from time import time, time_ns

from .flags import LARGEST_SEED, LAUNCHER, Settings
from .game import INIT_TIME, TURN_TIME, Game
from .mapgen import generate, random_size
from .names import printable
from .program import Program
from .replay import write
from .result import Result, Standing
from .rules import turn_limit
from .state import State

_HEADS = ("rank", "territory", "strength", "production", "alive", "   mean", "  worst")


@dataclass(frozen=True, slots=True)
class Files:
    """The paths of a game's files."""

    replay: str | None = None  # None = not written
    logs: dict[int, str] = field(default_factory=dict)  # player number -> its log file, for ejected players


def play(settings: Settings) -> int:
    """Play a game and report it; returns the exit code: 1 when no game could be played or the replay is lost."""
    folder, seed = settings.replay_directory, settings.seed or 1 + time_ns() % LARGEST_SEED
    if not (settings.no_replay or (os.path.isdir(folder) and os.access(folder, os.W_OK | os.X_OK))):
        _remark(f"The replay directory {folder!r} is no folder that can be written to; name another with -i.")
        return 1
    begun = int(time())  # the official number of a game: seconds since 1970
    if settings.quiet and not settings.override and not settings.as_json:
        # As in the official program, which shows and starts the bots before it makes a map.
        print("".join(f"{command}\n" for command in settings.commands), end="", flush=True)
    try:
        size, players = settings.size or (random_size(seed),) * 2, max(len(settings.commands), settings.map_players)
        state = generate(*size, players, seed, alone=len(settings.commands) == 1)
    except ValueError as error:
        _remark(f"No map can be made: {error}.")
        return 1
    if not settings.as_json:
        _announce(settings, state, seed)
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
    try:
        files = _write_files(settings, result, seats, begun, seed)
    except OSError as error:
        _remark(f"The game could not be saved in {error.filename}: {error.strerror or error}.")
        files = None
    _report(settings, result, files or Files(), seed)
    is_void = not settings.quiet and not any(each.has_moved for each in result.standings)
    if is_void:
        _remark("No bot ever moved, so there was no game: mend the commands, or try each of them by hand.")
    return 0 if files and not is_void else 1


def _announce(settings: Settings, state: State, seed: int) -> None:
    if settings.quiet:
        print(state.width, state.height, flush=True)
    else:
        limit = turn_limit(state.width, state.height)
        print(f"Halite on a {state.width} x {state.height} map, seed {seed}, at most {limit} turns")
        for number, command in enumerate(settings.commands, start=1):
            print(f"  #{number} {printable(command)}", flush=True)


def _write_files(settings: Settings, result: Result, seats: Sequence[Program], begun: int, seed: int) -> Files:
    """Write the replay, and the logs of the ejected into the current folder. Raises OSError where it cannot be done."""
    numbered = (_files(settings, result, number, seed) for number in count(begun))
    files = next(filter(_is_claimed, numbered))
    if files.replay:
        write(result.replay, files.replay)
    for player, path in files.logs.items():
        Path(path).write_bytes(seats[player - 1].log())
    return files


def _files(settings: Settings, result: Result, number: int, seed: int) -> Files:
    """Return the official paths of game `number`."""
    replay = None if settings.no_replay else os.path.join(settings.replay_directory, f"{number}-{seed}.hlt")
    return Files(replay, {each.player: f"{each.player}-{number}.log" for each in result.timed_out})


def _is_claimed(files: Files) -> bool:
    """Create the files, or none where one is there: the only test that two games in one folder cannot both pass."""
    created = list[Path]()
    try:
        for path in map(Path, [*([files.replay] if files.replay else []), *files.logs.values()]):
            path.open("xb").close()
            created.append(path)
    except FileExistsError:
        for path in created:
            path.unlink()
        return False
    return True


def _report(settings: Settings, result: Result, files: Files, seed: int) -> None:
    """Print the result: as one JSON object, in the official lines, or as a table for people."""
    if settings.as_json:
        logs = {str(player): path for player, path in files.logs.items()}
        print(json.dumps({"seed": seed, "replay": files.replay, **result.as_dict(), "logs": logs}), flush=True)
    elif settings.quiet:  # what the official lines leave out goes to stderr
        if not files.replay:
            _remark(f"Map seed was {seed}")
        for each in result.timed_out:
            _remark(fault_lines(each, settings.commands[each.player - 1])[0])
        print(quiet_lines(result, files, seed), end="", flush=True)
    else:
        height, width = result.replay.production.shape
        lines = [table(result, settings.commands), f"Map     {width} x {height}, seed {seed}"]
        lines += [f"Log     {path}" for path in files.logs.values()]
        if files.replay:
            see = os.environ.get(LAUNCHER, "python -m viewer")
            lines += [f"Replay  {files.replay}", f"See it  {see} {files.replay}"]
        print(*lines, sep="\n", flush=True)


def _remark(text: str) -> None:
    """Say something on stderr; when nothing can be written there, the result on stdout must not be lost as well."""
    with suppress(OSError):
        print(text, file=sys.stderr)


def quiet_lines(result: Result, files: Files, seed: int) -> str:
    """Return the output of the official program after a game with --quiet. As there, the last line has no newline."""
    lines = [f"{files.replay} {seed}\n"] if files.replay else []
    lines += [f"{each.player} {each.rank} {each.last_frame_alive}\n" for each in result.standings]
    timed_out = "".join(f"{each.player} " for each in result.timed_out) or " "
    logs = "".join(f"{path} " for path in files.logs.values()) or " "
    return "".join(lines) + f"{timed_out}\n{logs}"


def fault_lines(standing: Standing, command: str) -> list[str]:
    """Return a line on an ejected bot (which, when, what, its last words), then all else that helps to mend it."""
    fault = standing.fault
    assert fault is not None  # for the type checker: it is asked about the ejected
    first = f"player {standing.player} ({printable(command)}) was ejected {fault.when}: {printable(fault.detail)}; "
    first += f"last words: {fault.last_words[-1]}" if fault.last_words else "it printed nothing more"
    return [first, *(f"    | {line}" for line in fault.last_words[:-1]), f"  likely cause: {fault.kind.likely_cause}"]


def table(result: Result, commands: Sequence[str]) -> str:
    """Return the ranks, and what went wrong with whom.

    A bot that never moved is called by its command: its first line, officially its name, may be an error text.
    """
    lines: list[str] = ["  ".join((*_HEADS, "name"))]
    for each in result.best_first:
        owned = each.rank, each.territory, each.strength, each.production, each.last_frame_alive
        times = f"{each.mean_answer * 1000:.1f}ms", f"{each.worst_answer * 1000:.1f}ms"
        cells = (str(cell).rjust(len(head)) for cell, head in zip((*owned, *times), _HEADS, strict=True))
        name = each.name if each.has_moved else commands[each.player - 1]
        lines.append("  ".join((*cells, f"#{each.player} {printable(name)}")))
    lines.append("alive: last frame alive · mean, worst: time for an answer")
    for each in result.timed_out:
        lines += ["", *fault_lines(each, commands[each.player - 1])]
    return "\n".join(lines) + "\n"
