"""Rule: a function of your own that is judged on tagged positions, from a file that may change meanwhile."""

import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bot import View

from .asked import PositionAnswer
from .position import DIRECTIONS, Choice, Position, Verdict

NAME = "move"
"""The function that the file defines: move(view, x, y) returns a direction, as a word or 0 to 4; None: no opinion."""

SILENT = "nothing said"

Rule = Callable[[View, int, int], Any]


class RuleError(ValueError):
    """The file is no rule, or it fails on a position; the message names the line."""


def load(path: Path) -> Rule:
    """Run the file, and return its function. Raises RuleError."""
    known: dict[str, Any] = {"__name__": path.stem, "__file__": str(path)}
    try:
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), known)
    except (Exception, SystemExit) as error:  # whatever the file raises is told, and it may be mended
        raise RuleError(_told(path, error)) from None
    if not callable(known.get(NAME)):
        raise RuleError(f"{path.name}: a function {NAME}(view, x, y) expected, there is none")
    rule: Rule = known[NAME]
    return rule


def judged(positions: Sequence[Position], rule: Rule, path: Path) -> list[PositionAnswer]:
    """Return the rule's answers to all positions. Raises RuleError."""
    return [_judged(position, rule, path) for position in positions]


def _judged(position: Position, rule: Rule, path: Path) -> PositionAnswer:
    """Return the answer to one position: open where the rule has no opinion on one of its squares."""
    said = [_direction(position, choice, rule, path) for choice in position.choices]
    moves = np.zeros(position.state.owner.shape, np.uint8)
    for choice, direction in zip(position.choices, said, strict=True):
        if direction is None:
            return PositionAnswer(position, path.name, SILENT, Verdict.OPEN)
        moves[choice.y, choice.x] = direction
    return PositionAnswer(position, path.name, position.chosen(moves), position.verdict(moves))


def _direction(position: Position, choice: Choice, rule: Rule, path: Path) -> int | None:
    """Ask the rule about a square; it gets copies, so that it cannot change the position."""
    view, frame = position.view, position.state
    copy = View(frame.owner.copy(), frame.strength.copy(), frame.production.copy(), view.me, view.turn)
    try:
        said = rule(copy, choice.x, choice.y)
    except Exception as error:  # as above
        raise RuleError(f"{_told(path, error)} (on {position.name})") from None
    if said is None:
        return None
    if isinstance(said, str) and said in DIRECTIONS:
        return DIRECTIONS.index(said)
    if not isinstance(said, str) and said in range(len(DIRECTIONS)):
        return int(said)
    raise RuleError(f"{path.name}: {said!r:.40} is no direction (on {position.name}); expected 0 to 4, a word or None")


def _told(path: Path, error: BaseException) -> str:
    """Return `mine.py line 3: ZeroDivisionError: division by zero`: the last line of the file that took part."""
    reason: object = error
    if isinstance(error, SyntaxError) and error.filename == str(path):
        line, reason = error.lineno, error.msg
    else:
        lines = [each.lineno for each in traceback.extract_tb(error.__traceback__) if each.filename == str(path)]
        line = lines[-1] if lines else None
    place = f" line {line}" if line else ""
    return f"{path.name}{place}: {type(error).__name__}: {reason}"
