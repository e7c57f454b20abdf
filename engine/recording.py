"""A replay's text, passed through a piece at a time: its tables as checked arrays, all else as one JSON object.

`engine.replay.read` gathers a whole game from it. `Recording` gives the turns one by one, for games of any length.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from . import documents, names, tables, unpacking
from .documents import brief
from .rules import Moves
from .state import MOST_PLAYERS, Grid, State
from .unpacking import UnreadableError

VERSION = 11
LARGEST = 1 << 32  # bytes of text of a game that is read turn by turn; 255 x 255 squares, 2,550 turns have 1.7 * 2**30
_TABLES = {"frames": (4, 255), "moves": (3, 2**31 - 1), "productions": (2, 255)}  # dimensions, largest number
_DEPTHS = {key: dimensions for key, (dimensions, _) in _TABLES.items()}
_KEYS = ("frames", "moves", "num_frames", "num_players", "player_names", "productions", "version", "width", "height")


class ReplayError(UnreadableError):
    """A file is not a whole and consistent Halite replay of version 11."""


class Passage:
    """One way through a replay's text. Take all `rows` first, then ask for the `members`."""

    def __init__(self, source: Path | bytes, largest: int, wanted: Sequence[str] = tuple(_TABLES)) -> None:
        """Read the text of this file, or in these bytes, plain or gzip; only the tables that are wanted are checked."""
        self._source, self._largest, self._wanted = source, largest, wanted
        self._rest = bytearray()
        self._tables: set[str] = set()  # the keys that held one
        self.shapes: dict[str, tuple[int, ...]] = {}  # of the wanted tables, rows counted so far

    def rows(self) -> Iterator[tuple[str, tables.Numbers]]:
        """The wanted tables in the order of the file, some rows at a time. Raises ReplayError."""
        try:
            for key, text in tables.parts(unpacking.pieces(self._source, self._largest), _DEPTHS):
                if key is None:
                    self._rest += text
                    continue
                self._tables.add(key)
                if key in self._wanted and text:
                    yield key, self._numbers(key, text)
        except tables.TableError as error:
            raise ReplayError(str(error)) from None

    def members(self) -> dict[str, object]:
        """The JSON object without its tables, once every key is known to be there. Raises ReplayError."""
        try:
            members = documents.loads(bytes(self._rest))
        except documents.DocumentError as error:
            raise ReplayError(f"{error}; was the file cut short, or is it no replay?") from None
        require(
            isinstance(members, dict), f"expected one JSON object, found a {type(members).__name__}; is it a replay?"
        )
        missing = [key for key in _KEYS if key not in members]
        require(not missing, f"no {', '.join(missing)} in it; is it a Halite I replay?")
        require(members["version"] == VERSION, f"version {VERSION} expected, found {brief(members['version'])}")
        for key in _TABLES:
            is_cut_out = members[key] is None and key in self._tables
            require(is_cut_out, f"{_table(key)}, but it holds {brief(members[key])}")
            # A game that ended before its first turn has an empty list of moves.
            is_empty = key in self._wanted and key not in self.shapes
            require(not is_empty or key == "moves", f"{_table(key)}, but it is empty")
        return dict(members)

    def _numbers(self, key: str, text: bytes) -> tables.Numbers:
        """Some rows of a table, which have the shape of all rows before them."""
        dimensions, largest = _TABLES[key]
        try:
            numbers = tables.read(b"[" + text + b"]")
        except ValueError as error:
            if strange := tables.foreign(text):
                raise ReplayError(f"{_table(key)}, but it holds {strange}") from None
            raise ReplayError(f"{key} is not a {dimensions}-dimensional table: {error}") from None
        require(numbers.ndim == dimensions, f"{_table(key)}, but it has {numbers.ndim} dimensions")
        count, *row = self.shapes.get(key, (0, *numbers.shape[1:]))
        require(tuple(row) == numbers.shape[1:], f"{key} is not a {dimensions}-dimensional table: its rows differ")
        self.shapes[key] = (count + len(numbers), *row)
        highest = int(numbers.max())
        require(highest <= largest, f"{key} are 0..{largest}, but the file holds {highest} or more")
        if key == "frames":
            _check_squares(numbers)
        return numbers


