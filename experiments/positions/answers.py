"""What a player, or a rule of your own, answers on a position."""

import runpy
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import UserError
from experiments.arena import families
from experiments.arena.players import Player, PlayerError, player

from .position import DIRECTIONS, Position, Verdict

RULE = "move"  # the function of a rule's file: move(view, x, y) returns a direction, as a word or 0 to 4, or None


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer on one position."""

    moves: tuple[str | None, ...]  # of the squares that matter
    verdict: Verdict

    def __str__(self) -> str:
        """Return `EAST (wrong)`."""
        return f"{', '.join(move or 'no answer' for move in self.moves)} ({self.verdict})"


def players(notations: Sequence[str]) -> list[Player]:
    """Return the players of these names. Raises PlayerError, also for a program: it cannot be asked about one frame."""
    named = list(map(player, dict.fromkeys(notations)))
    if program := next((who for who in named if who.parameters is None), None):
        raise PlayerError(f"{program.notation} is a program: it cannot be asked about a frame in the middle of a game")
    return named


def of_player(position: Position, who: Player) -> Answer:
    """Return a player's answer; the same player answers alike every time.

    It comes new to the game: the potential-field bot remembers what the position says, and no player has watched the
    others before.
    """
    view = position.view
    mover = families.mover(who.parameters, view.height, view.width, position.memories[position.me - 1])
    moves = mover.moves(view)
    chosen = tuple(DIRECTIONS[int(moves[square.y, square.x])] for square in position.square)
    return Answer(chosen, position.verdict(chosen))


def of_rule(positions: Sequence[Position], path: Path) -> list[Answer]:
    """Run a rule's file and return its answers. Raises UserError with the line where it fails."""
    where = ""
    try:
        rule = runpy.run_path(str(path), run_name=path.stem).get(RULE)
        if not callable(rule):
            raise UserError(f"{path.name}: a function {RULE}(view, x, y) expected, there is none")
        answers = []
        for position in positions:
            where = f" (on {position.name})"
            chosen = tuple(_direction(rule(position.view, square.x, square.y)) for square in position.square)
            answers.append(Answer(chosen, position.verdict(chosen)))
    except UserError:
        raise
    except (Exception, SystemExit) as error:  # whatever the file raises is reported, and it may be mended
        raise UserError(f"{_report(path, error)}{where}") from None
    return answers


def _direction(answer: Any) -> str | None:
    """Return the direction that a rule has answered. Raises ValueError."""
    named = [name for number, name in enumerate(DIRECTIONS) if answer in (name, number)]
    if not named and answer is not None:
        raise ValueError(f"{answer!r:.40} is no direction; expected 0 to 4, a word or None")
    return named[0] if named else None


def _report(path: Path, error: BaseException) -> str:
    """Return `mine.py line 3: ZeroDivisionError: division by zero`: the last line of the file that took part."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
    place = f" line {line}" if line else ""
    return f"{path.name}{place}: {type(error).__name__}: {error}"
