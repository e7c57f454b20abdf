"""A tagged position: a frame of a game, and which moves are right and which are wrong on some of its squares.

The file is TOML. A game's page writes it (*Save as position*), and people do; docs/extras/positions.md describes it.
"""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import numpy as np
import numpy.typing as npt

from bot import Memory, View
from engine import State
from engine.documents import toml
from engine.errors import UserError
from engine.names import printable_in_full
from engine.rules import turn_limit

DIRECTIONS = ("STILL", "NORTH", "EAST", "SOUTH", "WEST")
OWNERS = ".abcdef"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
LARGEST = 1 << 21  # bytes of a file; a board of 50 x 50 takes 10 kB

Direction = Literal["STILL", "NORTH", "EAST", "SOUTH", "WEST"]
Letter = Literal["a", "b", "c", "d", "e", "f"]  # a is player 1
Letters = Annotated[str, msgspec.Meta(pattern="^[a-f]*$")]
Rows = tuple[str, ...]
Whole = Annotated[int, msgspec.Meta(ge=0)]


class Verdict(StrEnum):
    """The verdict on an answer; of several squares the first of these counts."""

    WRONG = "wrong"
    OPEN = "open"  # neither: not tagged, or no move was given
    RIGHT = "right"


class PositionError(UserError, ValueError):
    """This is no tagged position; the message names the file and the field."""


class Square(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A square of the player, and what is said of its five moves; as everywhere, a mistyped line is an error."""

    x: Whole
    y: Whole
    right: tuple[Direction, ...] = ()
    wrong: tuple[Direction, ...] = ()

    def verdict(self, move: str | None) -> Verdict:
        """Judge a move; None, no move, is open.

        Where only right moves are named the others are wrong; where only wrong ones are, the others are right; where
        both are, the rest is open.
        """
        if move is None or (self.right and self.wrong and move not in self.right + self.wrong):
            return Verdict.OPEN
        return Verdict.RIGHT if move in self.right or not (self.right or move in self.wrong) else Verdict.WRONG


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game that a position comes from."""

    game: str = ""  # a file's name, or the board and the seed of its map
    players: tuple[str, ...] = ()  # their names, the first player first


class Remembered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the players remember of the frames before."""

    started: Annotated[int, msgspec.Meta(ge=1, le=6)]  # players on the first frame
    met: tuple[Letters, ...]  # for every player the letters of those it has met


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The frame, a text for each row."""

    owner: Rows  # . neutral, a..f players; one character a square
    strength: Rows  # two hexadecimal digits a square
    production: Rows  # 0..9, then a..z for 10 to 35


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A frame as one player receives it, with what is said of its moves."""

    name: str  # of its file, without .toml
    theme: str = "untitled"
    note: str = ""
    tags: tuple[str, ...] = ()
    player: Letter
    turn: Whole  # turns played before the frame
    square: Annotated[tuple[Square, ...], msgspec.Meta(min_length=1)]
    source: Source = Source()
    memory: Remembered | None = None  # None: all players of the board have begun, and none has met another
    evidence: tuple[dict[str, Any], ...] = ()  # what rollouts say; only the tests of the suite read it
    board: Board

    def __post_init__(self) -> None:
        """Raise PositionError, naming the field, where the position contradicts itself."""
        state, players = self.state, len(self.memories)
        _expect(state.owner.max() <= players, "memory.met", f"of every player expected, it has {players}")
        _expect((state.owner == self.me).any(), "player", f"{self.player} owns no square")
        limit = turn_limit(state.width, state.height)
        _expect(self.turn < limit, "turn", f"0..{limit - 1} expected on this board, it is {self.turn}")
        for number, square in enumerate(self.square):
            field = f"square[{number}]: x {square.x} y {square.y}"
            _expect(square.x < state.width and square.y < state.height, field, "outside the board")
            is_piece = state.owner[square.y, square.x] == self.me and state.strength[square.y, square.x] > 0
            _expect(is_piece, field, f"{self.player} has no piece there")
            named = square.right + square.wrong
            _expect(len(named) == len({*named}) > 0, field, "right or wrong moves expected, none of them twice")

    @property
    def me(self) -> int:
        """The player's number; 1 is the first."""
        return OWNERS.index(self.player)

    @property
    def state(self) -> State:
        """The board, a new one each time: who gets it may change it. Raises PositionError."""
        board = self.board
        shape = len(board.owner), len(board.owner[0]) if board.owner else 0
        _expect(shape[1] > 0, "board.owner", "at least one row of at least one square expected")
        owner = _layer("owner", board.owner, shape, OWNERS)
        pairs = _layer("strength", board.strength, (shape[0], 2 * shape[1]), DIGITS[:16])
        strength = pairs[:, ::2] * np.uint8(16) + pairs[:, 1::2]
        return State(owner, strength, _layer("production", board.production, shape))

    @property
    def view(self) -> View:
        """The frame as the player receives it; a copy."""
        state = self.state
        return View(state.owner, state.strength, state.production, self.me, self.turn)

    @property
    def memories(self) -> tuple[Memory, ...]:
        """What every player remembers."""
        if self.memory is None:
            players = max(2, len(self.source.players), int(self.state.owner.max()))
            return (Memory(players),) * players
        return tuple(Memory(self.memory.started, frozenset(map(OWNERS.index, met))) for met in self.memory.met)

    def verdict(self, moves: Sequence[str | None]) -> Verdict:
        """Judge the moves of its squares: wrong if one is, right if every one is."""
        verdicts = (square.verdict(move) for square, move in zip(self.square, moves, strict=True))
        return min(verdicts, key=list(Verdict).index)


def positions(folder: Path) -> list[Position]:
    """Return the positions of a folder and its subfolders, or of one file, by name. Raises PositionError."""
    paths = [folder] if folder.is_file() else sorted(folder.rglob("*.toml"))
    if not paths:
        raise PositionError(f"{printable_in_full(folder)}: no position; a game's page makes some (Save as position)")
    return [read(path) for path in paths]


def read(path: Path) -> Position:
    """Return the position in a file. Raises PositionError, which names the file and the field."""
    try:
        _expect(path.stat().st_size <= LARGEST, "file", f"more than {LARGEST:,} bytes; is it a tagged position?")
        return msgspec.convert(toml(path.read_bytes()) | {"name": path.stem}, Position)
    except (OSError, ValueError) as error:  # not there, no TOML, a wrong type, our own checks
        said = getattr(error, "strerror", None) or " ".join(str(error).split())
        raise PositionError(printable_in_full(f"{path}: {said}")) from None


def _layer(name: str, rows: Rows, shape: tuple[int, int], alphabet: str = DIGITS) -> npt.NDArray[np.uint8]:
    """Return an array of this shape from a row's characters, each worth its place in `alphabet`."""
    field = f"board.{name}"
    _expect(len(rows) == shape[0], field, f"{len(rows)} rows, but owner has {shape[0]}")
    for number, row in enumerate(rows):
        _expect(len(row) == shape[1], f"{field}[{number}]", f"{shape[1]} characters expected")
        strange = "".join({*row} - {*alphabet})
        _expect(not strange, f"{field}[{number}]", f"{strange!r} is none of {alphabet}")
    return np.array([[alphabet.index(sign) for sign in row] for row in rows], np.uint8)


def _expect(is_so: bool | np.bool_, field: str, sentence: str) -> None:
    if not is_so:
        raise PositionError(f"{field}: {sentence}")
