"""Prints a game: the official lines for machines, a table with advice for people."""

import os
import shlex
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from .colours import BOLD, DIM, RED, Paint
from .files import Files
from .flags import Settings
from .mapgen import SIDES
from .names import shown
from .result import Result, Standing
from .slips import LAUNCHER, SHOWN, launcher, python

_PROJECT = Path(__file__).resolve().parent.parent
_OTHER_SIZES = ((40, 40), (25, 25))  # to suggest: the first that was not just played


def quiet_lines(result: Result, files: Files, seed: int) -> str:
    """Return the output of the official program after a game with --quiet. As there, the last line has no newline."""
    lines = [f"{files.replay} {seed}\n"] if files.replay else []
    lines += [f"{each.player} {each.rank} {each.last_frame_alive}\n" for each in result.standings]
    timed_out = "".join(f"{each.player} " for each in result.timed_out) or " "
    logs = "".join(f"{path} " for path in files.logs.values()) or " "
    return "".join(lines) + f"{timed_out}\n{logs}"


def as_json(result: Result, files: Files, seed: int) -> dict[str, object]:
    """Return the result as plain values, with what only the command line knows."""
    logs = {str(player): path for player, path in files.logs.items()}
    return {"seed": seed, "replay": files.replay, **result.as_dict(), "logs": logs}


def fault_line(standing: Standing, command: str) -> str:
    """Return one line on an ejected bot: which, when, what, its last words. Empty when it was not ejected."""
    if standing.fault is None:
        return ""
    fault = standing.fault
    words = f"last words: {fault.last_words[-1]}" if fault.last_words else "it printed nothing more"
    who = f"player {standing.player} ({shown(command)})"
    return f"{who} was ejected {fault.when}: {shown(fault.detail)}; {words}"


class Report:
    """The report for people, at most as wide as the terminal where the content allows it."""

    def __init__(self, settings: Settings, paint: Paint) -> None:
        self._settings = settings
        self._paint = paint
        self._columns = shutil.get_terminal_size().columns

    def opening(self, width: int, height: int, seed: int, turn_limit: int) -> str:
        """Return the map, its seed and the players."""
        title = self._paint(f"Halite on a {_board((width, height))} map", BOLD)
        lines = [f"{title}, seed {seed}, at most {turn_limit} turns", *self._about_size((width, height))]
        for number, command in enumerate(self._settings.commands, start=1):
            lines.append(f"  {self._paint.player(f'#{number}', number)} {shown(command)}")
        return "\n".join(lines) + "\n\n"

    def _about_size(self, made: tuple[int, int]) -> list[str]:
        """Say what is unusual about the board that was asked for: the official program plays it all the same."""
        asked, lines = self._settings.size, []
        if asked not in ((0, 0), made):
            lines.append(f"  not {_board(asked)}: a board is cut so that all players get an equal part")
        if asked != (0, 0) and not min(SIDES) <= min(asked) <= max(asked) <= max(SIDES):
            kind = "small" if min(asked) < min(SIDES) else "large"
            official = f"{_board((min(SIDES),) * 2)} to {_board((max(SIDES),) * 2)}"
            lines.append(f"  an unusually {kind} board: Halite is played on {official}, for example -d 30x30")
        return lines

    def closing(self, result: Result, files: Files, seed: int) -> str:
        """Return the table, what went wrong, the files and what to try next."""
        height, width = result.replay.production.shape
        replay = f"Replay  {files.replay}\n" if files.replay else ""
        turns = "turn" if result.turns == 1 else "turns"
        played = f"Map     {width} x {height}, seed {seed}, {result.turns} {turns} played\n"
        faults = [self._fault(each, files.logs.get(each.player)) for each in result.timed_out]
        advice = self._next_commands((width, height), files, seed, result)
        return "\n".join([self._table(result), *faults, replay + played, advice])

    def _table(self, result: Result) -> str:
        fixed = sum(map(len, _HEADS)) + 2 * len(_HEADS)
        room = max(8, self._columns - fixed - len("rank  "))
        names = {each.player: f"#{each.player} {self._called(each)}" for each in result.standings}
        wide = min(room, max(len("name"), *map(_columns_of, names.values())))
        head = "  ".join(["rank", "name".ljust(wide), *_HEADS])
        rows = [self._row(each, names[each.player], wide) for each in result.best_first]
        legend = self._paint("alive: last frame alive · mean, worst: time for an answer", DIM)
        return "\n".join([self._paint(head, BOLD), *rows, legend, ""])

    def _called(self, standing: Standing) -> str:
        """Return the bot's name; the command of one that never moved, whose first line may have been an error text."""
        is_heard = standing.has_moved or self._settings.names is not None
        return shown(standing.name if is_heard else self._settings.commands[standing.player - 1])

    def _row(self, standing: Standing, name: str, wide: int) -> str:
        cells = (cell.rjust(len(head)) for cell, head in zip(_cells(standing), _HEADS, strict=True))
        return "  ".join([f"{standing.rank:4}", self._paint.player(_fitted(name, wide), standing.player), *cells])

    def _fault(self, standing: Standing, log: str | None) -> str:
        fault = standing.fault
        assert fault is not None  # for mypy: only the ejected come here
        line = fault_line(standing, self._settings.commands[standing.player - 1])
        earlier = [f"    | {words}" for words in fault.last_words] if len(fault.last_words) > 1 else []
        cause = f"  likely cause: {fault.likely_cause}"
        return "\n".join([self._paint(line, RED), *earlier, cause, *([f"  log: {log}"] if log else []), ""])

    def _next_commands(self, size: tuple[int, int], files: Files, seed: int, result: Result) -> str:
        lines = []
        if files.replay:
            if SHOWN not in os.environ:
                lines += _advice("see the game", _see(files.replay))
            lines += _advice("check the replay against the rules", _verify(files.replay))
        lines += self._games(size, seed, result)
        return "\n".join(["Next", *lines]) + "\n" if lines else ""

    def _games(self, size: tuple[int, int], seed: int, result: Result) -> list[str]:
        """Propose games to play next.

        A command that failed before its first move is not proposed again. One that failed later stays, as its bot can
        be mended and tried on the same map.
        """
        commands, again = list(self._settings.commands), ["-s", str(seed)]
        if not result.timed_out:
            other = next(other for other in _OTHER_SIZES if other != size)
            # Without a size the seed chooses it again.
            same = _advice("the same map again", self._game(self._settings.size, again, commands))
            return same + _advice("another map and size", self._game(other, [], commands))
        mute = [each.player for each in result.timed_out if not each.has_moved]
        sound = [each.player for each in result.standings if each not in result.timed_out]
        if not mute:
            works = f"the same map again, once {_players(each.player for each in result.timed_out)} can play to the end"
            return _advice(works, self._game(self._settings.size, again, commands))
        if not sound:
            return []
        for player in mute:
            commands[player - 1] = commands[sound[0] - 1]
        came = "no first move came from " + ("it" if len(mute) == 1 else "them")
        instead = f"the same map with #{sound[0]} in place of {_players(mute)}: {came}"
        return _advice(instead, self._game(self._settings.size, again, commands))

    def _game(self, size: tuple[int, int], seed: list[str], commands: Iterable[str]) -> str:
        settings = self._settings
        board = ["-d", f"{size[0]} {size[1]}"] if size != (0, 0) else []
        players = ["-n", str(settings.map_players)] if settings.map_players > 1 else []
        folder = ["-i", settings.replay_directory] if settings.replay_directory != "." else []
        return _quoted([*launcher(), *board, *seed, *players, *folder, *commands])


