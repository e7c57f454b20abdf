"""Hosts one game for the command line: makes the map, seats the bots, shows the game, keeps its files."""

import json
import sys
from contextlib import suppress
from pathlib import Path
from time import time, time_ns
from typing import TextIO

from . import report
from .colours import paint_for
from .files import Files, claim, log_path, release, replay_path, unusable
from .flags import Settings
from .game import Game
from .interrupts import Interrupts
from .mapgen import generate, random_size
from .program import Program
from .progress import Progress
from .replay import write as write_replay
from .report import Report
from .result import Result
from .rules import turn_limit
from .state import State

_LARGEST_SEED = 2**32 - 1
VOID = "No bot ever moved, so there was no game: mend the commands, or try each of them by hand."


class Host:
    """One game from its settings to its files. Interruptions come through; no bot survives them."""

    def __init__(self, settings: Settings, interrupts: Interrupts) -> None:
        self._settings = settings
        self._interrupts = interrupts
        self._seed = settings.seed or 1 + time_ns() % _LARGEST_SEED
        self._number = int(time())  # the official number of a game: seconds since 1970
        self._seats = [Program(command) for command in settings.commands]
        self._problems: list[str] = []
        # Text for people goes where it cannot disturb the output for machines.
        self._people = None if settings.quiet else sys.stderr if settings.as_json else sys.stdout

    def run(self) -> int:
        """Play and report; returns the exit code: 1 when no game could be played or the replay is lost."""
        settings = self._settings
        if not settings.no_replay and (problem := unusable(settings.replay_directory)):
            return self._refuse(problem)
        try:
            state = self._map()
        except ValueError as error:
            return self._refuse(f"No map can be made: {error}.")
        result = self._play(state)
        with self._interrupts.held():  # half of the files would be worse than a late end
            files = self._keep(result)
        self._announce(result, files)
        is_kept = settings.no_replay or files.replay is not None
        return 0 if is_kept and not self._is_void(result) else 1

    def _is_void(self, result: Result) -> bool:
        """Return whether no bot ever moved; False with --quiet, whose exit code is official."""
        return not self._settings.quiet and not any(each.has_moved for each in result.standings)

    def _refuse(self, problem: str) -> int:
        print(problem, file=sys.stderr)
        return 1

    def _map(self) -> State:
        settings = self._settings
        players = max(len(settings.commands), settings.map_players)
        width, height = settings.size if settings.size != (0, 0) else (random_size(self._seed),) * 2
        return generate(width, height, players, self._seed, alone=len(settings.commands) == 1)

    def _play(self, state: State) -> Result:
        """Play with every bot started here ended, even when starting them was interrupted."""
        self._open(state)
        try:
            with self._interrupts.held():  # a bot must not be started without being remembered
                for seat in self._seats:
                    seat.open()
            return self._watched(state)
        finally:
            for seat in self._seats:
                seat.close()

    def _watched(self, state: State) -> Result:
        settings = self._settings
        people = self._people
        progress = Progress(people, len(self._seats), paint_for(people)) if people else None
        game = Game(
            self._seats,
            state,
            turn_time=settings.turn_time / 1000,
            init_time=settings.init_time / 1000,
            ignore_timeouts=settings.ignore_timeouts,
            names=settings.names,
            on_frame=progress,
        )
        result = game.play()
        if progress:
            progress.finish()
        return result

    def _open(self, state: State) -> None:
        if self._people:
            announcement = self._report(self._people).opening(
                state.width, state.height, self._seed, turn_limit(state.width, state.height)
            )
            print(announcement, end="", file=self._people, flush=True)
        elif not self._settings.as_json:
            print(state.width, state.height, flush=True)

    def _keep(self, result: Result) -> Files:
        """Write the replay and the logs of the ejected; what cannot be written becomes a problem, not a crash."""
        ejected = [standing.player for standing in result.timed_out]
        for directory, players in self._attempts(ejected):
            try:
                return self._write(result, directory, players)
            except OSError as error:
                what = error.filename or (directory if directory not in (None, "", ".") else "the current folder")
                self._problems.append(f"The game could not be saved in {what}: {error.strerror or error}.")
        return Files(None, {})

    def _attempts(self, ejected: list[int]) -> list[tuple[str | None, list[int]]]:
        """Return ways to save the game, best first: the replay's folder (None: no replay), the players with a log."""
        wanted = None if self._settings.no_replay else self._settings.replay_directory
        # The official program also falls back to the current folder.
        elsewhere = [("", ejected)] if wanted is not None and Path(wanted).resolve() != Path.cwd() else []
        without_logs = [(wanted, list[int]())] if ejected else []
        return [(wanted, ejected), *elsewhere, *without_logs]

    def _write(self, result: Result, directory: str | None, players: list[int]) -> Files:
        """Write all of it or nothing. Raises OSError."""

        def files(number: int) -> Files:
            replay = None if directory is None else replay_path(directory, number, self._seed)
            return Files(replay, {player: log_path(player, number) for player in players})

        mine = files(claim(self._number, lambda number: files(number).paths))
        try:
            if mine.replay:
                write_replay(result.replay, mine.replay)
            for player, path in mine.logs.items():
                Path(path).write_bytes(self._seats[player - 1].log())
        except OSError:
            release(mine.paths)
            raise
        return mine

    def _announce(self, result: Result, files: Files) -> None:
        for problem in self._problems:
            _remark(problem)
        if self._people:
            print(self._report(self._people).closing(result, files, self._seed), end="", file=self._people, flush=True)
        else:
            self._whisper(result, files)
        if self._is_void(result):
            _remark(VOID)
        if self._settings.as_json:
            print(json.dumps(report.as_json(result, files, self._seed)), flush=True)
        elif self._settings.quiet:
            print(report.quiet_lines(result, files, self._seed), end="", flush=True)

    def _whisper(self, result: Result, files: Files) -> None:
        """Say on stderr what the official quiet lines leave out."""
        if files.replay is None:
            _remark(f"Map seed was {self._seed}")
        for standing in result.timed_out:
            _remark(report.fault_line(standing, self._settings.commands[standing.player - 1]))

    def _report(self, people: TextIO) -> Report:
        return Report(self._settings, paint_for(people))


def _remark(text: str) -> None:
    """Say something on stderr; when nothing can be written there, the result on stdout must not be lost as well."""
    with suppress(OSError):
        print(text, file=sys.stderr)
