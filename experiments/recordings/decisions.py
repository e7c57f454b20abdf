"""Recorded games against the presets: does the bot choose what the original chose, square by square?"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from bot import PRESETS, Explanation, Memory, Parameters, Reason, View, changed, decide, preset
from bot.program.explanation_file import OPTION_NAMES
from engine.names import shown, shown_in_full
from engine.replay import Replay, ReplayError, read

from . import frames

AGREES, DIFFERS, UNREADABLE = 0, 1, 2  # exit codes

Chooser = Callable[[View], npt.NDArray[np.uint8]]


class RecordingError(ValueError):
    """A recording whose players are not presets."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first square that chose differently."""

    view: View
    y: int
    x: int
    expected: int
    explanation: Explanation

    def __str__(self) -> str:
        chosen = int(self.explanation.move[self.y, self.x])
        reason = Reason(int(self.explanation.reason[self.y, self.x])).name.lower()
        return (
            f"turn {self.view.turn + 1}, player {self.view.me}, square ({self.x}, {self.y}): expected "
            f"{_direction(self.expected)}, chose {_direction(chosen)} ({reason}); scores {self._scores()}"
        )

    def _scores(self) -> str:
        scores = self.explanation.score[self.y, self.x]
        weighed = [
            f"{name} {score:.6g}" for name, score in zip(OPTION_NAMES, scores, strict=True) if not np.isnan(score)
        ]
        return ", ".join(weighed) or "none: the square holds no strength"


def report(paths: Iterable[Path], compiled: bool = False) -> int:
    """Check every recording, print a line for each, and return the exit code."""
    worst = AGREES
    for path in _files(paths):
        code, line = _check(path, compiled)
        worst = max(worst, code)
        print(f"{shown_in_full(path)}: {shown_in_full(line)}", flush=True)
    return worst


def first_difference(replay: Replay, compiled: bool = False) -> Difference | None:
    """Return the first square, by turn, player and row, on which a preset chooses differently; None if there is none.

    Ties fall in the fixed order, as when the recordings were made. RecordingError for a player that is no preset.
    """
    height, width = replay.production.shape
    seats = len(replay.player_names)
    players = [_parameters(name).settled(seats, height, width) for name in replay.player_names]
    choosers = [_chooser(parameters, height, width, compiled) for parameters in players]
    for turn in range(replay.turns):
        for seat, choose in enumerate(choosers):
            view = frames.view(replay, turn, seat + 1)
            ours = view.owner == seat + 1
            if not ours.any():
                continue
            wrong = np.argwhere(ours & (choose(view) != replay.moves[turn]))
            if len(wrong):
                y, x = wrong[0].tolist()
                return Difference(view, y, x, int(replay.moves[turn, y, x]), _explain(replay, view, players[seat]))
    return None


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        yield from sorted(path.rglob("*.hlt")) + sorted(path.rglob("*.hlt.gz")) or [path]


def _check(path: Path, compiled: bool) -> tuple[int, str]:
    if path.is_dir():
        return UNREADABLE, "error: no .hlt or .hlt.gz in this folder"
    try:
        replay = read(path)
        difference = first_difference(replay, compiled)
    except (ReplayError, RecordingError) as error:
        return UNREADABLE, f"error: {str(error).removeprefix(f'{path}: ')}"
    if difference:
        return DIFFERS, str(difference)
    decisions = np.count_nonzero((replay.owner[:-1] > 0) & (replay.strength[:-1] > 0))
    return AGREES, f"ok, {replay.turns} turns, {decisions} decisions"


def _parameters(name: str) -> Parameters:
    if name not in PRESETS:
        raise RecordingError(
            f"player {shown(name)!r} is not a preset ({', '.join(PRESETS)}), so its choices are unknown"
        )
    return changed(preset(name), {"ties": "fixed"})


def _chooser(parameters: Parameters, height: int, width: int, compiled: bool) -> Chooser:
    if compiled:
        from bot.stages.champion import mover  # here, because only this path needs numba

        return mover(parameters, height, width).moves
    memory = Memory()

    def choose(view: View) -> npt.NDArray[np.uint8]:
        nonlocal memory
        decision = decide(view, memory, parameters)
        memory = decision.memory
        return decision.moves

    return choose


def _explain(replay: Replay, view: View, parameters: Parameters) -> Explanation:
    memory = frames.memory(replay, view.turn, view.me)
    explanation = decide(view, memory, parameters, explain=True).explanation
    assert explanation is not None
    return explanation


def _direction(move: int) -> str:
    return OPTION_NAMES[move] if move < len(OPTION_NAMES) else str(move)
