"""Rule: a function of your own that is judged on tagged positions, from a file that may change meanwhile."""

import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

import numpy as np

from bot import View
from engine.errors import UserError

from .asked import PositionAnswer
from .position import DIRECTIONS, Choice, Position, Verdict

NAME = "move"  # the file's function: move(view, x, y) returns a direction, as a word or 0 to 4; None: no opinion
SILENT = "nothing said"

LIMIT = 30.0  # seconds that the file, and each call, may take: a loop without end is told, and can be mended
_MODULE = "a_rule_of_your_own"  # what the file is among the loaded modules, where dataclasses and pickle look for it
Rule = Callable[[View, int, int], Any]


class RuleError(UserError, ValueError):
    """The file is no rule, or it fails on a position; the message names the line."""


def load(path: Path) -> Rule:
    """Run the file, and return its function. Raises RuleError."""
    module = sys.modules[_MODULE] = ModuleType(_MODULE)
    module.__file__ = str(path)
    try:
        with _in_time():
            # Bytes, so that Python itself reads the mark or the line that names an encoding.
            exec(compile(path.read_bytes(), str(path), "exec"), vars(module))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever the file raises is told, and it may be mended
        raise RuleError(_told(path, error)) from None
    rule: Rule | None = vars(module).get(NAME)
    if not callable(rule):
        raise RuleError(f"{path.name}: a function {NAME}(view, x, y) expected, there is none")
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
        with _in_time():
            said = rule(copy, choice.x, choice.y)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # as above
        raise RuleError(f"{_told(path, error)} (on {position.name})") from None
    if said is None:
        return None
    direction = _numbered(said)
    if direction is None:
        shown = _words(said, repr)
        raise RuleError(
            f"{path.name}: {shown:.40} is no direction (on {position.name}); expected 0 to 4, a word or None"
        )
    return direction


def _numbered(said: Any) -> int | None:
    """Return the direction that a rule has named; None if it is none. Nothing is asked of an object of its own."""
    if isinstance(said, (np.generic, np.ndarray)) and said.ndim == 0:
        said = said.item()
    if isinstance(said, str):
        return DIRECTIONS.index(said) if said in DIRECTIONS else None
    return int(said) if isinstance(said, int | float) and said in range(len(DIRECTIONS)) else None


class _LateError(BaseException):
    """A rule computes for too long; no Exception, which the rule may catch."""


@contextmanager
def _in_time() -> Iterator[None]:
    """Interrupt what takes longer than LIMIT; only where the system has such an alarm, and in the main thread."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, LIMIT, 1.0)  # and again each second, if the rule catches everything
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ring(*_: object) -> NoReturn:
    raise _LateError(f"it still computes after {LIMIT:g} s")


def _told(path: Path, error: BaseException) -> str:
    """Return `mine.py line 3: ZeroDivisionError: division by zero`: the last line of the file that took part."""
    reason: object = error
    if isinstance(error, SyntaxError) and error.filename == str(path):
        line, reason = error.lineno, error.msg
    else:
        lines = [each.lineno for each in traceback.extract_tb(error.__traceback__) if each.filename == str(path)]
        line = lines[-1] if lines else None
    place = f" line {line}" if line else ""
    if isinstance(error, _LateError):
        return f"{path.name}{place}: {reason}"
    return f"{path.name}{place}: {type(error).__name__}: {_words(reason, str)}"


def _words(value: object, written: Callable[[object], str]) -> str:
    """Return an object of the rule's in words, though its own method may fail."""
    try:
        return written(value)
    except Exception:
        return f"<{type(value).__name__}>"
