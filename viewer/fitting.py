"""Whether an explanation belongs to a game: every square that chose is the player's, and moved as recorded."""

import re
from typing import TypeGuard

import numpy as np
import numpy.typing as npt

from engine import documents, tables, unpacking
from engine.replay import Replay

LARGEST = 1 << 30  # bytes of text; ten times the longest game on the largest official board
_LONGEST_LINE = 32 << 20  # bytes; a turn of 255 x 255 squares has some ten million
_TABLES = {"move": 1, "order": 1, "differs": 1}
_TURN = re.compile(rb'"turn"\s*:\s*([0-9]{1,9})\b')

_DIRECTIONS = ("STILL", "NORTH", "EAST", "SOUTH", "WEST")

Squares = npt.NDArray[np.int64]


class MisfitError(ValueError):
    """An explanation is about another game; the message names the first square that differs."""


def check(content: bytes, game: Replay, player: int, *, is_school: bool = False) -> None:
    """Raise MisfitError where the turns in an explanation file are not those of this player in this game.

    A file of a bot that was killed ends early, and is checked as far as it goes. Missing lines, and what is no list of
    numbers, are left for the page, which complains about them on their turn.

    is_school   a file of version 2: every square of the player chose
    Raises UnreadableError when the file is damaged or too large.
    """
    text = unpacking.pieces(content, LARGEST, may_be_torn=True)
    lines = unpacking.lines(text, _LONGEST_LINE)
    next(lines, None)  # the header
    for turn, line in enumerate(lines):
        told = _TURN.search(line)
        if told and int(told[1]) != turn:
            return
        if turn >= game.turns:
            raise MisfitError(
                f"it explains turn {turn}, but the game ends with turn {game.turns - 1}; is it another game's?"
            )
        if is_school:
            _check_turn(_school_lists(line, game.owner[turn] == player), game, player, turn)
        else:
            _check_turn(_lists(line, game.production.size), game, player, turn)


def _lists(line: bytes, area: int) -> dict[str, Squares]:
    """The lists of a turn that the question needs; empty where one is no list of numbers of this board."""
    lists = dict.fromkeys(_TABLES, np.zeros(0, np.int64))
    try:
        for key, text in tables.parts([line], _TABLES):
            if key and text:
                lists[key] = tables.read(b"[" + text + b"]", most=1)
    except ValueError:  # the page says on this turn what is wrong with it
        return {}
    is_sound = lists["move"].size == area and all(lists[key].max(initial=0) < area for key in ("order", "differs"))
    return lists if is_sound else {}


def _school_lists(line: bytes, ours: npt.NDArray[np.bool_]) -> dict[str, Squares]:
    """The same of a school's turn; all of it is read, because its layers may be called as these lists are."""
    try:
        told = documents.loads(line)
    except documents.DocumentError:  # the page says on this turn what is wrong with it
        return {}
    move, differs = (told.get("move"), told.get("differs", [])) if isinstance(told, dict) else ([], [])
    if not _holds(move, len(_DIRECTIONS)) or len(move) != ours.size or not _holds(differs, ours.size):
        return {}
    return {
        "order": np.flatnonzero(ours), "move": np.array(move, np.int64), "differs": np.array(differs, np.int64),
    }  # fmt: skip


def _holds(values: object, end: int) -> TypeGuard[list[int]]:
    """Whether it is a list of whole numbers below `end`."""
    return isinstance(values, list) and all(type(value) is int and 0 <= value < end for value in values)


def _check_turn(lists: dict[str, Squares], game: Replay, player: int, turn: int) -> None:
    if not lists:
        return
    chosen, moves, owner = np.sort(lists["order"]), lists["move"], game.owner[turn].ravel()
    strange = chosen[owner[chosen] != player]
    if strange.size:
        raise MisfitError(
            f"{_place(strange, game, turn)} is moved, but is {_whose(int(owner[strange[0]]))}; is it another game's?"
        )
    if _may_be_ejected(game, player, turn):
        return
    recorded, differs = game.moves[turn].ravel(), np.zeros(moves.size, np.bool_)
    differs[lists["differs"]] = True  # what was thought afterwards marks where it would have moved differently
    strange = chosen[(moves[chosen] != recorded[chosen]) != differs[chosen]]
    if strange.size:
        told, held = (_direction(int(layer[strange[0]])) for layer in (moves, recorded))
        raise MisfitError(
            f"{_place(strange, game, turn)} chose {told}, but moved {held} in the game; is it another game's?"
        )


def _may_be_ejected(game: Replay, player: int, turn: int) -> bool:
    """Whether a player's answer may have come to nothing: all its squares rest, and then they are gone."""
    ours = game.owner[turn] == player
    return not game.moves[turn][ours].any() and not (game.owner[turn + 1] == player).any()


def _place(squares: Squares, game: Replay, turn: int) -> str:
    """The first of these squares, row by row."""
    y, x = divmod(int(squares[0]), game.production.shape[1])
    return f"on turn {turn} square x={x} y={y}"


def _whose(owner: int) -> str:
    return f"player {owner}'s" if owner else "neutral"


def _direction(move: int) -> str:
    return _DIRECTIONS[move] if move < len(_DIRECTIONS) else str(move)
