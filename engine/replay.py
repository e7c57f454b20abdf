"""The official replay file, version 11: one recorded game, read and written byte for byte."""

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from pathlib import Path

import numpy as np
import numpy.typing as npt

from . import documents, writing
from .documents import brief
from .errors import UserError
from .names import encode, normalize
from .state import MOST_PLAYERS, Grid, State

VERSION = 11
# Inside a JSON text quotes are escaped, so a player who calls itself so cannot be taken for a member.
_TABLE = re.compile(rb'"(frames|moves|productions)"\s*:\s*(\[[\[\],\d\s]*\])')
_SIZES = ("num_frames", "height", "width", "num_players")
_KEYS = ("frames", "moves", *_SIZES, "player_names", "productions", "version")
_BLANK = b" \t\r\n"
_LARGEST_REST = 1 << 20  # bytes of a text besides its tables
_CELL = np.array([[f"[{owner},{strength}]" for strength in range(256)] for owner in range(MOST_PLAYERS + 1)], object)


class ReplayError(UserError, ValueError):
    """A file is not a whole and consistent Halite replay of version 11."""


@dataclass(frozen=True, slots=True, eq=False)  # eq=False: comparing arrays with == has no single truth
class Replay:
    """A game of T frames and T - 1 turns; `moves[t]` leads from frame t to frame t + 1."""

    owner: Grid  # (T, H, W)  0 = neutral, 1..6 = players
    strength: Grid  # (T, H, W)  0..255
    production: Grid  # (H, W)  0..255
    moves: npt.NDArray[np.int32]  # (T - 1, H, W)  see rules.effective_orders
    player_names: tuple[str, ...]

    @property
    def turns(self) -> int:
        """Turns played: one less than the frames."""
        return len(self.moves)

    def state(self, turn: int) -> State:
        """Return the board after this many turns; 0 is the map."""
        return State(self.owner[turn], self.strength[turn], self.production)

    def check(self) -> None:
        """Raise ReplayError when the parts contradict one another."""
        _require(self.owner.ndim == 3 and self.owner.size > 0, f"frames are T x H x W, not {self.owner.shape}")
        _require(1 <= len(self.player_names) <= MOST_PLAYERS, f"1 to 6 players, not {len(self.player_names)}")
        frames, height, width = self.owner.shape
        for name, shape in (
            ("strength", (frames, height, width)),
            ("production", (height, width)),
            ("moves", (frames - 1, height, width)),
        ):
            actual = getattr(self, name).shape
            _require(actual == shape, f"{name} of {frames} frames of {height} x {width} must be {shape}, not {actual}")
        highest = int(self.owner.max())
        _require(
            highest <= len(self.player_names), f"{len(self.player_names)} players, but a square belongs to {highest}"
        )


def write(replay: Replay, path: str | Path) -> None:
    """Write the file as the official program does; compressed when the name ends in .gz.

    The file appears under its name only when it is complete, so no reader sees half a game.
    Raises ReplayError when the replay contradicts itself, OSError when the folder cannot be written.
    """
    replay.check()
    path = Path(path)
    with writing.replacing(path) as part, part.open("wb") as file:
        if path.suffix == ".gz":
            # No name and no time in the gzip header: the same game gives the same bytes.
            with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
                packed.writelines(map(encode, _pieces(replay)))
        else:
            file.writelines(map(encode, _pieces(replay)))


def as_bytes(replay: Replay) -> bytes:
    """Return the replay as the official program prints it: compact JSON, keys in alphabetical order, no newline."""
    replay.check()
    return encode("".join(_pieces(replay)))


def _pieces(replay: Replay) -> Iterator[str]:
    """Yield the text a turn at a time, so that it is never in memory as a whole."""
    frames, height, width = replay.owner.shape
    yield '{"frames":['
    for turn in range(frames):
        cells = _CELL[replay.owner[turn], replay.strength[turn]].tolist()
        yield "," * (turn > 0) + "[" + ",".join("[" + ",".join(row) + "]" for row in cells) + "]"
    yield f'],"height":{height},"moves":['
    for turn in range(replay.turns):
        yield "," * (turn > 0) + _compact(replay.moves[turn].tolist())
    members = {
        "num_frames": frames,
        "num_players": len(replay.player_names),
        "player_names": list(map(normalize, replay.player_names)),
        "productions": replay.production.tolist(),
        "version": VERSION,
        "width": width,
    }
    yield "]," + _compact(members)[1:]


