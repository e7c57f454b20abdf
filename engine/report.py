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
from .names import shown
from .result import Result, Standing
from .slips import launcher, python

_PROJECT = Path(__file__).resolve().parent.parent
_OTHER_SIZES = ((40, 40), (25, 25))  # to suggest: the first that was not just played


def quiet_lines(result: Result, files: Files, seed: int) -> str:
    """The output of the official program after a game with --quiet. As there, the last line has no newline."""
    lines = [f"{files.replay} {seed}\n"] if files.replay else []
    lines += [f"{each.player} {each.rank} {each.last_frame_alive}\n" for each in result.standings]
    timed_out = "".join(f"{each.player} " for each in result.timed_out) or " "
    logs = "".join(f"{path} " for path in files.logs.values()) or " "
    return "".join(lines) + f"{timed_out}\n{logs}"


def as_json(result: Result, files: Files, seed: int) -> dict[str, object]:
    """The result as plain values, with what only the command line knows."""
    logs = {str(player): path for player, path in files.logs.items()}
    return {"seed": seed, "replay": files.replay, **result.as_dict(), "logs": logs}


def fault_line(standing: Standing, command: str) -> str:
    """One line on an ejected bot: which, when, what, its last words. Empty when it was not ejected."""
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
        """The map, its seed and the players."""
        title = self._paint(f"Halite on a {width} x {height} map", BOLD)
        lines = [f"{title}, seed {seed}, at most {turn_limit} turns"]
        for number, command in enumerate(self._settings.commands, start=1):
            lines.append(f"  {self._paint.player(f'#{number}', number)} {shown(command)}")
        return "\n".join(lines) + "\n\n"

    def closing(self, result: Result, files: Files, seed: int) -> str:
        """The table, what went wrong, the files and what to try next."""
        height, width = result.replay.production.shape
        replay = f"Replay  {files.replay}\n" if files.replay else ""
        turns = "turn" if result.turns == 1 else "turns"
        played = f"Map     {width} x {height}, seed {seed}, {result.turns} {turns} played\n"
        faults = [self._fault(each, files.logs.get(each.player)) for each in result.timed_out]
        advice = self._next_commands((width, height), files, seed)
        return "\n".join([self._table(result), *faults, replay + played, advice])

    def _table(self, result: Result) -> str:
        fixed = sum(map(len, _HEADS)) + 2 * len(_HEADS)
        room = max(8, self._columns - fixed - len("rank  "))
        names = {each.player: f"#{each.player} {shown(each.name)}" for each in result.standings}
        wide = min(room, max(len("name"), *map(_columns_of, names.values())))
        head = "  ".join(["rank", "name".ljust(wide), *_HEADS])
        rows = [self._row(each, names[each.player], wide) for each in result.best_first]
        legend = self._paint("alive: last frame alive · mean, worst: time for an answer", DIM)
        return "\n".join([self._paint(head, BOLD), *rows, legend, ""])

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

    def _next_commands(self, size: tuple[int, int], files: Files, seed: int) -> str:
        other = next(other for other in _OTHER_SIZES if other != size)
        lines = ["Next"]
        if files.replay:
            lines += _advice("check the replay against the rules", _verify(files.replay))
        # Without a size the seed chooses it again.
        lines += _advice("the same map again", self._game(self._settings.size, ["-s", str(seed)]))
        lines += _advice("another map and size", self._game(other, []))
        return "\n".join(lines) + "\n"

    def _game(self, size: tuple[int, int], seed: list[str]) -> str:
        settings = self._settings
        board = ["-d", f"{size[0]} {size[1]}"] if size != (0, 0) else []
        players = ["-n", str(settings.map_players)] if settings.map_players > 1 else []
        folder = ["-i", settings.replay_directory] if settings.replay_directory != "." else []
        return _quoted([*launcher(), *board, *seed, *players, *folder, *settings.commands])


_HEADS = ("territory", "strength", "production", "still", "alive", " mean", " worst")


def _cells(standing: Standing) -> tuple[str, ...]:
    return (
        str(standing.territory),
        str(standing.strength),
        str(standing.production),
        f"{standing.still:.0%}",
        str(standing.last_frame_alive),
        _milliseconds(standing.mean_answer),
        _milliseconds(standing.worst_answer),
    )


def _fitted(name: str, wide: int) -> str:
    """The name in exactly this many columns."""
    if _columns_of(name) > wide:
        while _columns_of(name) > wide - 1:
            name = name[:-1]
        name += "…"
    return name + " " * (wide - _columns_of(name))


def _columns_of(text: str) -> int:
    """The width of a text on a terminal: Chinese letters and most emoji take two columns each, accents none."""
    return sum(
        0 if unicodedata.combining(letter) else 1 + (unicodedata.east_asian_width(letter) in "WF") for letter in text
    )


def _milliseconds(seconds: float) -> str:
    value = seconds * 1000
    return f"{value:.0f}ms" if value >= 10 else f"{value:.1f}ms"


def _advice(purpose: str, command: str) -> list[str]:
    return [f"  {purpose}:", f"    {command}"]


def _verify(replay: str) -> str:
    """The command that checks a replay; Python finds the engine only from the project's folder."""
    if Path.cwd() == _PROJECT:
        return _quoted([python(), "-m", "engine.verify", "games", replay])
    check = [sys.executable, "-m", "engine.verify", "games", str(Path(replay).resolve())]
    return f"{_quoted(['cd', str(_PROJECT)])} && {_quoted(check)}"


def _quoted(words: Iterable[str]) -> str:
    """A line for the user's shell."""
    return subprocess.list2cmdline(list(words)) if os.name == "nt" else shlex.join(words)
