"""Reads the explanation files of schools, version 2 of the format; docs/11-explanations.md describes it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bot.program.explanation_file import OPTION_NAMES
from experiments.opponents.school import Arrows, Layer, Reason, Thought
from experiments.opponents.telling import VERSION

from .explanations import HIGHEST, Members, head_of, json_of, marked, read_by, require, whole_lines


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class SchoolExplained:
    """The thoughts of one player of a school in one game."""

    source: str  # "bot": written while playing; "replay": computed afterwards
    school: str
    player: int
    name: str
    width: int
    height: int
    parameters: dict[str, Any]
    reasons: tuple[Reason, ...]
    layers: tuple[Layer, ...]
    arrows: tuple[Arrows, ...]
    turns: tuple[Thought, ...]  # turns[t] led from frame t to frame t + 1
    moves: tuple[npt.NDArray[np.uint8], ...]  # (H, W) each: the directions chosen
    differs: tuple[npt.NDArray[np.bool_], ...] | None  # (H, W) each: the recorded move is another; None from a bot
    is_complete: bool  # False: the game was killed or is still running


def read(path: str | Path) -> SchoolExplained:
    """Read a school's file; of one that was not closed, the turns that are whole. Raises ExplanationError."""
    return read_by(parse, path)


def parse(packed: bytes) -> SchoolExplained:
    """Parse the bytes of a school's explanation file. Raises ExplanationError."""
    lines, is_complete = whole_lines(packed)
    head = head_of(lines, VERSION, "; is it the bot's own?")
    source = head.text("source")
    board = head.whole("height", 1, HIGHEST), head.whole("width", 1, HIGHEST)
    reasons, layers, arrows = tuple(_reasons(head)), tuple(_layers(head)), tuple(_arrows(head))
    turns = [Members(json_of(line), f"turn {turn}") for turn, line in enumerate(lines[1:])]
    return SchoolExplained(
        source, head.text("school"), head.whole("player", 1, 6), head.text("name"), board[1], board[0],
        head.member("parameters", dict), reasons, layers, arrows,
        tuple(_thought(turn, number, board, len(reasons), layers, arrows) for number, turn in enumerate(turns)),
        tuple(_whole(turn, "move", board, len(OPTION_NAMES)).astype(np.uint8) for turn in turns),
        tuple(marked(turn, "differs", *board) for turn in turns) if source == "replay" else None,
        is_complete,
    )  # fmt: skip


def _declared(head: Members, name: str) -> list[Members]:
    return [Members(one, f"{name} {place}") for place, one in enumerate(head.member(name, list))]


def _reasons(head: Members) -> list[Reason]:
    return [
        Reason(one.text("name"), one.text("sentence"), tuple(map(str, one.member("parameters", list))))
        for one in _declared(head, "reasons")
    ]


def _layers(head: Members) -> list[Layer]:
    return [
        Layer(one.text("name"), one.text("sentence"), one.text("unit"), one.member("is_low_good", bool))
        for one in _declared(head, "layers")
    ]


def _arrows(head: Members) -> list[Arrows]:
    return [Arrows(one.text("name"), one.text("sentence")) for one in _declared(head, "arrows")]


def _thought(
    turn: Members, number: int, board: tuple[int, int], reasons: int, layers: tuple[Layer, ...],
    arrows: tuple[Arrows, ...],
) -> Thought:  # fmt: skip
    """Return one line as arrays."""
    area = board[0] * board[1]
    require(turn.whole("turn", 0, HIGHEST) == number, f"turn {number} should stand here; are lines missing?")
    grids = Members(turn.member("layers", dict), f"{turn.place}, layers")
    lists = Members(turn.member("arrows", dict), f"{turn.place}, arrows")
    figures = Members(turn.member("figures", dict), f"{turn.place}, figures")
    return Thought(
        _whole(turn, "reason", board, reasons),
        {layer.name: grids.floats(layer.name, area).reshape(board) for layer in layers},
        {kind.name: _ways(lists, kind.name, area) for kind in arrows},
        {name: float(Members({name: [value]}, figures.place).floats(name, 1)[0])
         for name, value in figures.members.items()},
    )  # fmt: skip


def _whole(turn: Members, name: str, board: tuple[int, int], end: int) -> npt.NDArray[np.int64]:
    return turn.wholes(name, board[0] * board[1], 0, end - 1).reshape(board)


def _ways(lists: Members, name: str, area: int) -> npt.NDArray[np.int64]:
    """(n, 2) from, to."""
    pairs = lists.member(name, list)
    is_paired = all(isinstance(pair, list) and len(pair) == len(("from", "to")) for pair in pairs)
    require(is_paired, f"{lists.place}: {name} should hold pairs of squares")
    flat = Members({name: [square for pair in pairs for square in pair]}, lists.place)
    return flat.wholes(name, 2 * len(pairs), 0, area - 1).reshape(-1, 2)