def read(path: str | Path) -> Replay:
    """Read a replay, plain or gzip. Raises ReplayError, naming the file, when it is missing, damaged or none."""
    try:
        return parse(Path(path))
    except ReplayError as error:
        raise ReplayError(f"{path}: {error}") from None


def parse(source: bytes | Path) -> Replay:
    """Return the replay in these bytes or this file, plain or gzip. Raises ReplayError without the name of the file."""
    tables: dict[str, bytes] = {}

    def cut_out(table: re.Match[bytes]) -> bytes:
        """Keep the text of a table apart: Python needs many times the memory of a text for its lists."""
        if (key := table[1].decode()) in tables:
            return table[0]
        tables[key] = table[2]
        return b'"%s":null' % table[1]

    try:
        rest = _TABLE.sub(cut_out, documents.read_bytes(source))
        _require(len(rest) <= _LARGEST_REST, f"more than {_LARGEST_REST >> 20} MiB besides tables of whole numbers")
        members = documents.loads(rest)
    except documents.DocumentError as error:
        problem = str(error)
        raise ReplayError("no whole replay" if problem.startswith("not JSON") else problem) from None
    _require(isinstance(members, dict), f"expected one JSON object, found a {type(members).__name__}; is it a replay?")
    missing = [key for key in _KEYS if key not in members]
    _require(not missing, f"no {', '.join(missing)} in it; is it a Halite I replay?")
    _require(members["version"] == VERSION, f"version {VERSION} expected, found {brief(members['version'])}")
    frames, height, width, players = sizes = [members[key] for key in _SIZES]
    for key, size in zip(_SIZES, sizes, strict=True):
        _require(type(size) is int and 0 < size <= documents.LARGEST, f"{key} cannot be {brief(size)}")
    names = members["player_names"]
    is_list = isinstance(names, list) and len(names) == players and all(isinstance(name, str) for name in names)
    _require(is_list, f"player_names must be a list of {players} texts, found {brief(names)}")
    squares = _numbers("frames", tables, (frames, height, width, 2), 255)
    replay = Replay(
        owner=squares[..., 0].astype(np.uint8),
        strength=squares[..., 1].astype(np.uint8),
        production=_numbers("productions", tables, (height, width), 255).astype(np.uint8),
        moves=_numbers("moves", tables, (frames - 1, height, width), 2**31 - 1).astype(np.int32),
        player_names=tuple(map(normalize, names)),
    )
    replay.check()
    return replay


def _numbers(key: str, tables: dict[str, bytes], shape: tuple[int, ...], largest: int) -> npt.NDArray[np.int64]:
    """Return the numbers in the text of a table, without a Python object for each: a game holds up to four million."""
    expected = f"{key} must be whole numbers 0..{largest}, nested as {' x '.join(map(str, shape))}"
    text = tables.get(key, b"")
    _require(prod(shape) <= len(text), f"{expected}; was the file cut short or edited?")
    codes = np.frombuffer(text, np.uint8)
    is_digit = codes - np.uint8(ord("0")) < 10  # what lies below "0" wraps around to large values
    is_later_digit = is_digit & np.concatenate(([False], is_digit[:-1]))
    skeleton = np.where(is_digit, np.uint8(ord("0")), codes)[~is_later_digit].tobytes().translate(None, _BLANK)
    row = b"0"
    for length in reversed(shape):
        row = b"[" + b",".join([row] * length) + b"]"
    _require(skeleton == row, f"{expected}; was the file edited?")
    if not shape[0]:  # a game that ended before its first turn has an empty list of moves
        return np.zeros(shape, np.int64)
    numbers = np.fromstring(text.translate(None, b"[]" + _BLANK), dtype=np.int64, sep=",").reshape(shape)
    _require(int(numbers.max()) <= largest, f"{expected}, but one is {numbers.max()} or more")
    return numbers


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise ReplayError(message)


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
