"""The official replay file, version 11: one recorded game, read and written byte for byte."""

import gzip
import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from . import documents, tables, unpacking, writing
from .documents import brief
from .errors import UserError
from .names import encoded, settled
from .state import MOST_PLAYERS, Grid, State

VERSION = 11
_TABLES = {"frames": (4, 255), "moves": (3, 2**31 - 1), "productions": (2, 255)}  # dimensions, largest number
_KEYS = ("frames", "moves", "num_frames", "num_players", "player_names", "productions", "version", "width", "height")
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
    moves: npt.NDArray[np.int32]  # (T - 1, H, W)  as applied, see rules.applied
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
                packed.writelines(_bytes(replay))
        else:
            file.writelines(_bytes(replay))


def text(replay: Replay) -> str:
    """Return the replay as the official program prints it: compact JSON, keys in alphabetical order, no newline.

    A name may hold surrogates for bytes that are no UTF-8; `as_bytes` writes them as these bytes.
    """
    replay.check()
    return "".join(_pieces(replay))


def _bytes(replay: Replay) -> Iterator[bytes]:
    """Yield the file a turn at a time, so that its text is never in memory as a whole."""
    return map(encoded, _pieces(replay))


def _pieces(replay: Replay) -> Iterator[str]:
    """Yield the text, a turn at a time."""
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
        "player_names": list(map(settled, replay.player_names)),
        "productions": replay.production.tolist(),
        "version": VERSION,
        "width": width,
    }
    yield "]," + _compact(members)[1:]


def as_bytes(replay: Replay) -> bytes:
    """Return the bytes of the file, uncompressed."""
    return encoded(text(replay))


def read(path: str | Path) -> Replay:
    """Read a replay, plain or gzip.

    Raises ReplayError, naming the file, what was expected and what came, when it is missing,
    damaged, cut short, too large or something else.
    """
    try:
        return parse(Path(path))
    except ReplayError as error:
        raise ReplayError(f"{path}: {error}") from None


def parse(source: bytes | Path) -> Replay:
    """Return the replay in these bytes or this file, plain or gzip. Raises ReplayError without the name of the file."""
    try:
        rest, texts = tables.cut_out(unpacking.unpacked(source), tuple(_TABLES))
        for key, table in texts.items():
            if not table.endswith(b"]") and (strange := tables.foreign(table)):
                raise ReplayError(f"{_expected(key)}, but it holds {strange}")
        members = _members(rest, texts)
    except unpacking.UnreadableError as error:
        raise ReplayError(str(error)) from None
    except documents.DocumentError as error:
        raise ReplayError(f"{error}; was the file cut short, or is it no replay?") from None
    frames, moves, productions = (_table(key, texts[key]) for key in _TABLES)
    _require(frames.shape[3] == 2, f"a square is [owner, strength], but each has {frames.shape[3]} numbers")
    replay = Replay(
        owner=frames[..., 0].astype(np.uint8),
        strength=frames[..., 1].astype(np.uint8),
        production=productions.astype(np.uint8),
        # A game that ended before its first turn has an empty list of moves.
        moves=(moves if moves.size else np.zeros((0, *frames.shape[1:3]))).astype(np.int32),
        player_names=_names(members["player_names"]),
    )
    replay.check()
    height, width = replay.production.shape
    held = {"num_frames": len(frames), "height": height, "width": width, "num_players": len(replay.player_names)}
    for key, value in held.items():
        _require(members[key] == value, f"{key} says {brief(members[key])}, but the file holds {value}; was it edited?")
    return replay


def _members(rest: bytes, texts: Collection[str]) -> dict[str, object]:
    """Return the JSON object without its tables, once every key is known to be there."""
    # Python needs many times the memory of the text for it.
    _require(len(rest) <= _LARGEST_REST, f"more than {_LARGEST_REST >> 20} MiB besides {', '.join(_TABLES)}")
    members = documents.loads(rest)
    _require(isinstance(members, dict), f"expected one JSON object, found a {type(members).__name__}; is it a replay?")
    missing = [key for key in _KEYS if key not in members]
    _require(not missing, f"no {', '.join(missing)} in it; is it a Halite I replay?")
    _require(members["version"] == VERSION, f"version {VERSION} expected, found {brief(members['version'])}")
    for key in _TABLES:
        is_table = members[key] is None and key in texts
        _require(is_table, f"{_expected(key)}, but it holds {brief(members[key])}")
    return dict(members)


def _table(key: str, text: bytes) -> tables.Numbers:
    """Return the numbers in the text of a table, once they have its dimensions and lie in its range."""
    dimensions, largest = _TABLES[key]
    try:
        numbers = tables.read(text)
    except ValueError as error:
        strange = tables.foreign(text)
        raise ReplayError(f"{_expected(key)}, but {f'it holds {strange}' if strange else error}") from None
    if key == "moves" and not numbers.size:
        return numbers
    _require(numbers.ndim == dimensions, f"{_expected(key)}, but it has {numbers.ndim} dimensions")
    highest = int(numbers.max())
    _require(highest <= largest, f"{key} are 0..{largest}, but the file holds {highest} or more")
    return numbers


def _expected(key: str) -> str:
    dimensions, largest = _TABLES[key]
    return f"{key} must be a {dimensions}-dimensional table of whole numbers 0..{largest}"


def _names(listed: object) -> tuple[str, ...]:
    """Return the players' names, as they read once they were written."""
    if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
        raise ReplayError(f"player_names must be a list of texts, found {brief(listed)}")
    return tuple(map(settled, listed))


def _require(condition: bool, message: str) -> None:
    """Raise ReplayError with this message unless the condition holds."""
    if not condition:
        raise ReplayError(message)


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