class Recording:
    """A game in a file, read turn by turn in the memory of a few frames. Raises ReplayError, which names the file.

    The text is read once for the map at its end, and then for frames and moves side by side.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            # What is no file, a pipe for example, can be passed through only once.
            self._source = path if path.is_file() else unpacking.unpacked(path)
            passage = Passage(self._source, LARGEST, ("productions",))
            rows = [numbers for _, numbers in passage.rows()]
            self._found = passage.members()
        except UnreadableError as error:
            raise ReplayError(f"{path}: {error}") from None
        self.production: Grid = np.concatenate(rows).astype(np.uint8)
        self.player_names = names_in(self._found)

    def turns(self) -> Iterator[tuple[State, Moves, State]]:
        """The board before each turn, the moves as applied, and the board after it."""
        try:
            yield from self._turns()
        except UnreadableError as error:
            raise ReplayError(f"{self._path}: {error}") from None

    def _turns(self) -> Iterator[tuple[State, Moves, State]]:
        states, moves, frames = map(self._state, self._rows("frames")), self._rows("moves"), 1
        before = next(states, None)
        if before is None:
            raise ReplayError(f"{_table('frames')}, but it is empty")
        for frames, after in enumerate(states, start=2):
            orders = next(moves, None)
            if orders is None:
                raise ReplayError(f"frame {frames} has no moves that lead to it; was the file edited?")
            yield before, orders, after
            before = after
        require(next(moves, None) is None, f"there are moves beyond the last of {frames} frames; was the file edited?")
        agree(self._found, (frames, *self.production.shape), len(self.player_names))

    def _rows(self, key: str) -> Iterator[tables.Numbers]:
        """Every row of a table, (H, W) or (H, W, 2)."""
        for _, rows in Passage(self._source, LARGEST, (key,)).rows():
            board = self.production.shape
            require(rows.shape[1:3] == board, f"{key} are of {rows.shape[1:3]} squares, the map of {board}")
            yield from rows

    def _state(self, frame: tables.Numbers) -> State:
        owner, strength = (frame[..., layer].astype(np.uint8) for layer in (0, 1))
        check_owners(int(owner.max()), len(self.player_names))
        return State(owner, strength, self.production)


def names_in(members: dict[str, object]) -> tuple[str, ...]:
    """The players' names in the object of a replay. Raises ReplayError."""
    listed = members["player_names"]
    if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
        raise ReplayError(f"player_names must be a list of texts, found {brief(listed)}")
    require(1 <= len(listed) <= MOST_PLAYERS, f"1 to {MOST_PLAYERS} players, not {len(listed)}")
    return tuple(map(names.settled, listed))


def agree(members: dict[str, object], shape: tuple[int, ...], players: int) -> None:
    """Raise ReplayError when a number that the file states differs from its (frames, height, width) and players."""
    frames, height, width = shape
    held = {"num_frames": frames, "height": height, "width": width, "num_players": players}
    for key, value in held.items():
        require(members[key] == value, f"{key} says {brief(members[key])}, but the file holds {value}; was it edited?")


def check_owners(highest: int, players: int) -> None:
    """Raise ReplayError when a square belongs to a player that is not in the game."""
    require(highest <= players, f"{players} players, but a square belongs to {highest}")


def require(condition: bool, message: str) -> None:
    """Raise ReplayError with this message unless the condition holds."""
    if not condition:
        raise ReplayError(message)


def _check_squares(frames: tables.Numbers) -> None:
    require(frames.shape[3] == 2, f"a square is [owner, strength], but each has {frames.shape[3]} numbers")
    highest = int(frames[..., 0].max())
    require(highest <= MOST_PLAYERS, f"owners are 0..{MOST_PLAYERS}, but a square belongs to {highest}")


def _table(key: str) -> str:
    dimensions, largest = _TABLES[key]
    return f"{key} must be a {dimensions}-dimensional table of whole numbers 0..{largest}"