_HEADS = ("territory", "strength", "production", "still", "alive", " mean", " worst")


def _cells(standing: Standing) -> tuple[str, ...]:
    owned = standing.territory, standing.strength, standing.production
    times = map(_milliseconds, (standing.mean_answer, standing.worst_answer))
    return *map(str, owned), f"{standing.still:.0%}", str(standing.last_frame_alive), *times


def _fitted(name: str, wide: int) -> str:
    """Return the name in exactly this many columns."""
    if _columns_of(name) > wide:
        while _columns_of(name) > wide - 1:
            name = name[:-1]
        name += "…"
    return name + " " * (wide - _columns_of(name))


def _columns_of(text: str) -> int:
    """Return the width of a text on a terminal: Chinese letters and most emoji take two columns, accents none."""
    return sum(
        0 if unicodedata.combining(letter) else 1 + (unicodedata.east_asian_width(letter) in "WF") for letter in text
    )


def _milliseconds(seconds: float) -> str:
    value = seconds * 1000
    return f"{value:.0f}ms" if value >= 10 else f"{value:.1f}ms"


def _advice(purpose: str, command: str) -> list[str]:
    return [f"  {purpose}:", f"    {command}"]


def _board(size: tuple[int, int]) -> str:
    return f"{size[0]} x {size[1]}"


def _players(numbers: Iterable[int]) -> str:
    *others, last = (f"#{number}" for number in numbers)
    return f"{', '.join(others)} and {last}" if others else last


def _see(replay: str) -> str:
    """Return the command that shows a replay; ./play does it from every folder."""
    if LAUNCHER in os.environ:
        return _quoted([*launcher(), replay])
    return _module("viewer", replay=replay)


def _verify(replay: str) -> str:
    """Return the command that checks a replay."""
    return _module("engine.verify", "games", replay=replay)


def _module(*words: str, replay: str) -> str:
    """Return the command that starts one of our modules; Python finds it only from the project's folder."""
    if Path.cwd() == _PROJECT:
        return _quoted([python(), "-m", *words, replay])
    there = [sys.executable, "-m", *words, str(Path(replay).resolve())]
    return f"{_quoted(['cd', str(_PROJECT)])} && {_quoted(there)}"


def _quoted(words: Iterable[str]) -> str:
    """Return a line for the user's shell."""
    return subprocess.list2cmdline(list(words)) if os.name == "nt" else shlex.join(words)
